import { toTenths } from '../lib/rational.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { ScoreItem } from '../standard/scoreItems.ts';
import { reviewResult, type ScoreSum, scoreSum } from '../standard/scoring.ts';
import type { Standard } from '../standard/standard.ts';
import { differences, type ExpertInReview } from './experts.ts';
import { dayTenths } from './median.ts';
import { type ReviewScores, reviewScores } from './scores.ts';

// Sums, rates and means do not depend on the thresholds, which only decide what qualifies.
const { thresholds } = DEFAULT_SETTINGS;

/** One set of scores with its sum. */
export type Scored = { readonly items: readonly ScoreItem[]; readonly sum: ScoreSum };
/** An expert who concluded, with the scores. */
export type Judge = Scored & { readonly expert: string; readonly assignedAt: string; readonly concludedAt: string };

/** The stored figures of one concluded review. */
export type ReviewFigures = { scores: ReviewScores; experts: ExpertInReview[] };

/** Adds the sum to a set of scores. */
export function withSum(standard: Standard, items: readonly ScoreItem[]): Scored {
  return { items, sum: scoreSum(standard, items, thresholds) };
}

/** The figures of a review: of the station's own scores, and of the experts who concluded. */
export function reviewFigures(standard: Standard, own: Scored, panel: readonly Judge[]): ReviewFigures {
  const result = reviewResult(
    panel.map(({ sum }) => sum),
    thresholds,
  );
  const apart = differences(panel.map(({ sum }) => toTenths(sum.score100)));
  return {
    scores: reviewScores(standard, own.items.length === 0 ? null : own.sum, result, panel),
    experts: panel.map(({ expert, assignedAt, concludedAt }, index) => ({
      expert,
      difference: apart[index] ?? null,
      days: dayTenths(assignedAt, concludedAt),
    })),
  };
}
