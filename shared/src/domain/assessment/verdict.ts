import type { Thresholds } from '../settings.ts';
import { rateSoFar, type ScoreSum, type Shortfall, shortfall } from '../standard/scoring.ts';
import type { Level } from './statuses.ts';

/**
 * How a score compares with a level. While items are unscored it only reports progress: a score that still grows must
 * not read as passed or failed. Its `rate` is that of the items scored so far, null if there are none.
 */
export type Verdict =
  | { readonly kind: 'open'; readonly scored: number; readonly items: number; readonly rate: number | null }
  | { readonly kind: 'reached'; readonly level: Level }
  | { readonly kind: 'missed'; readonly shortfall: Shortfall };

export function verdictOf(sum: Omit<ScoreSum, 'qualifies'>, level: Level, thresholds: Thresholds): Verdict {
  if (!sum.complete) {
    const count = (key: 'scored' | 'items') => sum.sections.reduce((all, section) => all + section[key], 0);
    return { kind: 'open', scored: count('scored'), items: count('items'), rate: rateSoFar(sum) };
  }
  const lacking = shortfall(sum, level, thresholds);
  return lacking ? { kind: 'missed', shortfall: lacking } : { kind: 'reached', level };
}

/** The chapters below a level's threshold; only those in which every item is scored. */
export function lowChapters(sections: ScoreSum['sections'], level: Level, thresholds: Thresholds): readonly string[] {
  return sections
    .filter(({ rate, scored, items }) => scored === items && rate !== null && rate < thresholds[level].chapter)
    .map(({ serial }) => serial);
}
