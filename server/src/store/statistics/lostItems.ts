import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { dayBounds } from '@shp/shared/domain/lib/days';
import type { StationLosses } from '@shp/shared/domain/statistics/lostItems';
import { areaOf } from '@shp/shared/domain/statistics/ratings';
import { sql } from 'kysely';
import { usersIn, within } from '../lists/scope.ts';
import type { Db } from '../schema/schema.ts';
import type { ReviewSelection } from './reviews.ts';
import { summedArea } from './selection.ts';

/** The items that stations lost points at in the selected reviews, by station. */
export async function lossesByStation(db: Db, selection: ReviewSelection): Promise<StationLosses[]> {
  const { scope, division, level, period, version } = selection;
  const area = areaOf(scope, division);
  if (area === null) return [];
  let losses = db
    .selectFrom('lost_items')
    .select(['station_id as station', 'version', sql<string>`string_agg(items, '')`.as('items')])
    .groupBy(['station_id', 'version'])
    .orderBy('station_id')
    .orderBy('version');
  // A review belongs to the division of its station.
  if (area !== PROVINCE || summedArea({ scope }) === null)
    losses = losses.where('station_id', 'in', (eb) => {
      const stations = eb.selectFrom('users').select('users.id').where('users.role', '=', 'station');
      const inScope = stations.where((of) => usersIn(of, scope));
      return area === PROVINCE ? inScope : inScope.where((of) => within(of, 'users.division', area));
    });
  if (level?.length) losses = losses.where('level', 'in', [...level]);
  if (version !== undefined) losses = losses.where('version', '=', version);
  if (period.from !== undefined) losses = losses.where('concluded_at', '>=', dayBounds(period.from).from);
  if (period.to !== undefined) losses = losses.where('concluded_at', '<', dayBounds(period.to).until);
  return losses.execute();
}
