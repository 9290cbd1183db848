import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { sorted, windowOf } from './paging.ts';

type Stations = SelectQueryBuilder<Schema, 'users', object>;
type Page = { page: number; size: number; desc: boolean };

/** The last day of the best rating that a station has on a day; null without one. */
const lastDay = (day: string): RawBuilder<string | null> =>
  sql`(SELECT until FROM ratings WHERE ratings.station_id = users.id AND ratings.until >= ${day}
    ORDER BY ratings.level LIMIT 1)`;

/** Few stations by the last day of their rating, those without one last, by account. */
export function orderedByRating<O>(query: SelectQueryBuilder<Schema, 'users', O>, day: string, desc: boolean) {
  return query
    .orderBy(lastDay(day), sorted(desc ? 'desc' : 'asc', 'last'))
    .orderBy('users.account_key')
    .orderBy('users.id');
}

/**
 * The ids of one page of many stations in that order. First come those with a rating, along the index of the last days:
 * `ratings` has such a day for each level and the worse ones, and the row of the best level is the one whose next better
 * level has none. The others follow, along the index of accounts.
 */
export async function pageByRating(
  db: Db,
  { rated, unrated }: { rated: Stations; unrated: Stations },
  counts: { total: number; rated: number },
  day: string,
  { page, size, desc }: Page,
): Promise<string[]> {
  const first = (page - 1) * size;
  const ids: string[] = [];
  if (first < counts.rated) {
    const { skipped, limit, backwards } = windowOf({ page, size }, counts.rated);
    const direction = desc !== backwards ? 'desc' : 'asc';
    const found = await withDays(db, rated, day)
      .orderBy(sql.ref('best.until'), direction)
      .orderBy(sql.ref('best.station_id'), direction)
      .select('users.id')
      .limit(limit)
      .offset(skipped)
      .execute();
    ids.push(...(backwards ? found.reverse() : found).map(({ id }) => id));
  }
  const left = Math.min(size, counts.total - first) - ids.length;
  if (left <= 0) return ids;
  const skipped = Math.max(0, first - counts.rated);
  const after = counts.total - counts.rated - skipped - left;
  const backwards = after < skipped;
  const direction = backwards ? 'desc' : 'asc';
  const found = await unrated
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ratings')
            .select('ratings.level')
            .whereRef('ratings.station_id', '=', 'users.id')
            .where('ratings.level', '=', 3)
            .where('ratings.until', '>=', day),
        ),
      ),
    )
    .orderBy('users.account_key', direction)
    .orderBy('users.id', direction)
    .select('users.id')
    .limit(left)
    .offset(backwards ? after : skipped)
    .execute();
  return [...ids, ...(backwards ? found.reverse() : found).map(({ id }) => id)];
}

/** Stations with the row of their best rating; SQLite goes through the ratings first. */
function withDays(db: Db, stations: Stations, day: string) {
  const on = sql<boolean>`${dialectOf(db) === 'postgres' ? sql`best.station_id` : sql`+best.station_id`} = users.id`;
  return stations
    .innerJoin('ratings as best', (join) => join.on(on))
    .where(sql<boolean>`best.until >= ${day}`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM ratings better
        WHERE better.station_id = best.station_id AND better.level = best.level - 1 AND better.until >= ${day})`,
    );
}
