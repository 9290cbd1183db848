import { cityOf, PROVINCE, stem } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { CONCLUDED, type Level, type Status } from '@shp/shared/domain/assessment/statuses';
import { WAITING } from '@shp/shared/domain/assessment/todo';
import { dayBounds } from '@shp/shared/domain/lib/days';
import { type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { oneOf } from '../db/dialect.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { ANY, OWN, OWNED, SORT, WALK, type Way, wayOf } from './indexHints.ts';
import { contains, type Empties, emptiesOf, isTwoOrders, sorted } from './paging.ts';
import { asItIs, assessmentsIn, isOwn, type Ref, unlikely, within } from './scope.ts';
import { type WaitingFor, waitsFor } from './todoFilter.ts';

/**
 * The filter of the list of assessments (docs/spec/wire.md#assessments). `waiting` holds the caller and the exceptions
 * of the four-eyes rule.
 */
export type AssessmentFilter = {
  station?: string | undefined;
  /** true: ever submitted; false: never. */
  submitted?: boolean | undefined;
  waiting?: WaitingFor | undefined;
  updatedSince?: string | undefined;
  /**
   * The viewer, so that `updatedSince` only considers changes that this viewer may notice. Absent for the server
   * itself.
   */
  viewer?: { id: string; role: Role } | undefined;
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

/**
 * `named`: ids of the stations that match the text, if known. `ids`: only these. `apart`: the caller adds the condition
 * on the status. `lacking`: only rows without, or only rows with, a value in the sort column.
 */
export type Search = AssessmentFilter & {
  named?: readonly string[] | null;
  ids?: readonly string[];
  apart?: boolean;
  lacking?: boolean;
};

export function filtered(db: Db, scope: Scope, filter: Search, way: Way = ANY) {
  const { station, named, ids, submitted, waiting, status, apart = false, level } = filter;
  // An expert's open reviews are fewer than its assigned ones, so do not search by assignment.
  const own = isOwn(scope) && waiting?.role !== 'expert' ? way.own : way.filter;
  // SQLite uses the index on status and division only if it expects few rows in the division.
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
  if (ids) query = query.where(oneOf(db, way.own('assessments.id'), ids));
  if (waiting) query = query.where((eb) => waitsFor(eb, waiting, way));
  if (filter.updatedSince) {
    const since = new Date(filter.updatedSince).toISOString();
    query = query.where((eb) => changedSince(eb, since, filter.viewer, way));
  }
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
  // `submitted_at` never becomes null again, even when an application is taken back or returned.
  if (submitted !== undefined)
    query = query.where(way.filter('assessments.submitted_at'), submitted ? 'is not' : 'is', null);
  if (filter.lacking !== undefined)
    query = query.where(sql.ref(sortColumn(filter)), filter.lacking ? 'is' : 'is not', null);
  const sent = (bySent ? sql.ref : way.filter)('assessments.submitted_at');
  if (filter.from) query = query.where(sent, '>=', dayBounds(filter.from).from);
  if (filter.to) query = query.where(sent, '<', dayBounds(filter.to).until);
  // A submission date implies `created_at <= submitted_at`, so date filters also bound `created_at`.
  if (filter.to && byCreation(filter))
    query = query.where(way.order('assessments.created_at'), '<', dayBounds(filter.to).until);
  return query;
}

/** Whether the viewer may notice a change since then; uses the same times as `assessments/blindness.ts`. */
function changedSince(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  since: string,
  viewer: AssessmentFilter['viewer'],
  way: Way,
) {
  const changed = eb(way.filter('assessments.updated_at'), '>=', since);
  if (viewer?.role !== 'expert' && viewer?.role !== 'station') return changed;
  const ownWork = eb
    .selectFrom('assessment_experts')
    .select('expert_id')
    .whereRef('assessment_id', '=', 'assessments.id')
    .where('expert_id', '=', viewer.id)
    .where('updated_at', '>=', since);
  return eb.or([
    eb.and([eb('assessments.status', 'in', CONCLUDED), changed]),
    eb.and([
      eb('assessments.status', 'not in', CONCLUDED),
      eb.or([eb('assessments.shared_updated_at', '>=', since), eb.exists(ownWork)]),
    ]),
  ]);
}

export function isDated({ from, to }: AssessmentFilter): boolean {
  return from !== undefined || to !== undefined;
}

function byCreation({ sortby = 'createdAt' }: AssessmentFilter): boolean {
  return sortby === 'createdAt';
}

/** The statuses of a filter, if each has an index in the requested order. */
export function statusesInOrder({ status, waiting, sortby = 'createdAt' }: AssessmentFilter): Status[] {
  if (sortby !== 'createdAt' && sortby !== 'submittedAt') return [];
  const waits = waiting && WAITING[waiting.role].flatMap((row) => row.status);
  const asked = status?.length ? status : (waits ?? []);
  return [...new Set(asked)].filter((one) => waits?.includes(one) ?? true);
}

/** The part of a filter that an index in list order covers: the rows a walk reads until the page is full. */
export function goneThrough(filter: AssessmentFilter): AssessmentFilter {
  const { from, to, city, desc, sortby } = filter;
  const status = statusesInOrder(filter);
  const bySent = sortby === 'submittedAt';
  const byDays = bySent || (byCreation(filter) && (desc ?? sortby === undefined));
  return { status, ...(byDays ? { from, to } : {}), ...(bySent && status.length === 0 ? { city } : {}) };
}

/** The expression of the index on each city's assessments in order of submission. */
function inCity(city: string) {
  return sql<SqlBool>`substr(${sql.ref('assessments.division')}, 1, 4) = ${stem(city)}`;
}

export function divisionsOf({ province, city, county }: AssessmentFilter): string[] {
  return [province, city, county].flatMap((one) => (one && one !== PROVINCE ? one : []));
}

/** The division of a scope; empty if the scope is the whole region or not a division. */
export function placeOf(scope: Scope): string[] {
  return scope.kind === 'division' && scope.division !== PROVINCE ? [scope.division] : [];
}

function isNamed(eb: ExpressionBuilder<Schema, 'assessments'>, text: string) {
  return eb.or([contains('assessments.station_name', text), eb('assessments.station_id', '=', text)]);
}

/** The same condition by stations, which are fewer than assessments. */
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

function sortColumn({ sortby = 'createdAt' }: AssessmentFilter) {
  return SORT_COLUMNS[sortby];
}

function isDescending({ sortby, desc }: AssessmentFilter): boolean {
  return desc ?? sortby === undefined;
}

/** Whether a row may have no value in the sort column. Only drafts may be without a submission. */
function mayLack(filter: AssessmentFilter): boolean {
  const { sortby = 'createdAt', submitted, status } = filter;
  if (!MAY_LACK.has(sortby)) return false;
  const allSent = isDated(filter) || submitted === true || (!!status?.length && !status.includes('draft'));
  return sortby !== 'submittedAt' || !allSent;
}

type Order = { ref?: Ref; backwards?: boolean; empties?: Empties };

export function ordered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  filter: AssessmentFilter,
  { ref = sql.ref, backwards = false, empties = emptiesOf(mayLack(filter), backwards) }: Order = {},
) {
  const direction = isDescending(filter) !== backwards ? 'desc' : 'asc';
  const indexed = empties === 'no' && MAY_LACK.has(filter.sortby ?? 'createdAt') ? 'asIndexed' : empties;
  return query
    .orderBy(ref(sortColumn(filter)), sorted(direction, indexed))
    .orderBy(sql.ref('assessments.id'), direction);
}

/** Splits a to-do filter into the usual rows and the four-eyes exceptions; `given` is null if there are none. */
function exceptionApart(search: Search): { usual: Search; given: Search | null } {
  const { waiting } = search;
  if (!waiting?.given?.length) return { usual: search, given: null };
  const { given, ...usually } = waiting;
  return { usual: { ...search, waiting: usually }, given: { ...search, waiting: undefined, ids: given } };
}

/** How much the four-eyes exceptions change the total of a to-do list. */
export async function exceptionsCounted(db: Db, scope: Scope, search: Search): Promise<number> {
  const { waiting } = search;
  if (!waiting) return 0;
  const { given = [], taken = [], ...usually } = waiting;
  const count = async (ids: readonly string[], of: Partial<Search>) => {
    if (ids.length === 0) return 0;
    const some = filtered(db, scope, { ...search, ...of, ids }, wayOf(db, OWN));
    return (await some.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  };
  return (await count(given, { waiting: undefined })) - (await count(taken, { waiting: usually }));
}

/** The position of a page in its order, counted from the end if `backwards`. */
type Window = { skipped: number; limit: number; backwards: boolean };

/** The ids of one page of a list. */
export function pageInOrder(db: Db, scope: Scope, search: Search, way: Way, { skipped, limit, backwards }: Window) {
  if (!isTwoOrders(db, mayLack(search), isDescending(search)))
    return inOrder(db, scope, search, way, { backwards }).limit(limit).offset(skipped);
  const columns = ['assessments.id', sortColumn(search)] as const;
  const part = (lacking: boolean) => {
    const rows = inOrder(db, scope, { ...search, lacking }, way, { backwards, empties: 'asIndexed' });
    return db.selectFrom(rows.limit(skipped + limit).as('assessments')).select(columns);
  };
  const both = db.selectFrom(part(false).unionAll(part(true)).as('assessments')).select(columns);
  return ordered(both, search, { backwards }).limit(limit).offset(skipped);
}

/**
 * The ids of the matching rows in order. An index walk goes through each status separately and merges them: running
 * reviews are new and concluded ones old, so one common walk might pass many rows before the first match.
 */
function inOrder(db: Db, scope: Scope, search: Search, way: Way, order: Omit<Order, 'ref'>) {
  const columns = ['assessments.id', sortColumn(search)] as const;
  const statuses = way.order === sql.ref ? statusesInOrder(search) : [];
  const apart = statuses.length > 0;
  const { usual, given } = exceptionApart(search);
  const found = filtered(db, scope, { ...usual, apart }, way).select(columns);
  const any = ordered(found, search, { ...order, ref: way.order });
  // PostgreSQL merges only separate orders with one status each, SQLite only if the sort column is selected.
  const orders = statuses.map((status) => any.where('assessments.status', '=', status));
  if (given !== null) {
    if (orders.length === 0) orders.push(any);
    const few = filtered(db, scope, given, wayOf(db, OWN)).select(columns);
    orders.push(ordered(few, search, order));
  }
  const [first, ...others] = orders.map((one) => db.selectFrom(one.as('assessments')).select(columns));
  if (!first) return any;
  const all = others.reduce((merged, next) => merged.unionAll(next), first).as('assessments');
  return ordered(db.selectFrom(all).select(columns), search, order);
}
