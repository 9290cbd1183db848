import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Event } from '@shp/shared/api/objects';
import { unansweredOf } from '@shp/shared/domain/assessment/returns';
import { useState } from 'react';
import type { Anchor, FileAnchors } from '../../assessment/anchors.ts';
import { Answers } from '../../assessment/history/Answers.tsx';
import { RemarkLinks } from '../../assessment/history/History.tsx';
import { AnswerEditor } from '../../assessment/remarks/AnswerEditor.tsx';
import type { PlacedRemark } from '../../assessment/remarks/remarksContext.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';

type Props = { assessment: string; event: Event; files: FileAnchors };

/** Why the application came back; its remarks, each of which also stands at its place, are folded if all are answered. */
export function Returned({ assessment, event: { id, description, remarks }, files }: Props) {
  const { review } = useReviewText();
  const unanswered = unansweredOf(remarks);
  // The last answer, which may be typed in here, does not fold it.
  const [opens] = useState(unanswered > 0);
  return (
    <Alert severity="warning" sx={{ mb: 2, py: 0.25 }}>
      <Typography component="span" sx={{ fontWeight: 600, mr: 1.5 }}>
        {review.returned}
      </Typography>
      <Box component="span" sx={TEXT}>
        {description}
      </Box>
      {remarks.length > 0 && (
        <details open={opens}>
          <summary>{review.returnedRemarks(remarks.length, unanswered)}</summary>
          <RemarkLinks
            remarks={remarks}
            files={files}
            below={(remark, index, place) => (
              <GivenAnswer assessment={assessment} remark={{ ...remark, place: `${id}/${index}` }} at={place} />
            )}
          />
          {review.returnedNote}
        </details>
      )}
    </Alert>
  );
}

const TEXT = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

type GivenProps = { assessment: string; remark: PlacedRemark; at: Anchor | null };

/** The answer to a remark in the list at the top; a remark whose place is gone is answered here. */
function GivenAnswer({ assessment, remark, at }: GivenProps) {
  const { review } = useReviewText();
  const { answers = [] } = remark;
  if (at === null) return <AnswerEditor assessment={assessment} remark={remark} name={remark.text} />;
  if (answers.length > 0) return <Answers answers={answers} />;
  return (
    <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
      {` ${review.answering.open}`}
    </Typography>
  );
}
