import { dayBounds } from '@shp/shared/domain/days';
import { cityOf, PROVINCE, stem } from '@shp/shared/domain/divisions';
import type { Role } from '@shp/shared/domain/roles';
import type { Scope } from '@shp/shared/domain/scope';
import type { Level, Status } from '@shp/shared/domain/statuses';
import { WAITING } from '@shp/shared/domain/waiting';
import { type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { oneOf } from './dialect.ts';
import { contains, sorted } from './paging.ts';
import type { Db, Schema } from './schema.ts';
import { asItIs, assessmentsIn, isOwn, type Ref, unlikely, within } from './scope.ts';
import { waitsFor } from './waiting.ts';
import { ANY, OWN, OWNED, SORT, WALK, type Way } from './ways.ts';

/** SPEC.md's query filter; `waiting` carries the caller that it waits for. */
export type AssessmentFilter = {
  station?: string | undefined;
  waiting?: { id: string; role: Role; division: string | null } | undefined;
  updatedSince?: string | undefined;
  status?: readonly Status[] | undefined;
  level?: readonly Level[] | undefined;
  province?: string | undefined;
  city?: string | undefined;
  county?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sortby?: keyof typeof SORT_COLUMNS | undefined;
  desc?: boolean | undefined;
};

const SORT_COLUMNS = {
  number: 'assessments.number',
  station: 'assessments.station_key',
  level: 'assessments.level',
  status: 'assessments.stage',
  stationScore: 'assessments.station_score',
  expertScore: 'assessments.expert_score',
  createdAt: 'assessments.created_at',
  submittedAt: 'assessments.submitted_at',
  concludedAt: 'assessments.concluded_at',
  validUntil: 'assessments.valid_until',
} as const;
const MAY_LACK: ReadonlySet<string> = new Set([
  'stationScore',
  'expertScore',
  'submittedAt',
  'concludedAt',
  'validUntil',
]);

/** `named`: the stations of a text, where they are known; `apart`: statuses are said by themselves. */
export type Search = AssessmentFilter & { named?: readonly string[] | null; apart?: boolean };

export function filtered(db: Db, scope: Scope, filter: Search, way: Way = ANY) {
  const { station, named, waiting, status, apart = false, level } = filter;
  // What waits for an expert is less than what is assigned.
  const own = isOwn(scope) && waiting?.role !== 'expert' ? way.own : way.filter;
  // Statuses and a division are in one index, which SQLite takes where it believes that a division is little.
  const bound = way === SORT ? unlikely : asItIs;
  let query = db
    .selectFrom('assessments')
    .where(way.flags('assessments.is_deleted'), '=', 0)
    .where((eb) => assessmentsIn(eb, scope, own, bound));
  if (named) query = query.where(oneOf(db, way.own('assessments.station_id'), named));
  else if (station !== undefined) {
    const byRow = way === WALK || isOwn(scope);
    query = query.where((eb) =>
      byRow ? isNamed(eb, station) : eb('assessments.station_id', 'in', stationsNamed(db, scope, filter, station)),
    );
  }
  if (waiting) query = query.where((eb) => waitsFor(eb, waiting, way));
  if (filter.updatedSince)
    query = query.where(way.filter('assessments.updated_at'), '>=', new Date(filter.updatedSince).toISOString());
  if (!apart && status && status.length > 0) query = query.where(way.filter('assessments.status'), 'in', [...status]);
  if (level && level.length > 0) query = query.where(way.filter('assessments.level'), 'in', [...level]);
  const bySent = filter.sortby === 'submittedAt';
  const byOwn = way === OWN || way === OWNED;
  const byCity = !byOwn && !apart && (isDated(filter) || (way !== SORT && bySent));
  for (const division of divisionsOf(filter)) {
    const isCity = cityOf(division) === division;
    query = query.where((eb) =>
      byCity && isCity ? inCity(division) : within(eb, 'assessments.division', division, way.filter, bound),
    );
  }
  const sent = (bySent ? sql.ref : way.filter)('assessments.submitted_at');
  if (filter.from) query = query.where(sent, '>=', dayBounds(filter.from).from);
  if (filter.to) query = query.where(sent, '<', dayBounds(filter.to).until);
  // None is submitted before it is made: what was made since then is not gone through.
  if (filter.to && byCreation(filter))
    query = query.where(way.order('assessments.created_at'), '<', dayBounds(filter.to).until);
  return query;
}

export function isDated({ from, to }: AssessmentFilter): boolean {
  return from !== undefined || to !== undefined;
}

function byCreation({ sortby = 'createdAt' }: AssessmentFilter): boolean {
  return sortby === 'createdAt';
}

/** The statuses of a filter, where each of them has an index in the order that is asked for. */
export function statusesInOrder({ status, waiting, sortby = 'createdAt' }: AssessmentFilter): Status[] {
  if (sortby !== 'createdAt' && sortby !== 'submittedAt') return [];
  const waits = waiting && WAITING[waiting.role].flatMap((row) => row.status);
  const asked = status?.length ? status : (waits ?? []);
  return [...new Set(asked)].filter((one) => waits?.includes(one) ?? true);
}

/** What is gone through from one end of an order until a page is full. */
export function goneThrough(filter: AssessmentFilter): AssessmentFilter {
  const { from, to, city, desc, sortby } = filter;
  const status = statusesInOrder(filter);
  const bySent = sortby === 'submittedAt';
  const byDays = bySent || (byCreation(filter) && (desc ?? sortby === undefined));
  return { status, ...(byDays ? { from, to } : {}), ...(bySent && status.length === 0 ? { city } : {}) };
}

/** As the index says it that has each city's assessments in the order of their submission. */
function inCity(city: string) {
  return sql<SqlBool>`substr(${sql.ref('assessments.division')}, 1, 4) = ${stem(city)}`;
}

export function divisionsOf({ province, city, county }: AssessmentFilter): string[] {
  return [province, city, county].flatMap((one) => (one && one !== PROVINCE ? one : []));
}

/** The part of the region that a scope is; none where it is all of it, or no part of it. */
export function placeOf(scope: Scope): string[] {
  return scope.kind === 'division' && scope.division !== PROVINCE ? [scope.division] : [];
}

function isNamed(eb: ExpressionBuilder<Schema, 'assessments'>, text: string) {
  return eb.or([contains('assessments.station_name', text), eb('assessments.station_id', '=', text)]);
}

/** The same by the stations, of which there are fewer than assessments. */
export function stationsNamed(db: Db, scope: Scope, filter: AssessmentFilter, text: string) {
  const divisions = [...placeOf(scope), ...divisionsOf(filter)];
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'station')
    .where('users.is_deleted', 'in', [0, 1])
    .where((user) => user.and(divisions.map((division) => within(user, 'users.division', division))))
    .where((user) => user.or([contains('users.name', text), user('users.id', '=', text)]));
}

type Order = { ref?: Ref; backwards?: boolean };

export function ordered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  filter: AssessmentFilter,
  { ref = sql.ref, backwards = false }: Order = {},
) {
  const field = filter.sortby ?? 'createdAt';
  const direction = (filter.desc ?? filter.sortby === undefined) !== backwards ? 'desc' : 'asc';
  return query
    .orderBy(ref(SORT_COLUMNS[field]), sorted(direction, MAY_LACK.has(field)))
    .orderBy(sql.ref('assessments.id'), direction);
}

/**
 * The ids of what is found in its order. Where an order is walked, the orders of statuses are walked side by side: what is
 * under way is new and what is concluded is old, so that in the order of all much else may lie before the first.
 */
export function inOrder(db: Db, scope: Scope, search: Search, way: Way, backwards = false) {
  const columns = ['assessments.id', SORT_COLUMNS[search.sortby ?? 'createdAt']] as const;
  const statuses = way.order === sql.ref ? statusesInOrder(search) : [];
  const apart = statuses.length > 0;
  const found = filtered(db, scope, { ...search, apart }, way).select(columns);
  const any = ordered(found, search, { ref: way.order, backwards });
  // PostgreSQL merges orders only where each is said by itself, SQLite only where what they go by is selected.
  const [first, ...others] = statuses.map((status) =>
    db.selectFrom(any.where('assessments.status', '=', status).as('assessments')).select(columns),
  );
  if (!first) return any;
  const all = others.reduce((merged, next) => merged.unionAll(next), first).as('assessments');
  return ordered(db.selectFrom(all).select(columns), search, { backwards });
}
