import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { memo, type ReactNode, useState } from 'react';
import { SumPanel } from '../../assessment/score/SumPanel.tsx';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { OpenItems } from './OpenItems.tsx';
import { type ReviewState, unscoredItems } from './useReview.ts';

type Props = { assessment: Assessment; editable: boolean; sheet: ReactNode } & Pick<ReviewState, 'sum'>;

/** Running total, the level it qualifies for, the number of open items, and the score sheet. */
export function Sums({ assessment, editable, sheet, sum }: Props) {
  const { common } = useReviewText();
  const text = useExpertText();
  return (
    <SumPanel assessment={assessment} sum={sum} sheet={sheet}>
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
  );
}

/** The items that do not count as scored yet, folded. */
export const LeftItems = memo(function LeftItems({ items }: { items: NonNullable<ReviewState['left']> }) {
  const text = useExpertText();
  const [listed, setListed] = useState(false);
  return (
    <details onToggle={(event) => setListed(event.currentTarget.open)}>
      <summary>{text.open.title(items.length)}</summary>
      {listed && <OpenItems items={items} />}
    </details>
  );
});
