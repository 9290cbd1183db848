import type { Scope } from '@shp/shared/domain/accounts/scope';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { EXPIRING_DAYS, type RatedGroup } from '@shp/shared/domain/statistics/ratings';
import { sql } from 'kysely';
import { usersIn, within } from '../lists/scope.ts';
import type { Db } from '../schema/schema.ts';
import { summedArea } from './selection.ts';

/** A station's best valid rating as its level followed by its last day: the least text is the best level. */
const bestRating = (today: string) =>
  sql<string | null>`(SELECT min(CAST(level AS TEXT) || until) FROM ratings
    WHERE ratings.station_id = users.id AND until >= ${today})`;

/** The stations of a scope in a division, by division and best rating valid on a day. */
export async function ratedStations(db: Db, scope: Scope, area: string, today: string): Promise<RatedGroup[]> {
  const ends = EXPIRING_DAYS.map((days) => dayOf(new Date(Date.parse(`${today}T00:00:00+08:00`) + days * DAY)));
  let stations = db
    .selectFrom('users')
    .select(['users.division', 'users.capacity', bestRating(today).as('best')])
    .where('users.role', '=', 'station')
    .where('users.is_deleted', '=', 0)
    .where((eb) => within(eb, 'users.division', area));
  if (summedArea({ scope }) === null) stations = stations.where((eb) => usersIn(eb, scope));
  const level = sql<string | null>`substr(best, 1, 1)`;
  // Materialized: inside a subquery, SQLite would look for the best rating again in each column that names it.
  const rows = await db
    .with(
      (name) => name('stations').materialized(),
      () => stations,
    )
    .selectFrom('stations')
    .select(({ fn }) => [
      'stations.division',
      level.as('level'),
      fn.countAll<number>().as('stations'),
      fn.sum<number | null>('stations.capacity').as('capacity'),
      ...ends.map((end, index) =>
        fn
          .countAll<number>()
          .filterWhere(sql<string>`substr(best, 2)`, '<=', end)
          .as(`expiring${index}` as `expiring${number}`),
      ),
    ])
    .groupBy(['stations.division', level])
    .execute();
  return rows.map((row) => ({
    division: row.division ?? '',
    level: row.level === null ? null : (Number(row.level) as Level),
    stations: row.stations,
    capacity: row.capacity ?? 0,
    expiring: EXPIRING_DAYS.map((_, index) => row[`expiring${index}`] ?? 0),
  }));
}
