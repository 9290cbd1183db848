import type { LatestAssessment } from '@shp/shared/api/objects';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { batchesOf } from '../db/batches.ts';
import { usersIn } from '../lists/scope.ts';
import { listUsers, type UserFilter } from '../lists/users.ts';
import type { Db } from '../schema/schema.ts';
import type { UserRow } from './users.ts';

type Filter = Pick<UserFilter, 'rating' | 'day' | 'sortBy' | 'desc'> & {
  page: number;
  size: number;
  filter?: string | undefined;
  linked?: boolean | undefined;
};

/** Stations in the scope; `linked`: whether each is linked to the aggregate account. */
export async function listLinkable(
  db: Db,
  scope: Scope,
  supervisor: string,
  { filter: keyword, linked, ...page }: Filter,
): Promise<{ total: number; rows: (UserRow & { linked: boolean })[] }> {
  const links = linked === undefined ? undefined : { to: supervisor, are: linked };
  const filter = { isDeleted: false, keyword, links, ...page };
  const { total, rows } = await listUsers(db, scope, 'stations', filter);
  const known = await linkedAmong(
    db,
    supervisor,
    rows.map(({ id }) => id),
  );
  return { total, rows: rows.map((row) => ({ ...row, linked: known.has(row.id) })) };
}

async function linkedAmong(db: Db, supervisor: string, stations: readonly string[]): Promise<Set<string>> {
  if (stations.length === 0) return new Set();
  const rows = await db
    .selectFrom('links')
    .select('station_id')
    .where('supervisor_id', '=', supervisor)
    .where('station_id', 'in', [...stations])
    .execute();
  return new Set(rows.map((row) => row.station_id));
}

/** The newest assessment of each station. */
export async function latestOf(db: Db, stations: readonly string[]): Promise<Map<string, LatestAssessment>> {
  if (stations.length === 0) return new Map();
  const rows = await db
    .selectFrom('assessments')
    .select(['station_id', 'id', 'status'])
    .where('station_id', 'in', [...stations])
    .where('is_deleted', '=', 0)
    .orderBy('station_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  // A station has few; the newest comes last and wins.
  return new Map(rows.map(({ station_id, id, status }) => [station_id, { id, status }]));
}

/** Whether a station is linked to any aggregate account. */
export async function isLinked(db: Db, station: string): Promise<boolean> {
  const row = await db.selectFrom('links').select('station_id').where('station_id', '=', station).executeTakeFirst();
  return row !== undefined;
}

/** The linked stations, including those in the recycle bin. */
export async function linkedStations(db: Db, supervisor: string): Promise<Pick<UserRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.station_id')
    .select(['users.id', 'users.name'])
    .where('links.supervisor_id', '=', supervisor)
    .execute();
}

/** The number of linked stations, without those in the recycle bin, which no list shows. */
export async function countLinked(db: Db, supervisor: string): Promise<number> {
  return (await linkCounts(db, [supervisor])).get(supervisor) ?? 0;
}

/** That number of each of these aggregate accounts; without links it is absent. */
export async function linkCounts(db: Db, supervisors: readonly string[]): Promise<Map<string, number>> {
  if (supervisors.length === 0) return new Map();
  const rows = await db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.station_id')
    .select(({ fn }) => ['links.supervisor_id', fn.countAll<number>().as('count')])
    .where('links.supervisor_id', 'in', [...supervisors])
    .where('users.is_deleted', '=', 0)
    .groupBy('links.supervisor_id')
    .execute();
  return new Map(rows.map(({ supervisor_id, count }) => [supervisor_id, count]));
}

/** Those of these ids that are stations in the scope and not deleted. */
export async function stationsAmong(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const some of batchesOf(ids)) {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', some)
      .where('role', '=', 'station')
      .where('is_deleted', '=', 0)
      .where((eb) => usersIn(eb, scope))
      .execute();
    for (const row of rows) found.add(row.id);
  }
  return found;
}

/** Links stations to an aggregate account; existing links stay. */
export async function addLinks(db: Db, supervisor: string, stations: readonly string[]): Promise<void> {
  for (const some of batchesOf(stations)) {
    const values = some.map((station) => ({ supervisor_id: supervisor, station_id: station }));
    await db
      .insertInto('links')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Unlinks stations from an aggregate account. */
export async function removeLinks(db: Db, supervisor: string, stations: readonly string[]): Promise<void> {
  for (const some of batchesOf(stations)) {
    await db.deleteFrom('links').where('supervisor_id', '=', supervisor).where('station_id', 'in', some).execute();
  }
}
