import Typography from '@mui/material/Typography';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import type { Thresholds } from '@shp/shared/domain/settings';
import { countedSoFar, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { sentence } from '@shp/shared/text/sentence';
import { verdictText } from '@shp/shared/text/verdict';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';

type Props = { sum: ScoreSum; level: Level; thresholds: Thresholds };

/** The total of all chapters in one line, compared with the level's thresholds once every item is scored; until then the rate so far. */
export function SumLine({ sum, level, thresholds }: Props) {
  const { common, review, rules } = useReviewText();
  const verdict = verdictOf(sum, level, thresholds);
  const points = common.marks.brackets(review.score.points(sum.got, countedSoFar(sum)));
  const text = verdictText(verdict, { common, rules });
  if (verdict.kind === 'open')
    return (
      <Typography component="p">
        <b>{sentence(text)}</b>
        {verdict.rate !== null && points}
      </Typography>
    );
  return (
    <Typography component="p">
      <b>{review.score.total(sum.score100.toFixed(1))}</b>
      {points}
      {common.marks.comma}
      <Typography component="span" sx={{ color: verdict.kind === 'missed' ? 'warning.main' : 'success.main' }}>
        {text}
      </Typography>
    </Typography>
  );
}
