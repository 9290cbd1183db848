import { KIND_ROLES, type UserKind, type UserRole } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { type SelectQueryBuilder, sql } from 'kysely';
import { countRated, isRated, type RatingFilter } from '../counters/ratings.ts';
import { streamRows } from '../db/batches.ts';
import { jsonHolds, oneOf } from '../db/dialect.ts';
import type { UserRow } from '../repositories/users.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { orderedByRating, pageByRating } from './byRating.ts';
import {
  BY_OTHER_TABLE,
  hintFor,
  type IndexHint,
  MAX_MATCHES_BY_ID,
  NO_HINT,
  SORT_MATCHES,
  SORT_OWN_ROWS,
  WALK_LIST_ORDER,
} from './indexHints.ts';
import { contains, type Empties, emptiesOf, isTwoOrders, sorted, windowOf } from './paging.ts';
import { isOwn, isWhole, usersIn, within } from './scope.ts';

/** The filters of all user lists; each call's schema decides which a caller may use. */
export type UserFilter = {
  isDeleted: boolean;
  keyword?: string | undefined;
  /** One of the roles in the list. */
  role?: UserRole | undefined;
  specialty?: string | undefined;
  division?: string | undefined;
  province?: string | undefined;
  city?: string | undefined;
  county?: string | undefined;
  /** Stations linked to an aggregate account, or not linked to it. */
  links?: { to: string; are: boolean } | undefined;
  /** For stations: their rating. */
  rating?: RatingFilter | undefined;
  /** For stations: the day on which a rating is valid, for the order by its last day. */
  day?: string | undefined;
  /** For stations: their capacity in kW, both ends included. */
  capacityFrom?: number | undefined;
  capacityTo?: number | undefined;
  sortBy?:
    | 'name'
    | 'account'
    | 'division'
    | 'createdAt'
    | 'lastLoginAt'
    | 'capacity'
    | 'load'
    | 'ratedUntil'
    | undefined;
  desc?: boolean | undefined;
};
type Page = { page: number; size: number };

const SORT_COLUMNS = {
  name: 'users.name_key',
  account: 'users.account_key',
  division: 'users.division',
  createdAt: 'users.created_at',
  lastLoginAt: 'users.last_login_at',
  capacity: 'users.capacity',
  load: 'users.load',
} as const;
const MAY_LACK: ReadonlySet<string> = new Set(['division', 'lastLoginAt', 'capacity']);

type Users = SelectQueryBuilder<Schema, 'users', object>;

function filtered(db: Db, scope: Scope, kind: UserKind, filter: UserFilter, hint: IndexHint = NO_HINT) {
  let query = db
    .selectFrom('users')
    .where(hint.flags('users.role'), 'in', filter.role ? [filter.role] : [...KIND_ROLES[kind]])
    .where(hint.flags('users.is_deleted'), '=', filter.isDeleted ? 1 : 0);
  // An expert may review in any division, so every manager lists all of them (docs/spec/wire.md#calls "Users").
  if (kind !== 'experts') query = query.where((eb) => usersIn(eb, scope, isOwn(scope) ? hint.own : hint.filter));
  else if (scope.kind === 'none') query = query.where(sql<boolean>`1 = 0`);
  const { keyword, specialty, links, rating, capacityFrom, capacityTo } = filter;
  if (links)
    query = query.where((eb) =>
      eb(
        (links.are ? hint.own : hint.filter)('users.id'),
        links.are ? 'in' : 'not in',
        eb.selectFrom('links').select('links.station_id').where('links.supervisor_id', '=', links.to),
      ),
    );
  if (keyword)
    query = query.where((eb) => eb.or([contains('users.name', keyword), contains('users.account_key', keyword)]));
  if (specialty) query = query.where(jsonHolds(db, 'users.profile', 'specialties', specialty));
  if (rating) query = query.where((eb) => isRated(eb, rating));
  if (capacityFrom !== undefined) query = query.where(hint.filter('users.capacity'), '>=', capacityFrom);
  if (capacityTo !== undefined) query = query.where(hint.filter('users.capacity'), '<=', capacityTo);
  for (const division of [filter.division, filter.province, filter.city, filter.county]) {
    if (division) query = query.where((eb) => within(eb, 'users.division', division, hint.filter));
  }
  return query;
}

/** The total of a list. */
export async function countUsers(db: Db, scope: Scope, kind: UserKind, filter: UserFilter): Promise<number> {
  const hint = narrowHint(db, scope, kind, filter) ?? hintFor(db, WALK_LIST_ORDER);
  const counted = filtered(db, scope, kind, filter, hint).select(({ fn }) => fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** The index hint for finding a filter's rows directly, without walking the list order; null if no index does. */
function narrowHint(db: Db, scope: Scope, kind: UserKind, filter: UserFilter): IndexHint | null {
  const { links, keyword, division, city, county } = filter;
  const scoped = kind === 'experts' ? 'all' : scope.kind;
  if (scoped === 'linked' || scoped === 'assigned' || scoped === 'self' || links?.are)
    return hintFor(db, SORT_OWN_ROWS);
  return scoped === 'division' || keyword || division || city || county ? hintFor(db, SORT_MATCHES) : null;
}

/** The ids of the users that match; null if there are many. */
async function fewFound(db: Db, scope: Scope, kind: UserKind, filter: UserFilter): Promise<string[] | null> {
  const hint = narrowHint(db, scope, kind, filter);
  if (hint === null) return null;
  const found = await filtered(db, scope, kind, filter, hint)
    .select('users.id')
    .limit(MAX_MATCHES_BY_ID + 1)
    .execute();
  return found.length > MAX_MATCHES_BY_ID ? null : found.map(({ id }) => id);
}

/** One page of users of a kind in the scope. The total is also right beyond the last page. */
export async function listUsers(
  db: Db,
  scope: Scope,
  kind: UserKind,
  filter: UserFilter & Page,
): Promise<{ total: number; rows: UserRow[] }> {
  const few = await fewFound(db, scope, kind, filter);
  const total = few ? few.length : await countUsers(db, scope, kind, filter);
  const { skipped, limit, backwards } = windowOf(filter, total);
  if (limit <= 0) return { total, rows: [] };
  const { sortBy, day } = filter;
  if (sortBy === 'ratedUntil' && day !== undefined) {
    const ids = await idsByRating(db, scope, kind, { ...filter, day }, few, total);
    return { total, rows: await rowsOf(db, ids) };
  }
  // Searching, skipping and sorting use only an index; only the page's rows come from the table.
  const hint = hintFor(db, few ? SORT_OWN_ROWS : WALK_LIST_ORDER);
  const sought = few
    ? db.selectFrom('users').where(oneOf(db, sql.ref('users.id'), few))
    : filtered(db, scope, kind, filter, hint);
  const found = await pageInOrder(db, sought, filter, hint, { skipped, limit, backwards }).execute();
  const ids = (backwards ? found.reverse() : found).map(({ id }) => id);
  return { total, rows: await rowsOf(db, ids) };
}

/** The rows of these ids, in their order. */
async function rowsOf(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whether a list has every station of the region; then counters know how many have a rating. */
function isEveryone(scope: Scope, filter: UserFilter): boolean {
  const { isDeleted, keyword, links, capacityFrom, capacityTo, division, province, city, county } = filter;
  const narrow = [keyword, links, capacityFrom, capacityTo, division, province, city, county];
  return isWhole(scope) && !isDeleted && narrow.every((one) => one === undefined);
}

/** The ids of a page of stations by the last day of their rating; `few`: those of all stations that match. */
async function idsByRating(
  db: Db,
  scope: Scope,
  kind: UserKind,
  filter: UserFilter & Page & { day: string },
  few: readonly string[] | null,
  total: number,
): Promise<string[]> {
  const { page, size, day, desc = false, rating } = filter;
  if (few) {
    const sought = db.selectFrom('users').where(oneOf(db, sql.ref('users.id'), few));
    const found = await orderedByRating(sought, day, desc)
      .select('users.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    return found.map(({ id }) => id);
  }
  const rated =
    rating === undefined
      ? isEveryone(scope, filter)
        ? await countRated(db, day)
        : await countUsers(db, scope, kind, { ...filter, rating: { on: day, rated: 'any' } })
      : rating.rated === 'none'
        ? 0
        : total;
  const parts = {
    rated: filtered(db, scope, kind, filter, hintFor(db, BY_OTHER_TABLE)),
    unrated: filtered(db, scope, kind, filter, hintFor(db, WALK_LIST_ORDER)),
  };
  return pageByRating(db, parts, { total, rated }, day, { page, size, desc });
}

function sortColumn({ sortBy = 'createdAt' }: UserFilter) {
  return SORT_COLUMNS[sortBy === 'ratedUntil' ? 'account' : sortBy];
}

function isNullableSort({ sortBy = 'createdAt' }: UserFilter): boolean {
  return MAY_LACK.has(sortBy);
}

function isDescending({ sortBy, desc }: UserFilter): boolean {
  return desc ?? sortBy === undefined;
}

function ordered<O>(
  query: SelectQueryBuilder<Schema, 'users', O>,
  filter: UserFilter,
  hint: IndexHint = NO_HINT,
  backwards = false,
  empties: Empties = emptiesOf(isNullableSort(filter), backwards),
) {
  const direction = isDescending(filter) !== backwards ? 'desc' : 'asc';
  return query.orderBy(hint.order(sortColumn(filter)), sorted(direction, empties)).orderBy('users.id', direction);
}

type Window = { skipped: number; limit: number; backwards: boolean };

/** The ids of one page of a list. */
function pageInOrder(
  db: Db,
  sought: Users,
  filter: UserFilter,
  hint: IndexHint,
  { skipped, limit, backwards }: Window,
) {
  const column = sortColumn(filter);
  const columns = ['users.id', column] as const;
  if (!isTwoOrders(db, isNullableSort(filter), isDescending(filter)))
    return ordered(sought, filter, hint, backwards).limit(limit).offset(skipped).select(columns);
  const part = (lacking: boolean) => {
    const rows = ordered(
      sought.where(sql.ref(column), lacking ? 'is' : 'is not', null),
      filter,
      hint,
      backwards,
      'asIndexed',
    );
    return db
      .selectFrom(
        rows
          .select(columns)
          .limit(skipped + limit)
          .as('users'),
      )
      .select(columns);
  };
  const both = db.selectFrom(part(false).unionAll(part(true)).as('users')).select(columns);
  return ordered(both, filter, NO_HINT, backwards).limit(limit).offset(skipped);
}

/** Every user of a list in order, in batches of `batch`, for exports. */
export function walkUsers(
  db: Db,
  scope: Scope,
  kind: UserKind,
  filter: UserFilter,
  batch: number,
): AsyncGenerator<UserRow[]> {
  const { sortBy, day, desc = false } = filter;
  const found = filtered(db, scope, kind, filter);
  const rows =
    sortBy === 'ratedUntil' && day !== undefined ? orderedByRating(found, day, desc) : ordered(found, filter);
  return streamRows(db, rows.selectAll('users'), batch);
}
