import data from '@shp/shared/data/standard.json' with { type: 'json' };
import type { Level } from '@shp/shared/domain/assessment/statuses';
import type { Thresholds } from '@shp/shared/domain/settings';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { type ScoreSum, scoreSum } from '@shp/shared/domain/standard/scoring';
import { allItems, type Standard } from '@shp/shared/domain/standard/standard';
import type { Random } from './random.ts';

export const STANDARD: Standard = data;
export const STANDARD_ITEMS = allItems(STANDARD).length;

/** All items scored by a station or an expert, also as JSON for copies, and the sum. */
export type Sheet = { id: number; items: readonly ScoreItem[]; json: string; sum: ScoreSum };
export type Quality = 'level2' | 'level3' | 'poor';
/** How strict an expert is compared with others. */
export type Strictness = 'strict' | 'usual' | 'generous';

/** The average share of points, and which sums belong to this quality. */
const QUALITIES: Record<Quality, { share: number; fits: (sum: ScoreSum) => boolean }> = {
  level2: { share: 0.9, fits: ({ qualifies }) => qualifies === 2 },
  level3: { share: 0.77, fits: ({ qualifies }) => qualifies === 3 },
  // Far enough below level 3 that no mean of such sheets reaches it.
  poor: { share: 0.58, fits: ({ score100 }) => score100 < 65 },
};
const SHEETS_EACH = 24;

/** A stock of score sheets to draw from, so that every sum is the sum of real items. */
export class Sheets {
  readonly all: Sheet[] = [];
  readonly #stock: Record<Quality, Sheet[]>;
  /** The stock, lowest scores first. */
  readonly #sorted: Record<Quality, Sheet[]>;
  readonly #random: Random;

  constructor(random: Random, thresholds: Thresholds) {
    this.#random = random;
    const stock = (quality: Quality) => {
      const sheets = makeSheets(random, thresholds, quality, this.all.length);
      this.all.push(...sheets);
      return sheets;
    };
    this.#stock = { level2: stock('level2'), level3: stock('level3'), poor: stock('poor') };
    const sorted = (quality: Quality) => this.#stock[quality].toSorted((a, b) => a.sum.score100 - b.sum.score100);
    this.#sorted = { level2: sorted('level2'), level3: sorted('level3'), poor: sorted('poor') };
  }

  draw(quality: Quality): Sheet {
    return this.#random.pick(this.#stock[quality]);
  }

  /** A sheet of an expert: strict experts draw more often from the lower half of the stock, generous from the upper. */
  drawBy(habit: Strictness, quality: Quality): Sheet {
    const sheet = this.draw(quality);
    const sorted = this.#sorted[quality];
    const place = sorted.indexOf(sheet);
    const last = sorted.length - 1;
    if (habit === 'strict') return sorted[Math.floor(place ** 2 / last)] ?? sheet;
    return habit === 'generous' ? (sorted[last - Math.floor((last - place) ** 2 / last)] ?? sheet) : sheet;
  }
}

/** The quality of sheets that reach a level. */
export function qualityFor(level: Level): Quality {
  return level === 3 ? 'level3' : 'level2';
}

function makeSheets(random: Random, thresholds: Thresholds, quality: Quality, firstId: number): Sheet[] {
  const { share, fits } = QUALITIES[quality];
  const sheets: Sheet[] = [];
  while (sheets.length < SHEETS_EACH) {
    const items = makeItems(random, share);
    const sum = scoreSum(STANDARD, items, thresholds);
    if (fits(sum)) sheets.push({ id: firstId + sheets.length, items, json: JSON.stringify(items), sum });
  }
  return sheets;
}

function makeItems(random: Random, share: number): ScoreItem[] {
  return allItems(STANDARD).map(({ serial, score, mayBeMissing }) => {
    if (mayBeMissing && random.chance(0.2)) return { serial, score: null, missing: true, reason: '无此项（示例）' };
    if (random.chance(share / 2)) return { serial, score, missing: false, reason: '' };
    const points = Math.round(score * random.between(share - 0.25, share + 0.05) * 2) / 2;
    const got = Math.min(score, Math.max(0, points));
    return { serial, score: got, missing: false, reason: got < score ? '记录不全（示例）' : '' };
  });
}
