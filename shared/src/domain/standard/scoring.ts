import { LEVELS, type Level } from '../assessment/statuses.ts';
import { fromTenths, mean, type Ratio, ratio, roundHalfUp, toTenths } from '../lib/rational.ts';
import type { Threshold, Thresholds } from '../settings.ts';
import { itemState, type ScoreItem } from './scoreItems.ts';
import { chapterItems, itemsBySerial, type Standard, type StandardItem } from './standard.ts';

/** Sums of points, and rates in percent, rounded half up to one decimal (docs/spec/wire.md#objects). */
export type ScoreSum = {
  full: number;
  missing: number;
  got: number;
  /** Points of the items without a score. */
  unscored: number;
  /** got / (full − missing) × 100; 0 if everything is missing. */
  score100: number;
  /** The best level reached; null if none, and always null while `complete` is false. */
  qualifies: Level | null;
  /** Whether every item counts as scored, see {@link itemState}. */
  complete: boolean;
  sections: SectionSum[];
};
export type SectionSum = {
  serial: string;
  title: string;
  full: number;
  missing: number;
  got: number;
  unscored: number;
  /** Null if every item of the chapter is missing; the chapter is then not judged. */
  rate: number | null;
  scored: number;
  items: number;
};

/** The sums of a set of scores. An unscored item adds its full points to `full` and nothing to `got`. */
export function scoreSum(standard: Standard, scores: Iterable<ScoreItem>, thresholds: Thresholds): ScoreSum {
  const bySerial = new Map<string, ScoreItem>();
  for (const item of scores) bySerial.set(item.serial, item);
  const sections = standard.sections.map((chapter): SectionSum => {
    let [full, missing, got, unscored, scored] = [0, 0, 0, 0, 0];
    const items = chapterItems(chapter);
    for (const standardItem of items) {
      const item = bySerial.get(standardItem.serial);
      const points = toTenths(standardItem.score);
      const state = itemState(item, standardItem);
      full += points;
      if (item?.missing) missing += points;
      else got += toTenths(item?.score ?? 0);
      if (state === 'unscored') unscored += points;
      if (state === 'scored') scored += 1;
    }
    const rate = percent(share(got, full - missing));
    const points = {
      full: fromTenths(full),
      missing: fromTenths(missing),
      got: fromTenths(got),
      unscored: fromTenths(unscored),
    };
    return { serial: chapter.serial, title: chapter.title, ...points, rate, scored, items: items.length };
  });
  const total = (key: keyof Points) => sections.reduce((sum, section) => sum + toTenths(section[key]), 0);
  const [full, missing, got] = [total('full'), total('missing'), total('got')];
  return judged(
    {
      full: fromTenths(full),
      missing: fromTenths(missing),
      got: fromTenths(got),
      unscored: fromTenths(total('unscored')),
      score100: percent(share(got, full - missing)) ?? 0,
      complete: sections.every(({ scored, items }) => scored === items),
      sections,
    },
    thresholds,
  );
}

/**
 * The rate in percent of what is scored so far: got / (full − missing − unscored) × 100, rounded half up to one decimal.
 * Once every item is scored it is the rate of the sum; null while nothing is scored that counts.
 */
export function rateSoFar(points: Points): number | null {
  return percent(share(toTenths(points.got), toTenths(countedSoFar(points))));
}

/**
 * The rate to show of a chapter: its own once every item is scored, which for a result is the mean of exact rates (that
 * of its rounded points may differ in the last digit); before that, the rate so far.
 */
export function rateShown(section: SectionSum): number | null {
  return section.scored === section.items ? section.rate : rateSoFar(section);
}

/** How many of these items count as scored. */
export function countScored(items: readonly StandardItem[], scores: Iterable<ScoreItem>): number {
  const bySerial = new Map<string, ScoreItem>();
  for (const item of scores) bySerial.set(item.serial, item);
  return items.filter((item) => itemState(bySerial.get(item.serial), item) === 'scored').length;
}

/** The points of the items scored so far, without missing ones. */
export function countedSoFar({ full, missing, unscored }: Points): number {
  return fromTenths(toTenths(full) - toTenths(missing) - toTenths(unscored));
}

/**
 * The result of a review: the means, over the experts that concluded, of score100 and of each chapter's rate (over the
 * experts that have one), computed from exact fractions and rounded once (docs/spec/domain.md#standard-and-scores).
 * Points are means too, rounded half up to tenths. Null if no expert has concluded.
 */
export function reviewResult(sums: readonly ScoreSum[], thresholds: Thresholds): ReviewResult | null {
  const [first] = sums;
  if (!first) return null;
  const sections = first.sections.map((section, index): SectionSum => {
    const own = sums.flatMap(({ sections }) => sections[index] ?? []);
    const scored = Math.min(...own.map(({ scored }) => scored));
    return { ...section, ...meanPoints(own), rate: percent(mean(shares(own))), scored };
  });
  const unjudged = {
    ...meanPoints(sums),
    score100: percent(mean(shares(sums))) ?? 0,
    complete: sums.every(({ complete }) => complete),
    sections,
  };
  return { ...judged(unjudged, thresholds), experts: sums.length, thresholds };
}

/** A review's result (docs/spec/wire.md#calls `assessment/result`). */
export type ReviewResult = ScoreSum & { experts: number; thresholds: Thresholds };

/** What a score lacks for a level. The comparison uses the printed figures, rounded to one decimal. */
export type Shortfall = {
  level: Level;
  score100: number;
  threshold: Threshold;
  /** Whether the total score is too low; false if only chapters are. */
  scoreLow: boolean;
  /** The chapters below the threshold. */
  chapters: { serial: string; rate: number }[];
};

/**
 * Compares a sum with a level's thresholds (docs/spec/domain.md#standard-and-scores), even if the sum is incomplete.
 */
export function shortfall(
  { score100, sections }: Pick<ScoreSum, 'score100' | 'sections'>,
  level: Level,
  thresholds: Thresholds,
): Shortfall | null {
  const threshold = thresholds[level];
  const chapters = sections.flatMap(({ serial, rate }) =>
    rate !== null && rate < threshold.chapter ? [{ serial, rate }] : [],
  );
  const scoreLow = score100 < threshold.score;
  return scoreLow || chapters.length > 0 ? { level, score100, threshold, scoreLow, chapters } : null;
}

/**
 * The experts' scores of one item, with the station's own (docs/spec/domain.md#standard-and-scores). In points; the
 * mean is rounded half up to tenths.
 */
export type Spread = {
  serial: string;
  station: { score: number | null; missing: boolean } | null;
  lowest: number | null;
  highest: number | null;
  mean: number | null;
  /** The number of experts that gave points, and of those that marked the item as missing. */
  scored: number;
  missing: number;
};

/** The spread of the experts' scores, per item in the standard's order. */
export function spread(
  standard: Standard,
  station: readonly ScoreItem[],
  experts: readonly (readonly ScoreItem[])[],
): Spread[] {
  const own = new Map(station.map((item) => [item.serial, item]));
  const given = experts.map((items) => new Map(items.map((item) => [item.serial, item])));
  return [...itemsBySerial(standard).keys()].map((serial) => {
    const items = given.flatMap((bySerial) => bySerial.get(serial) ?? []);
    const scores = items.flatMap(({ score, missing }) => (score === null || missing ? [] : [score]));
    const item = own.get(serial);
    return {
      serial,
      station: item ? { score: item.score, missing: item.missing } : null,
      lowest: scores.length > 0 ? Math.min(...scores) : null,
      highest: scores.length > 0 ? Math.max(...scores) : null,
      mean: scores.length > 0 ? meanOf(scores) : null,
      scored: scores.length,
      missing: items.filter(({ missing }) => missing).length,
    };
  });
}

/**
 * How much the experts disagree on an item, in points: highest minus lowest. The item's full points if only some marked
 * it as missing, because then they disagree on whether it counts at all.
 */
export function disagreement({ lowest, highest, scored, missing }: Spread, full: number): number {
  if (scored > 0 && missing > 0) return full;
  return lowest === null || highest === null ? 0 : fromTenths(toTenths(highest) - toTenths(lowest));
}

type Points = Pick<ScoreSum, 'full' | 'missing' | 'got' | 'unscored'>;

function judged(sum: Omit<ScoreSum, 'qualifies'>, thresholds: Thresholds): ScoreSum {
  const reached = sum.complete ? LEVELS.find((level) => shortfall(sum, level, thresholds) === null) : undefined;
  return { ...sum, qualifies: reached ?? null };
}

function share(got: number, countable: number): Ratio | null {
  return countable > 0 ? ratio(got, countable) : null;
}

function shares(sums: readonly Omit<Points, 'unscored'>[]): Ratio[] {
  return sums.flatMap(({ full, missing, got }) => share(toTenths(got), toTenths(full) - toTenths(missing)) ?? []);
}

function percent(value: Ratio | null): number | null {
  return value && fromTenths(roundHalfUp(value, 1000));
}

function meanPoints(sums: readonly Points[]): Points {
  const of = (key: keyof Points) => meanOf(sums.map((sum) => sum[key]));
  return { full: of('full'), missing: of('missing'), got: of('got'), unscored: of('unscored') };
}

function meanOf(points: readonly number[]): number {
  const tenths = points.reduce((sum, one) => sum + toTenths(one), 0);
  return fromTenths(roundHalfUp(ratio(tenths, points.length), 1));
}
