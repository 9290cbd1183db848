import Feedback from '@mui/icons-material/Feedback';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { FileItem } from '@shp/shared/api/objects';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { Anchor } from '../anchors.ts';
import { RemarkHere } from './editor/RemarkHere.tsx';
import { useRemarks } from './remarksContext.ts';

/** The review unit's remarks at this place or file; on a reviewer's page, also the editor for a new one. */
export function Remarks({ at }: { at: Anchor | FileItem }) {
  const { review } = useReviewText();
  const remarks = useRemarks('part' in at ? at : { fileId: at.id });
  return (
    <>
      {remarks.length > 0 && (
        <Box component="ul" aria-label={review.remarks} sx={LIST}>
          {remarks.map((remark) => (
            <Typography key={remark} component="li" variant="body2" sx={REMARK}>
              <Feedback fontSize="small" color="warning" aria-hidden />
              <span>{remark}</span>
            </Typography>
          ))}
        </Box>
      )}
      <RemarkHere at={at} />
    </>
  );
}

const LIST = { m: 0, mt: 0.5, p: 0 } as const;
const REMARK = {
  display: 'flex',
  gap: 0.75,
  px: 1,
  py: 0.5,
  borderLeft: '3px solid',
  borderColor: 'warning.main',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const;
