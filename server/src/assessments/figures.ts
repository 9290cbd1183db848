import { reviewFigures, withSum } from '@shp/shared/domain/statistics/review';
import type { AssessmentRecord } from '../store/repositories/assessments.ts';
import { concludedExperts } from '../store/repositories/review.ts';
import { expertScores, stationScores } from '../store/repositories/scores.ts';
import { standardOf } from '../store/repositories/standards.ts';
import type { Db } from '../store/schema/schema.ts';
import { concludedOf, storeReview } from '../store/statistics/reviewSums.ts';

/** Stores the figures of a review that was just concluded, for statistics. */
export async function storeFigures(db: Db, row: AssessmentRecord): Promise<void> {
  const standard = await standardOf(db, row.standard_version);
  const panel = [];
  for (const one of await concludedExperts(db, row)) {
    panel.push({ ...one, ...withSum(standard, await expertScores(db, row, one.expert)) });
  }
  const own = withSum(standard, await stationScores(db, row));
  await storeReview(db, concludedOf(row), reviewFigures(standard, own, panel));
}
