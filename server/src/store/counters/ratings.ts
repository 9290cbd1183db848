import type { Rating } from '@shp/shared/api/objects';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import type { Rated } from '@shp/shared/domain/lib/lists';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../schema/schema.ts';

/*
 * `ratings`: the last day on which a station (not deleted) has a rating of this level or better. `rating_ends`: the
 * number of stations by such a day. Triggers update both in the transaction of each change, so that counting the
 * stations of a level on a day adds up some thousand days (three years), not all stations.
 */

const untils = (condition: string) => `SELECT a.station_id, levels.level AS level, max(a.valid_until) AS until
  FROM assessments a JOIN users u ON u.id = a.station_id AND u.is_deleted = 0
    JOIN (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3) levels ON a.level <= levels.level
  WHERE a.status = 'passed' AND a.is_deleted = 0 AND a.valid_until IS NOT NULL AND ${condition}
  GROUP BY a.station_id, levels.level`;

/** Fills `ratings` from all assessments; triggers then fill `rating_ends`. */
export const ratingsFilled = `INSERT INTO ratings (station_id, level, until) ${untils('1 = 1')}`;

/** The correct content of `ratings`, computed from every assessment. */
export const ratingsNow = () =>
  sql<{ station_id: string; level: number; until: string }>`(${sql.raw(untils('1 = 1'))})`;

/** The number of stations with best rating level 2 on a day, and with level 3. */
export async function ratedOn(db: Db, day: string): Promise<{ level2: number; level3: number }> {
  const rows = await db
    .selectFrom('rating_ends')
    .select(({ fn }) => ['level', fn.sum<number>('count').as('count')])
    .where('level', 'in', [1, 2, 3])
    .where('until', '>=', day)
    .groupBy('level')
    .execute();
  // Each count covers its level and better ones.
  const [one = 0, two = 0, three = 0] = [1, 2, 3].map((level) => rows.find((row) => row.level === level)?.count);
  return { level2: two - one, level3: three - two };
}

/** The number of stations with any rating on a day. */
export async function countRated(db: Db, day: string): Promise<number> {
  const { count } = await db
    .selectFrom('rating_ends')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql<number>`0`).as('count'))
    .where('level', '=', 3)
    .where('until', '>=', day)
    .executeTakeFirstOrThrow();
  return count;
}

/** Filters stations by their best rating on the day `on`: its level, and whether it ends within `expiring` days. */
export type RatingFilter = { on: string; rated?: Rated | undefined; expiring?: number | undefined };

/** The filter for the day of a call; undefined if the call does not filter by rating. */
export function ratingFilter(on: string, asked: Omit<RatingFilter, 'on'>): RatingFilter | undefined {
  return asked.rated === undefined && asked.expiring === undefined ? undefined : { on, ...asked };
}

/** The day `expiring` days after `on`. */
const dayAfter = ({ on, expiring = 0 }: RatingFilter) =>
  dayOf(new Date(Date.parse(`${on}T00:00:00+08:00`) + expiring * DAY));

/**
 * Whether a station's best rating matches the filter. `ratings` has, for each level, the end of that level or a better
 * one.
 */
export function isRated(eb: ExpressionBuilder<Schema, 'users'>, filter: RatingFilter): Expression<SqlBool> {
  const valid = (level: Level) =>
    eb.exists(
      eb
        .selectFrom('ratings')
        .select('ratings.level')
        .whereRef('ratings.station_id', '=', 'users.id')
        .where('ratings.level', '=', level)
        .where('ratings.until', '>=', filter.on),
    );
  const conditions: Expression<SqlBool>[] = [];
  const { rated } = filter;
  if (rated === 'none') conditions.push(eb.not(valid(3)));
  else if (rated === 'any') conditions.push(valid(3));
  else if (rated !== undefined) {
    const level = Number(rated) as Level;
    conditions.push(valid(level));
    if (level > 1) conditions.push(eb.not(valid((level - 1) as Level)));
  }
  if (filter.expiring !== undefined) {
    const best = eb
      .selectFrom('ratings')
      .select('ratings.until')
      .whereRef('ratings.station_id', '=', 'users.id')
      .where('ratings.until', '>=', filter.on)
      .orderBy('ratings.level')
      .limit(1);
    conditions.push(eb(best, '<=', dayAfter(filter)));
  }
  return eb.and(conditions);
}

/** The best rating of each station that is valid on a day, with the newest assessment that gave it. */
export async function ratingsOf(db: Db, stations: readonly string[], day: string): Promise<Map<string, Rating>> {
  if (stations.length === 0) return new Map();
  const rows = await db
    .selectFrom('ratings as r')
    .innerJoin('assessments as a', (join) =>
      join
        .onRef('a.station_id', '=', 'r.station_id')
        .onRef('a.level', '=', 'r.level')
        // Else SQLite would read every passed assessment by an index of `valid_until` instead of the station's few.
        .on(sql<SqlBool>`coalesce(a.valid_until, '') = r.until`)
        .on('a.is_deleted', '=', 0)
        .on('a.status', '=', 'passed'),
    )
    .select(['r.station_id', 'a.level', 'r.until', 'a.id'])
    .where('r.station_id', 'in', [...stations])
    .where('r.until', '>=', day)
    .orderBy('r.level', 'desc')
    .orderBy('a.concluded_at')
    .orderBy('a.id')
    .execute();
  // Sorted so that the best rating comes last and wins.
  return new Map(
    rows.map((row) => [row.station_id, { level: row.level, validUntil: row.until, assessmentId: row.id }]),
  );
}
