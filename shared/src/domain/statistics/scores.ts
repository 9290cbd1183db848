import type { Lang } from '../lib/lang.ts';
import { fromTenths, ratio, roundHalfUp, toTenths } from '../lib/rational.ts';
import type { ScoreItem } from '../standard/scoreItems.ts';
import type { ScoreSum } from '../standard/scoring.ts';
import { allItems, compareSerials, type Standard, wordingIn } from '../standard/standard.ts';
import { type StationLosses, stationsLosing } from './lostItems.ts';

/**
 * Statistics of concluded reviews (docs/spec/domain.md#statistics). Rates are the printed ones, in whole tenths of a
 * percent. Points lost are kept in parts of a tenth of a point, so that the mean of up to 16 experts is a whole number
 * and sums are exact.
 */
export const PARTS = 720_720;
/** Steps of the distribution of scores, in percent; the last one includes 100. */
export const STEP = 5;
const STEPS = 100 / STEP;

/** The stored scores of one concluded review. */
export type ReviewScores = {
  /** The printed scores. */
  self: number | null;
  experts: number | null;
  /** The rates of each chapter, own and experts'. */
  chapters: [self: number | null, experts: number | null][];
  /** What the panel's mean lost at each item; null if no expert gave points there. */
  lost: (number | null)[];
};

type Sum = Pick<ScoreSum, 'score100' | 'sections'>;
type Sheet = { readonly items: readonly ScoreItem[] };

/** The figures of a review to store. `own`: the sum of the station's scores; `result`: the mean of the panel. */
export function reviewScores(
  standard: Standard,
  own: Sum | null,
  result: Sum | null,
  panel: readonly Sheet[],
): ReviewScores {
  const rateOf = (sum: Sum | null, place: number) => tenthsOf(sum?.sections[place]?.rate);
  return {
    self: tenthsOf(own?.score100),
    experts: tenthsOf(result?.score100),
    chapters: standard.sections.map((_, place) => [rateOf(own, place), rateOf(result, place)]),
    lost: lostBy(standard, panel),
  };
}

function tenthsOf(percent: number | null | undefined): number | null {
  return percent === null || percent === undefined ? null : toTenths(percent);
}

function lostBy(standard: Standard, panel: readonly Sheet[]): (number | null)[] {
  const given = panel.map(({ items }) => new Map(items.map((item) => [item.serial, item])));
  return allItems(standard).map(({ serial, score }) => {
    let [lost, scored] = [0, 0];
    for (const sheet of given) {
      const item = sheet.get(serial);
      if (!item || item.missing || item.score === null) continue;
      lost += toTenths(score) - toTenths(item.score);
      scored += 1;
    }
    return scored === 0 ? null : Math.round((lost * PARTS) / scored);
  });
}

/** Sums over reviews of one version of the standard: `reviews` and the distributions count, the others add up. */
export type ScoreSums = {
  reviews: number;
  chapters: [self: number, ofSelf: number, experts: number, ofExperts: number][];
  /** `of`: reviews in which the item counted. */
  items: [lost: number, of: number][];
  self: number[];
  experts: number[];
};

/** Sums over no review. */
export function noScores(chapters: number, items: number): ScoreSums {
  return {
    reviews: 0,
    chapters: Array.from({ length: chapters }, () => [0, 0, 0, 0]),
    items: Array.from({ length: items }, () => [0, 0]),
    self: Array.from({ length: STEPS }, () => 0),
    experts: Array.from({ length: STEPS }, () => 0),
  };
}

/** Adds a review to sums; `sign` −1 takes it away. */
export function addReview(sums: ScoreSums, review: ReviewScores, sign: 1 | -1 = 1): void {
  sums.reviews += sign;
  for (const [place, [self, experts]] of review.chapters.entries()) {
    const to = sums.chapters[place];
    if (!to) continue;
    if (self !== null) {
      to[0] += sign * self;
      to[1] += sign;
    }
    if (experts !== null) {
      to[2] += sign * experts;
      to[3] += sign;
    }
  }
  for (const [place, lost] of review.lost.entries()) {
    const to = sums.items[place];
    if (!to || lost === null) continue;
    to[0] += sign * lost;
    to[1] += sign;
  }
  count(sums.self, review.self, sign);
  count(sums.experts, review.experts, sign);
}

function count(steps: number[], score: number | null, sign: 1 | -1): void {
  if (score === null) return;
  const step = Math.min(STEPS - 1, Math.floor(fromTenths(score) / STEP));
  steps[step] = (steps[step] ?? 0) + sign;
}

/** Adds sums to others of the same version. */
export function addSums(sums: ScoreSums, other: ScoreSums): void {
  sums.reviews += other.reviews;
  for (const key of ['chapters', 'items'] as const) {
    for (const [row, values] of other[key].entries()) addTo(sums[key][row] ?? [], values);
  }
  for (const key of ['self', 'experts'] as const) addTo(sums[key], other[key]);
}

function addTo(to: number[], values: readonly number[]): void {
  for (const [place, value] of values.entries()) to[place] = (to[place] ?? 0) + value;
}

export type ScoreFigures = {
  assessments: number;
  chapters: { serial: string; title: string; self: number | null; experts: number | null }[];
  items: { serial: string; content: string; points: number; lost: number; share: number; stations: number }[];
  distribution: { from: number; to: number; self: number; experts: number }[];
};

/**
 * The figures of sums by version, and of the items that stations lost points at. Chapters and items that are the same in several versions are one row; items are
 * sorted by points lost, most first.
 */
export function scoreFigures(
  parts: readonly { standard: Standard; sums: ScoreSums }[],
  losses: readonly StationLosses[],
  lang: Lang,
): ScoreFigures {
  const chapters = new Map<string, { serial: string; title: string; sums: number[] }>();
  const items = new Map<string, { serial: string; content: string; points: number; at: number; sums: number[] }>();
  const rowsOf = new Map<string, number[]>();
  const distribution = { self: [] as number[], experts: [] as number[] };
  for (const { standard, sums } of parts) {
    for (const [place, { serial, title, titleEn }] of standard.sections.entries()) {
      const row = { serial, title: wordingIn(lang, title, titleEn), sums: [0, 0, 0, 0] };
      addTo(rowIn(chapters, [serial, title], row).sums, sums.chapters[place] ?? []);
    }
    const rows = allItems(standard).map(({ serial, content, contentEn, score }, place) => {
      const row = { serial, content: wordingIn(lang, content, contentEn), points: score, at: items.size, sums: [0, 0] };
      const { at, sums: to } = rowIn(items, [serial, content, score], row);
      addTo(to, sums.items[place] ?? []);
      return at;
    });
    rowsOf.set(standard.version, rows);
    addTo(distribution.self, sums.self);
    addTo(distribution.experts, sums.experts);
  }
  const losing = stationsLosing(items.size, rowsOf, losses);
  const bySerial = (a: { serial: string }, b: { serial: string }) => compareSerials(a.serial, b.serial);
  return {
    assessments: parts.reduce((total, { sums }) => total + sums.reviews, 0),
    chapters: [...chapters.values()]
      .sort(bySerial)
      .map(({ serial, title, sums: [self, ofSelf, experts, ofExperts] }) => ({
        serial,
        title,
        self: meanRate(self, ofSelf),
        experts: meanRate(experts, ofExperts),
      })),
    items: [...items.values()]
      .sort((a, b) => meanLost(b.sums) - meanLost(a.sums) || bySerial(a, b))
      .map(({ serial, content, points, at, sums: [lost = 0, of = 0] }) => ({
        serial,
        content,
        points,
        lost: rounded(lost, of * PARTS * 10, 100),
        share: rounded(lost, of * PARTS * toTenths(points), 10_000),
        stations: losing[at] ?? 0,
      })),
    distribution: Array.from({ length: STEPS }, (_, step) => ({
      from: step * STEP,
      to: (step + 1) * STEP,
      self: distribution.self[step] ?? 0,
      experts: distribution.experts[step] ?? 0,
    })),
  };
}

function rowIn<R>(rows: Map<string, R>, key: readonly unknown[], row: R): R {
  const name = JSON.stringify(key);
  const known = rows.get(name);
  if (known) return known;
  rows.set(name, row);
  return row;
}

function meanRate(sum = 0, of = 0): number | null {
  return of === 0 ? null : fromTenths(roundHalfUp(ratio(sum, of), 1));
}

function meanLost([lost = 0, of = 0]: readonly number[]): number {
  return of === 0 ? 0 : lost / of;
}

/** A fraction rounded half up to whole parts of `scale`; 0 if there is nothing to divide by. */
function rounded(n: number, d: number, scale: number): number {
  return d === 0 ? 0 : roundHalfUp(ratio(n, d), scale) / scale;
}
