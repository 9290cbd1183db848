import Feedback from '@mui/icons-material/Feedback';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { FileItem } from '@shp/shared/api/objects';
import { useContext } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { nameOf } from '../../files/fileUrl.ts';
import type { Anchor } from '../anchors.ts';
import { Answers } from '../history/Answers.tsx';
import { useAnchorName } from '../history/History.tsx';
import { AnswerEditor } from './AnswerEditor.tsx';
import { RemarkButton } from './editor/RemarkButton.tsx';
import { AnsweringContext, type PlacedRemark, useRemarks } from './remarksContext.ts';

/**
 * The review unit's remarks at this place or file, with the station's answers or, on its own page, the input for them;
 * on a reviewer's page also the editor for a new remark.
 */
export function Remarks({ at }: { at: Anchor | FileItem }) {
  return (
    <>
      <GivenRemarks at={at} />
      <RemarkButton at={at} />
    </>
  );
}

/** The same without the editor, for a place that shows it elsewhere. */
export function GivenRemarks({ at }: { at: Anchor | FileItem }) {
  const remarks = useRemarks('part' in at ? at : { fileId: at.id });
  return remarks.length > 0 && <RemarkList at={at} remarks={remarks} />;
}

function RemarkList({ at, remarks }: { at: Anchor | FileItem; remarks: readonly PlacedRemark[] }) {
  const { review } = useReviewText();
  const answering = useContext(AnsweringContext);
  const placeName = useAnchorName();
  const name = 'part' in at ? placeName(at) : nameOf(at);
  return (
    <Box component="ul" aria-label={review.remarks} sx={LIST}>
      {remarks.map((remark) => (
        <li key={remark.place}>
          <Typography variant="body2" sx={REMARK}>
            <Feedback fontSize="small" color="warning" aria-hidden />
            <span>{remark.text}</span>
          </Typography>
          {answering === null ? (
            <Answers answers={remark.answers ?? []} />
          ) : (
            <AnswerEditor assessment={answering} remark={remark} name={name} />
          )}
        </li>
      ))}
    </Box>
  );
}

const LIST = { m: 0, mt: 0.5, p: 0, listStyle: 'none' } as const;
const REMARK = {
  display: 'flex',
  gap: 0.75,
  px: 1,
  py: 0.5,
  mb: 0.5,
  borderLeft: '3px solid',
  borderColor: 'warning.main',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const;
