import { medianOfTenths } from './median.ts';

/**
 * Statistics of experts (docs/spec/domain.md#statistics). Differences from the panel's mean are kept in whole
 * thousandths of a point.
 */
export const MIN_PANELS = 5;

/** The stored figures of one expert in a concluded review. `difference`: null if the panel has one expert. */
export type ExpertInReview = { expert: string; difference: number | null; days: number };

/**
 * How far below the panel's mean each expert's printed score is, in thousandths of a point; positive is stricter.
 * Scores in tenths. Null for a panel of one.
 */
export function differences(scores: readonly number[]): (number | null)[] {
  const sum = scores.reduce((total, score) => total + score, 0);
  return scores.map((score) =>
    scores.length < 2 ? null : rounded((sum - scores.length * score) * 100, scores.length),
  );
}

/** Sums over an expert's concluded reviews; `panels`, `sum` and `squares` over those of two or more experts. */
export type ExpertSums = {
  concluded: number;
  panels: number;
  /** Sums of the differences and of their squares. */
  sum: number;
  squares: number;
  /** Tenths of days from assignment to conclusion. */
  days: number[];
};

/** Sums over no review. */
export const noReviews = (): ExpertSums => ({ concluded: 0, panels: 0, sum: 0, squares: 0, days: [] });

/** Adds a review to an expert's sums. */
export function addExpert(sums: ExpertSums, { difference, days }: Omit<ExpertInReview, 'expert'>): void {
  sums.concluded += 1;
  sums.days.push(days);
  if (difference === null) return;
  sums.panels += 1;
  sums.sum += difference;
  sums.squares += difference * difference;
}

export type ExpertFigures = {
  concluded: number;
  medianDays: number | null;
  severity: number | null;
  spread: number | null;
};

/** An expert's figures; severity and spread in points with two decimals, null below {@link MIN_PANELS} panels. */
export function expertFigures({ concluded, panels, sum, squares, days }: ExpertSums): ExpertFigures {
  const isEnough = panels >= MIN_PANELS;
  const variance = BigInt(panels) * BigInt(squares) - BigInt(sum) ** 2n;
  return {
    concluded,
    medianDays: medianOfTenths(days),
    severity: isEnough ? rounded(sum, panels * 10) / 100 : null,
    spread: isEnough ? Math.round(Math.sqrt(Number(variance)) / panels / 10) / 100 : null,
  };
}

/** n ÷ d as a whole number, halves away from zero. */
function rounded(n: number, d: number): number {
  const whole = Math.floor((2 * Math.abs(n) + d) / (2 * d));
  return n < 0 && whole > 0 ? -whole : whole;
}
