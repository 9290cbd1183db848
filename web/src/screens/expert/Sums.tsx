import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { memo, useState } from 'react';
import { ChapterSums, FOLDS } from '../../assessment/score/ChapterSums.tsx';
import { SumPanel } from '../../assessment/score/SumPanel.tsx';
import { ScoreSheet } from '../../assessment/score/sheet/ScoreSheet.tsx';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { OpenItems } from './OpenItems.tsx';
import { type ReviewState, unscoredItems } from './useReview.ts';

type Props = { assessment: Assessment; editable: boolean } & Pick<
  ReviewState,
  'owner' | 'serials' | 'read' | 'change' | 'sum' | 'left' | 'progress'
>;

/** Running total, the level it qualifies for, the number of open items, and the score sheet. */
export const Sums = memo(function Sums(props: Props) {
  const { common } = useReviewText();
  const text = useExpertText();
  const [listed, setListed] = useState(false);
  const { assessment, editable, owner, serials, read, change, sum, left, progress } = props;
  return (
    <>
      <SumPanel
        assessment={assessment}
        sum={sum}
        sheet={
          <ScoreSheet
            assessment={assessment}
            owner={owner}
            serials={serials}
            read={read}
            change={editable ? change : undefined}
          />
        }
      >
        {/* The bar at the foot says how many are left, to the one who scores. */}
        {sum && (sum.complete || !editable) && (
          <Typography variant="body2">
            {text.sum.left(unscoredItems(sum))}
            {sum.complete &&
              common.marks.brackets(
                sum.qualifies === null ? text.sum.qualifiesNone : text.sum.qualifies(common.levels[sum.qualifies]),
              )}
          </Typography>
        )}
      </SumPanel>
      <Box sx={{ ...FOLDS, mb: 1 }}>
        {sum && (
          <ChapterSums sum={sum} level={assessment.level} thresholds={assessment.rules.thresholds} titles={progress} />
        )}
        {editable && left && left.length > 0 && (
          <details onToggle={(event) => setListed(event.currentTarget.open)}>
            <summary>{text.open.title(left.length)}</summary>
            {listed && <OpenItems items={left} />}
          </details>
        )}
      </Box>
    </>
  );
});
