import type { Scope } from '@shp/shared/domain/scope';
import { batchesOf } from './batches.ts';
import { contains, offsetOf } from './paging.ts';
import type { Db, UsersTable } from './schema.ts';
import { usersIn } from './scope.ts';

type Filter = { page: number; size: number; filter?: string | undefined; linked?: boolean | undefined };

/** Stations inside the scope, each `linked` to the aggregate account or null. */
export async function listLinkable(
  db: Db,
  scope: Scope,
  supervisor: string,
  filter: Filter,
): Promise<{ total: number; rows: (UsersTable & { linked: string | null })[] }> {
  let query = db
    .selectFrom('users')
    .leftJoin('links', (join) =>
      join.onRef('links.station_id', '=', 'users.id').on('links.supervisor_id', '=', supervisor),
    )
    .where('users.role', '=', 'station')
    .where('users.is_deleted', '=', 0)
    .where((eb) => usersIn(eb as never, scope));
  const text = filter.filter;
  if (text) query = query.where((eb) => eb.or([contains('users.name', text), contains('users.account_key', text)]));
  if (filter.linked !== undefined) query = query.where('links.station_id', filter.linked ? 'is not' : 'is', null);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('users')
    .select('links.station_id as linked')
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(filter.size)
    .offset(offsetOf(filter))
    .execute();
  return { total, rows };
}

export async function linkedIds(db: Db, supervisor: string): Promise<string[]> {
  const rows = await db.selectFrom('links').select('station_id').where('supervisor_id', '=', supervisor).execute();
  return rows.map((row) => row.station_id);
}

/** How many stations are linked; what is in the recycle bin is in no list. */
export async function countLinked(db: Db, supervisor: string): Promise<number> {
  const { count } = await db
    .selectFrom('links')
    .innerJoin('users', 'users.id', 'links.station_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('links.supervisor_id', '=', supervisor)
    .where('users.is_deleted', '=', 0)
    .executeTakeFirstOrThrow();
  return count;
}

/** Of these ids, those that are stations inside the scope and not deleted. */
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

export async function removeLinks(db: Db, supervisor: string, stations: readonly string[]): Promise<void> {
  for (const some of batchesOf(stations)) {
    await db.deleteFrom('links').where('supervisor_id', '=', supervisor).where('station_id', 'in', some).execute();
  }
}
