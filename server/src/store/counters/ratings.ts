import type { Rating } from '@shp/shared/api/objects';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import type { Rated } from '@shp/shared/domain/lib/lists';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../schema/schema.ts';

/*
 * `ratings`: until which day a station that is not deleted has a rating of a level or a better one. `rating_ends`: how
 * many stations there are of each such day. Triggers keep both in the transaction of each change, so that the stations of
 * a level on any day are counted by days, of which three years have some thousand, and not by stations.
 */

const untils = (condition: string) => `SELECT a.station_id, levels.level AS level, max(a.valid_until) AS until
  FROM assessments a JOIN users u ON u.id = a.station_id AND u.is_deleted = 0
    JOIN (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3) levels ON a.level <= levels.level
  WHERE a.status = 'passed' AND a.is_deleted = 0 AND a.valid_until IS NOT NULL AND ${condition}
  GROUP BY a.station_id, levels.level`;

/** Fills the ratings from all assessments; their days follow by themselves. */
export const ratingsFilled = `INSERT INTO ratings (station_id, level, until) ${untils('1 = 1')}`;

/** What `ratings` has, computed from every assessment. */
export const ratingsNow = () =>
  sql<{ station_id: string; level: number; until: string }>`(${sql.raw(untils('1 = 1'))})`;

/** The stations whose best rating on a day is of level 2, and of level 3. */
export async function ratedOn(db: Db, day: string): Promise<{ level2: number; level3: number }> {
  const rows = await db
    .selectFrom('rating_ends')
    .select(({ fn }) => ['level', fn.sum<number>('count').as('count')])
    .where('level', 'in', [1, 2, 3])
    .where('until', '>=', day)
    .groupBy('level')
    .execute();
  // Of this level or a better one.
  const [one = 0, two = 0, three = 0] = [1, 2, 3].map((level) => rows.find((row) => row.level === level)?.count);
  return { level2: two - one, level3: three - two };
}

/** A filter of stations by their best rating on a day: its level, and that it ends within so many days. */
export type RatingFilter = { on: string; rated?: Rated | undefined; expiring?: number | undefined };

/** The filter of a call made on a day; undefined where it asks for no rating. */
export function ratingFilter(on: string, asked: Omit<RatingFilter, 'on'>): RatingFilter | undefined {
  return asked.rated === undefined && asked.expiring === undefined ? undefined : { on, ...asked };
}

/** `expiring` days later than `on`. */
const dayAfter = ({ on, expiring = 0 }: RatingFilter) =>
  dayOf(new Date(Date.parse(`${on}T00:00:00+08:00`) + expiring * DAY));

/** Whether a station's best rating is as the filter has it. `ratings` has for each level the end of that or a better one. */
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

/** The best rating of each of these stations that is valid on a day, and the newest assessment that gave it. */
export async function ratingsOf(db: Db, stations: readonly string[], day: string): Promise<Map<string, Rating>> {
  if (stations.length === 0) return new Map();
  const rows = await db
    .selectFrom('ratings as r')
    .innerJoin('assessments as a', (join) =>
      join
        .onRef('a.station_id', '=', 'r.station_id')
        .onRef('a.level', '=', 'r.level')
        .onRef('a.valid_until', '=', 'r.until')
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
  // The best one comes last, and stays.
  return new Map(
    rows.map((row) => [row.station_id, { level: row.level, validUntil: row.until, assessmentId: row.id }]),
  );
}
