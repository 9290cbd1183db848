import Typography from '@mui/material/Typography';
import { type ScoreSum, shortfall } from '@shp/shared/domain/scoring';
import type { Thresholds } from '@shp/shared/domain/settings';
import type { Level } from '@shp/shared/domain/statuses';
import { useReviewText } from '../texts.ts';

type Props = { sum: ScoreSum; level: Level; thresholds: Thresholds };

/** The sum of all chapters in one line, held against what the level needs. */
export function SumLine({ sum, level, thresholds }: Props) {
  const { common, review } = useReviewText();
  const lacking = shortfall(sum, level, thresholds);
  return (
    <Typography component="p">
      <b>{review.score.total(sum.score100.toFixed(1))}</b>
      {common.marks.brackets(review.score.points(sum.got, sum.full - sum.missing))}
      {common.marks.comma}
      <Typography component="span" sx={{ color: lacking || !sum.complete ? 'warning.main' : 'success.main' }}>
        {lacking
          ? review.score.below(common.levels[level], String(thresholds[level].score), String(thresholds[level].chapter))
          : review.score[sum.complete ? 'reaches' : 'wouldReach'](common.levels[level])}
      </Typography>
    </Typography>
  );
}
