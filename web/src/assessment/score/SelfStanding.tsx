import Typography from '@mui/material/Typography';
import { standingOf } from '@shp/shared/domain/assessment/standing';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import type { Thresholds } from '@shp/shared/domain/settings';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { nextLevelText } from '@shp/shared/text/standing';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';

type Props = {
  sum: ScoreSum;
  thresholds: Thresholds;
  /** The level applied for, if the line beside it says whether the score reaches that. */
  judged?: Level;
};

/**
 * The best level that a complete self score reaches, what it lacks for the next, and that the review decides.
 */
export default function SelfStanding({ sum, thresholds, judged }: Props) {
  const { common, rules } = useReviewText();
  const standing = standingOf(sum, thresholds);
  if (!standing) return null;
  const { reached, next } = standing;
  const words = rules.verdict;
  const lines = [
    ...(reached === judged || (reached === null && next?.level === judged)
      ? []
      : [reached === null ? words.selfNone : words.self(common.levels[reached])]),
    ...(next === null || next.level === judged ? [] : [nextLevelText(next, { common, rules })]),
    words.selfOnly,
  ];
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {lines.join(common.marks.gap)}
    </Typography>
  );
}
