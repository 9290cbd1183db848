import type { Level } from '@shp/shared/domain/assessment/statuses';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { EXPIRING_DAYS, type RatedGroup } from '@shp/shared/domain/statistics/ratings';
import { usersIn, within } from '../lists/scope.ts';
import type { Db } from '../schema/schema.ts';
import type { Selection } from './selection.ts';

/** The stations by division and best rating valid on a day. */
export async function ratedStations(
  db: Db,
  { scope, division }: Omit<Selection, 'level'>,
  today: string,
): Promise<RatedGroup[]> {
  const best = db
    .selectFrom('ratings')
    .select(({ fn }) => ['station_id', fn.min<Level>('level').as('level')])
    .where('until', '>=', today)
    .groupBy('station_id');
  const ends = EXPIRING_DAYS.map((days) => dayOf(new Date(Date.parse(`${today}T00:00:00+08:00`) + days * DAY)));
  let stations = db
    .selectFrom('users')
    .select(['users.id', 'users.division', 'users.capacity'])
    .where('users.role', '=', 'station')
    .where('users.is_deleted', '=', 0)
    .where((eb) => usersIn(eb, scope));
  if (division !== undefined) stations = stations.where((eb) => within(eb, 'users.division', division));
  const rows = await db
    .selectFrom(stations.as('stations'))
    .leftJoin(best.as('best'), 'best.station_id', 'stations.id')
    .leftJoin('ratings', (join) =>
      join.onRef('ratings.station_id', '=', 'best.station_id').onRef('ratings.level', '=', 'best.level'),
    )
    .select(({ fn }) => [
      'stations.division',
      'best.level',
      fn.countAll<number>().as('stations'),
      fn.sum<number | null>('stations.capacity').as('capacity'),
      ...ends.map((end, place) =>
        fn
          .countAll<number>()
          .filterWhere('ratings.until', '<=', end)
          .as(`expiring${place}` as `expiring${number}`),
      ),
    ])
    .groupBy(['stations.division', 'best.level'])
    .execute();
  return rows.map((row) => ({
    division: row.division ?? '',
    level: row.level,
    stations: row.stations,
    capacity: row.capacity ?? 0,
    expiring: EXPIRING_DAYS.map((_, place) => row[`expiring${place}`] ?? 0),
  }));
}
