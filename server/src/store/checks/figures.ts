import { isDeepStrictEqual } from 'node:util';
import type { ScoreSums } from '@shp/shared/domain/statistics/scores';
import type { Db } from '../schema/schema.ts';
import {
  concludedOf,
  figuresOf,
  lostItemsRow,
  ReviewSums,
  reviewsWithFigures,
  scoresOf,
} from '../statistics/reviewSums.ts';

const BATCH_SIZE = 1000;

/** Every concluded review with its stored figures, page by page. */
async function* walkFigures(db: Db) {
  for (let after = ''; ; ) {
    const rows = await reviewsWithFigures(db)
      .where('id', '>', after)
      // A conclusion without its time is reported by the rule "datesOfSteps".
      .where('concluded_at', 'is not', null)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows;
  }
}

/** The correct sums of statistics, computed from the stored figures of every review. */
export async function sumsOfReviews(db: Db): Promise<{ scores: Map<string, unknown>; experts: Map<string, unknown> }> {
  const sums = new ReviewSums();
  for await (const rows of walkFigures(db)) for (const row of rows) sums.add(concludedOf(row), figuresOf(row));
  const experts = [...sums.experts].map(
    ([key, { days, ...counts }]) => [key, { ...counts, days: sorted(days) }] as const,
  );
  return { scores: sums.scores, experts: new Map(experts) };
}

/** The ids of the reviews whose stored lost items differ from their figures, or belong to no such review. */
export async function wrongLostItems(db: Db): Promise<string[]> {
  const strays = await db
    .selectFrom('lost_items')
    .leftJoin('review_figures', 'review_figures.assessment_id', 'lost_items.assessment_id')
    .leftJoin('assessments', (join) =>
      join
        .onRef('assessments.id', '=', 'review_figures.assessment_id')
        .onRef('assessments.station_id', '=', 'lost_items.station_id')
        .onRef('assessments.standard_version', '=', 'lost_items.version'),
    )
    .select('lost_items.assessment_id')
    .where('assessments.id', 'is', null)
    .execute();
  const wrong = strays.map(({ assessment_id }) => assessment_id);
  for await (const rows of walkFigures(db)) {
    const stations = rows.map(({ station_id }) => station_id);
    const stored = await db.selectFrom('lost_items').selectAll().where('station_id', 'in', stations).execute();
    const byReview = new Map(stored.map((row) => [row.assessment_id, row]));
    for (const row of rows) {
      if (!isDeepStrictEqual(byReview.get(row.id), lostItemsRow(concludedOf(row), scoresOf(row)))) wrong.push(row.id);
    }
  }
  return wrong;
}

/** The stored sums of scores, by the same keys, without sums over no review. */
export async function storedScoreSums(db: Db): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('score_sums').selectAll().execute();
  return new Map(
    rows.flatMap(({ place, month, level, version, sums }) => {
      const stored = JSON.parse(sums) as ScoreSums;
      return stored.reviews === 0 ? [] : [[JSON.stringify([place, month, level, version]), stored] as const];
    }),
  );
}

/** The stored sums of experts, by the same keys. */
export async function storedExpertSums(db: Db): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('expert_sums').selectAll().execute();
  return new Map(
    rows.map(({ place, expert_id, month, days, ...counts }) => [
      JSON.stringify([place, expert_id, month]),
      { ...counts, days: sorted(days.split(',').map(Number)) },
    ]),
  );
}

/** The names of the sums that only one side has, or that differ. */
export function differing(found: ReadonlyMap<string, unknown>, stored: ReadonlyMap<string, unknown>): string[] {
  const keys = new Set([...found.keys(), ...stored.keys()]);
  return [...keys]
    .filter((key) => !isDeepStrictEqual(found.get(key), stored.get(key)))
    .map((key) => (JSON.parse(key) as unknown[]).map((part) => (part === '' ? '450000' : part)).join(' '));
}

function sorted(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}
