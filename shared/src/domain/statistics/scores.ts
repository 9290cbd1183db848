import type { Lang } from '../lib/lang.ts';
import { SCORE_EDGES, SCORE_STEP } from '../lib/lists.ts';
import { fromTenths, ratio, roundHalfUp, toTenths } from '../lib/rational.ts';
import type { ScoreItem } from '../standard/scoreItems.ts';
import type { ScoreSum } from '../standard/scoring.ts';
import {
  allItems,
  compareSerials,
  type Serial1,
  type Standard,
  type StandardItem,
  wordingIn,
} from '../standard/standard.ts';
import { countLosses, type StationLosses } from './lostItems.ts';

/**
 * Statistics of concluded reviews (docs/spec/domain.md#statistics). Rates are the printed ones, in whole tenths of a
 * percent. Points lost are kept in parts of a tenth of a point, so that the mean of up to 16 experts is a whole number
 * and sums are exact.
 */
export const PARTS = 720_720;
const STEPS = SCORE_EDGES.length;

/** Chapters, and items, with the same key in several versions of the standard are added up. */
export const chapterKey = ({ serial, title }: Pick<Serial1, 'serial' | 'title'>) => JSON.stringify([serial, title]);
export const itemKey = ({ serial, content, score }: Pick<StandardItem, 'serial' | 'content' | 'score'>) =>
  JSON.stringify([serial, content, score]);

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
  const step = Math.min(STEPS - 1, Math.floor(fromTenths(score) / SCORE_STEP));
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
  /** `version`: one that has the chapter or the item; `reviews`: those that the experts' mean is of. */
  chapters: {
    serial: string;
    version: string;
    title: string;
    self: number | null;
    experts: number | null;
    reviews: number;
  }[];
  /** `reviews` and `stations`: those that lost points at the item. */
  items: {
    serial: string;
    version: string;
    content: string;
    points: number;
    lost: number;
    share: number;
    reviews: number;
    stations: number;
  }[];
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
  type Row = { serial: string; version: string; sums: number[] };
  const chapters = new Map<string, Row & { title: string }>();
  const items = new Map<string, Row & { content: string; points: number; at: number }>();
  const rowsOf = new Map<string, number[]>();
  const distribution = { self: [] as number[], experts: [] as number[] };
  for (const { standard, sums } of parts) {
    const { version } = standard;
    for (const [place, chapter] of standard.sections.entries()) {
      const { serial, title, titleEn } = chapter;
      const row = { serial, version, title: wordingIn(lang, title, titleEn), sums: [0, 0, 0, 0] };
      addTo(rowIn(chapters, chapterKey(chapter), row).sums, sums.chapters[place] ?? []);
    }
    const rows = allItems(standard).map((item, place) => {
      const { serial, content: official, contentEn, score: points } = item;
      const content = wordingIn(lang, official, contentEn);
      const row = { serial, version, content, points, at: items.size, sums: [0, 0] };
      const { at, sums: to } = rowIn(items, itemKey(item), row);
      addTo(to, sums.items[place] ?? []);
      return at;
    });
    rowsOf.set(version, rows);
    addTo(distribution.self, sums.self);
    addTo(distribution.experts, sums.experts);
  }
  const losing = countLosses(items.size, rowsOf, losses);
  const bySerial = (a: { serial: string }, b: { serial: string }) => compareSerials(a.serial, b.serial);
  return {
    assessments: parts.reduce((total, { sums }) => total + sums.reviews, 0),
    chapters: [...chapters.values()]
      .sort(bySerial)
      .map(({ serial, version, title, sums: [self, ofSelf, experts, ofExperts = 0] }) => ({
        serial,
        version,
        title,
        self: meanRate(self, ofSelf),
        experts: meanRate(experts, ofExperts),
        reviews: ofExperts,
      })),
    items: [...items.values()]
      .sort((a, b) => meanLost(b.sums) - meanLost(a.sums) || bySerial(a, b))
      .map(({ serial, version, content, points, at, sums: [lost = 0, of = 0] }) => ({
        serial,
        version,
        content,
        points,
        lost: rounded(lost, of * PARTS * 10, 100),
        share: rounded(lost, of * PARTS * toTenths(points), 10_000),
        reviews: losing.reviews[at] ?? 0,
        stations: losing.stations[at] ?? 0,
      })),
    distribution: SCORE_EDGES.map((from, step) => ({
      from,
      to: from + SCORE_STEP,
      self: distribution.self[step] ?? 0,
      experts: distribution.experts[step] ?? 0,
    })),
  };
}

function rowIn<R>(rows: Map<string, R>, key: string, row: R): R {
  const known = rows.get(key);
  if (known) return known;
  rows.set(key, row);
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
