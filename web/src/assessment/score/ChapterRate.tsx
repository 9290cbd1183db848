import Typography from '@mui/material/Typography';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';

/** How much of a chapter's points is reached. */
export function ChapterRate({ sum: { rate, got, full, missing } }: { sum: ScoreSum['sections'][number] }) {
  const { common, review } = useReviewText();
  return (
    <Typography sx={{ fontWeight: 600 }}>
      {rate === null ? review.score.noRate : review.score.chapterRate(rate.toFixed(1))}
      {common.marks.brackets(review.score.points(got, full - missing))}
    </Typography>
  );
}
