import { cityOf, divisionPrefix } from '@shp/shared/domain/accounts/divisions';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { addExpert, type ExpertSums, noReviews } from '@shp/shared/domain/statistics/experts';
import { lostItems } from '@shp/shared/domain/statistics/lostItems';
import { monthOf } from '@shp/shared/domain/statistics/period';
import type { ReviewFigures } from '@shp/shared/domain/statistics/review';
import { addReview, addSums, noScores, type ReviewScores, type ScoreSums } from '@shp/shared/domain/statistics/scores';
import { type ExpressionBuilder, sql } from 'kysely';
import type {
  AssessmentsTable,
  Db,
  ExpertSumsTable,
  LostItemsTable,
  ReviewFiguresTable,
  Schema,
  ScoreSumsTable,
} from '../schema/schema.ts';

/*
 * `review_figures`: what statistics need of each concluded review. `lost_items`: the items at which it lost points, by
 * station. `score_sums` adds up its scores by place, month,
 * level and version of the standard, `expert_sums` its experts by place and month. Written in the transaction of the conclusion.
 */

/** The place of the sums of the whole region; a city's place is the first four digits of its code. */
export const REGION = '';

/** A concluded review: where and when it counts. */
export type Concluded = {
  id: string;
  station: string;
  division: string;
  level: Level;
  version: string;
  concludedAt: string;
};
type Row = Pick<AssessmentsTable, 'id' | 'station_id' | 'division' | 'level' | 'standard_version' | 'concluded_at'>;

export function concludedOf(row: Row): Concluded {
  const { id, station_id: station, division, level, standard_version: version, concluded_at } = row;
  return { id, station, division, level, version, concludedAt: concluded_at ?? '' };
}

/** The row of a review's figures. */
export function figuresRow(id: string, { scores, experts }: ReviewFigures): ReviewFiguresTable {
  return { assessment_id: id, scores: JSON.stringify(scores), experts: JSON.stringify(experts) };
}

/** The row of the items that a review lost points at. */
export function lostItemsRow(
  { id, station, level, version, concludedAt }: Concluded,
  { lost }: ReviewScores,
): LostItemsTable {
  return {
    station_id: station,
    version,
    assessment_id: id,
    level,
    concluded_at: concludedAt,
    items: lostItems(lost),
  };
}

/** The figures of a review's row. */
export function figuresOf(row: Omit<ReviewFiguresTable, 'assessment_id'>): ReviewFigures {
  return { scores: scoresOf(row), experts: expertsOf(row) };
}

export const scoresOf = ({ scores }: Pick<ReviewFiguresTable, 'scores'>) => JSON.parse(scores) as ReviewScores;
export const expertsOf = ({ experts }: Pick<ReviewFiguresTable, 'experts'>) =>
  JSON.parse(experts) as ReviewFigures['experts'];

/** Stores the figures of a review that was just concluded. */
export async function storeReview(db: Db, of: Concluded, figures: ReviewFigures): Promise<void> {
  await db.insertInto('review_figures').values(figuresRow(of.id, figures)).execute();
  await db.insertInto('lost_items').values(lostItemsRow(of, figures.scores)).execute();
  const added = new ReviewSums();
  added.add(of, figures);
  await added.write(db);
}

/** Sums of many reviews in memory, to be added to the tables. */
export class ReviewSums {
  readonly scores = new Map<string, ScoreSums>();
  readonly experts = new Map<string, ExpertSums>();

  add(of: Concluded, { scores, experts }: ReviewFigures): void {
    for (const place of [REGION, cityPlace(of.division)]) {
      this.addScores(place, of, scores, 1);
      this.addExperts(place, of, experts);
    }
  }

  addExperts(place: string, { concludedAt }: Concluded, experts: ReviewFigures['experts']): void {
    for (const one of experts) {
      const key = JSON.stringify([place, one.expert, monthOf(concludedAt)]);
      const sums = this.experts.get(key) ?? noReviews();
      addExpert(sums, one);
      this.experts.set(key, sums);
    }
  }

  addScores(place: string, { concludedAt, level, version }: Concluded, scores: ReviewScores, sign: 1 | -1): void {
    const key = JSON.stringify([place, monthOf(concludedAt), level, version]);
    const sums = this.scores.get(key) ?? noScores(scores.chapters.length, scores.lost.length);
    addReview(sums, scores, sign);
    this.scores.set(key, sums);
  }

  /** Adds the sums to the tables. */
  async write(db: Db): Promise<void> {
    for (const [key, sums] of this.scores) await addScoreSums(db, scoreKey(key), sums);
    for (const [key, sums] of this.experts) await addExpertSums(db, expertKey(key), sums);
  }

  /** Takes the sums of experts away from the table. */
  async takeExperts(db: Db): Promise<void> {
    for (const [key, sums] of this.experts) await takeExpertSums(db, expertKey(key), sums);
  }
}

type ScoreKey = Omit<ScoreSumsTable, 'sums'>;
type ExpertKey = Pick<ExpertSumsTable, 'place' | 'expert_id' | 'month'>;

function scoreKey(key: string): ScoreKey {
  const [place, month, level, version] = JSON.parse(key) as [string, string, Level, string];
  return { place, month, level, version };
}

function expertKey(key: string): ExpertKey {
  const [place, expert_id, month] = JSON.parse(key) as [string, string, string];
  return { place, expert_id, month };
}

async function addScoreSums(db: Db, key: ScoreKey, added: ScoreSums): Promise<void> {
  const { place, month, level, version } = key;
  const stored = await db
    .selectFrom('score_sums')
    .select('sums')
    .where('place', '=', place)
    .where('month', '=', month)
    .where('level', '=', level)
    .where('version', '=', version)
    .executeTakeFirst();
  if (stored) addSums(added, JSON.parse(stored.sums) as ScoreSums);
  const sums = JSON.stringify(added);
  await db
    .insertInto('score_sums')
    .values({ ...key, sums })
    .onConflict((conflict) => conflict.columns(['place', 'month', 'level', 'version']).doUpdateSet({ sums }))
    .execute();
}

async function addExpertSums(db: Db, key: ExpertKey, { days, ...counts }: ExpertSums): Promise<void> {
  await db
    .insertInto('expert_sums')
    .values({ ...key, ...counts, days: days.join(',') })
    .onConflict((conflict) =>
      conflict.columns(['place', 'expert_id', 'month']).doUpdateSet((eb) => ({
        concluded: eb('expert_sums.concluded', '+', eb.ref('excluded.concluded')),
        panels: eb('expert_sums.panels', '+', eb.ref('excluded.panels')),
        sum: eb('expert_sums.sum', '+', eb.ref('excluded.sum')),
        squares: eb('expert_sums.squares', '+', eb.ref('excluded.squares')),
        days: sql<string>`expert_sums.days || ',' || excluded.days`,
      })),
    )
    .execute();
}

async function takeExpertSums(db: Db, { place, expert_id, month }: ExpertKey, taken: ExpertSums): Promise<void> {
  const stored = await db
    .selectFrom('expert_sums')
    .selectAll()
    .where('place', '=', place)
    .where('expert_id', '=', expert_id)
    .where('month', '=', month)
    .executeTakeFirst();
  if (!stored) return;
  const days = stored.days.split(',');
  for (const one of taken.days) {
    const at = days.indexOf(String(one));
    if (at >= 0) days.splice(at, 1);
  }
  const here = (eb: ExpressionBuilder<Schema, 'expert_sums'>) => eb.and({ place, expert_id, month });
  if (stored.concluded === taken.concluded) {
    await db.deleteFrom('expert_sums').where(here).execute();
    return;
  }
  await db
    .updateTable('expert_sums')
    .set({
      concluded: stored.concluded - taken.concluded,
      panels: stored.panels - taken.panels,
      sum: stored.sum - taken.sum,
      squares: stored.squares - taken.squares,
      days: days.join(','),
    })
    .where(here)
    .execute();
}

/** Concluded reviews with their stored figures. */
export function reviewsWithFigures(db: Db) {
  return db
    .selectFrom('assessments')
    .innerJoin('review_figures', 'review_figures.assessment_id', 'assessments.id')
    .select([
      'id',
      'station_id',
      'division',
      'level',
      'standard_version',
      'concluded_at',
      'scores',
      'review_figures.experts',
    ]);
}

/** Moves a station's concluded reviews to the sums of another city. Call it when its division changes. */
export async function moveReviews(db: Db, station: string, from: string, to: string): Promise<void> {
  if (cityPlace(from) === cityPlace(to)) return;
  const rows = await reviewsWithFigures(db).where('station_id', '=', station).execute();
  const [moved, left] = [new ReviewSums(), new ReviewSums()];
  for (const row of rows) {
    const { scores, experts } = figuresOf(row);
    moved.addScores(cityPlace(from), concludedOf(row), scores, -1);
    moved.addScores(cityPlace(to), concludedOf(row), scores, 1);
    moved.addExperts(cityPlace(to), concludedOf(row), experts);
    left.addExperts(cityPlace(from), concludedOf(row), experts);
  }
  await moved.write(db);
  await left.takeExperts(db);
}

/** The place of the sums of a division's city. */
export function cityPlace(division: string): string {
  return divisionPrefix(cityOf(division) ?? division);
}
