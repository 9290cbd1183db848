import { setImmediate } from 'node:timers/promises';
import { DIVISIONS } from '@shp/shared/domain/accounts/divisions';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { takesGuardedSteps } from '@shp/shared/domain/assessment/stepUnits';
import { WAITING } from '@shp/shared/domain/assessment/waiting';
import { sql } from 'kysely';
import { type CountedFilter, countAssessments } from '../counters/assessments.ts';
import { streamRows } from '../db/batches.ts';
import { dialectOf } from '../db/dialect.ts';
import { exceptionsFor } from '../repositories/escalations.ts';
import type { Db } from '../schema/schema.ts';
import {
  type AssessmentFilter,
  divisionsOf,
  divisionsOfScope,
  filtered,
  isDated,
  isDescending,
  isNullableSort,
  mayBeNumber,
  type Order,
  ordered,
  type Search,
  sortColumn,
  stationsNamed,
  stationsSearched,
  statusesInOrder,
  waitsFor,
  walkedRows,
} from './assessmentFilters.ts';
import { type AssessmentExportRecord, type AssessmentListRow, EXPORT_COLUMNS, LIST_COLUMNS } from './assessmentRows.ts';
import {
  hintFor,
  type IndexHint,
  MAX_MATCHES_BY_ID,
  PG_SORT_OWN_ROWS,
  PG_WALK_LIST_ORDER,
  SORT_MATCHES,
  SORT_OWN_ROWS,
  WALK_LIST_ORDER,
} from './indexHints.ts';
import { contains, isTwoOrders, windowOf } from './paging.ts';
import { type LostFilter, losingReviews } from './resultFilters.ts';
import { isOwn } from './scope.ts';

/** One page of assessments in the scope. The total is also right beyond the last page. */
export async function listAssessments(
  db: Db,
  scope: Scope,
  asked: AssessmentFilter & { page: number; size: number },
): Promise<{ total: number; rows: AssessmentListRow[] }> {
  const filter = await withExceptions(db, asked);
  const search = {
    ...filter,
    named: await stationsById(db, scope, filter),
    found: await matchesById(db, scope, filter),
  };
  const total = await totalOf(db, scope, search);
  const window = windowOf(filter, total);
  if (window.limit <= 0) return { total, rows: [] };
  const hint = await cheaperHint(db, scope, search, { wanted: window.skipped + window.limit, total });
  const ids = pageInOrder(db, scope, search, hint, window);
  // Skipping and sorting use only an index; only the page's rows come from the table.
  const rows = db.selectFrom(ids.as('page')).innerJoin('assessments', 'assessments.id', 'page.id');
  const columns = LIST_COLUMNS.map((column) => `assessments.${column}` as const);
  return { total, rows: await ordered(rows, filter).select(columns).execute() };
}

/** The total of a list. */
export async function countListed(db: Db, scope: Scope, filter: AssessmentFilter): Promise<number> {
  return totalOf(db, scope, await withExceptions(db, filter));
}

/** Every assessment of a filter in order, in batches of `batch`, for exports. */
export function walkAssessments(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter,
  batch: number,
): AsyncGenerator<AssessmentExportRecord[]> {
  return streamRows(db, ordered(filtered(db, scope, filter), filter).select([...EXPORT_COLUMNS]), batch);
}

/** Adds the four-eyes exceptions to a unit's to-do filter. */
export async function withExceptions<F extends AssessmentFilter>(db: Db, filter: F): Promise<F> {
  const { waiting } = filter;
  if (!waiting || !takesGuardedSteps(waiting.role) || !hasDuty(waiting, 'system')) return filter;
  return { ...filter, waiting: { ...waiting, ...(await exceptionsFor(db, waiting)) } };
}

/** The stations with the text in their name or as their id; null if there are many. */
async function stationsById(db: Db, scope: Scope, filter: AssessmentFilter): Promise<string[] | null> {
  const { station } = filter;
  if (station === undefined || isOwn(scope)) return null;
  const found = await stationsNamed(db, scope, filter, station)
    .limit(MAX_MATCHES_BY_ID + 1)
    .execute();
  return found.length > MAX_MATCHES_BY_ID ? null : found.map(({ id }) => id);
}

/** The stations and assessments that match the search; null if there are many. */
async function matchesById(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter,
): Promise<NonNullable<Search['found']> | null> {
  const { search } = filter;
  if (search === undefined || isOwn(scope)) return null;
  const stations = await stationsSearched(db, scope, filter, search)
    .limit(MAX_MATCHES_BY_ID + 1)
    .execute();
  if (stations.length > MAX_MATCHES_BY_ID) return null;
  const assessments = mayBeNumber(search) ? await assessmentsWithNumber(db, search) : [];
  return assessments.length > MAX_MATCHES_BY_ID ? null : { stations: stations.map(({ id }) => id), assessments };
}

/**
 * Up to MAX_MATCHES_BY_ID + 1 assessments with the text in their number, in any scope; the index on numbers has all it
 * reads.
 */
async function assessmentsWithNumber(db: Db, text: string): Promise<string[]> {
  const found = db
    .selectFrom('assessments')
    .select('id')
    .where('is_deleted', '=', 0)
    .where(contains('assessments.number', text))
    .orderBy('number')
    .limit(MAX_MATCHES_BY_ID + 1);
  return (await found.execute()).map(({ id }) => id);
}

// Total

async function totalOf(db: Db, scope: Scope, search: Search): Promise<number> {
  const counted = countedFilter(scope, search);
  if (counted !== null) return (await countAssessments(db, counted)) + (await exceptionsCounted(db, scope, search));
  const losing = lostFilter(scope, search);
  if (losing !== null) {
    const counted = losingReviews(db, losing).select(({ fn }) => fn.countAll<number>().as('total'));
    return (await counted.executeTakeFirstOrThrow()).total;
  }
  const hint = narrowHint(db, scope, search);
  let total = 0;
  for (const [index, part] of partsOf(db, scope, search).entries()) {
    if (index > 0) await setImmediate();
    total += await countRows(db, scope, part, hint);
  }
  return total;
}

type FilterKey = keyof AssessmentFilter | 'page' | 'size';
/** What does not change a total. */
const UNCOUNTED = ['viewer', 'sortby', 'desc', 'page', 'size'] as const satisfies readonly FilterKey[];
/** The filters that the counters know; with any other one, rows are counted. */
const COUNTED: ReadonlySet<string> = new Set<FilterKey>([
  ...(['province', 'city', 'county', 'status', 'level', 'submitted', 'from', 'to', 'waiting'] as const),
  ...UNCOUNTED,
]);
/** The filters that the table of lost items knows; it has concluded reviews only. */
const LOST: ReadonlySet<string> = new Set<FilterKey>([
  ...(['lost', 'level', 'province', 'city', 'county', 'concludedFrom', 'concludedTo'] as const),
  ...UNCOUNTED,
]);

/** The filter for the counters; null if they lack one of its columns. */
function countedFilter(scope: Scope, filter: AssessmentFilter): CountedFilter | null {
  const { status, level, submitted, from, to, waiting } = filter;
  const inPlace = scope.kind === 'all' || scope.kind === 'division';
  const isCounted = Object.entries(filter).every(([key, value]) => COUNTED.has(key) || (value ?? '') === '');
  if (!inPlace || !isCounted) return null;
  // The counters by day have only submitted assessments.
  if (isDated(filter) && submitted === false) return null;
  // Such a filter concerns two places, and the counters by day count one place at a time.
  if (isDated(filter) && waiting && WAITING[waiting.role].some(({ only }) => only === 'ownDivision')) return null;
  const divisions = [...divisionsOfScope(scope), ...divisionsOf(filter)];
  const counted = { divisions, status, level, submitted, from, to };
  return waiting ? { ...counted, where: (eb) => waitsFor(eb, { ...waiting, given: [], taken: [] }) } : counted;
}

/** The filter for the table of lost items, which has a narrow row for each concluded review; null if it lacks a column. */
function lostFilter(scope: Scope, { lost, ...filter }: Search): LostFilter | null {
  const isKnown = Object.entries(filter).every(
    ([key, value]) =>
      LOST.has(key) ||
      (value ?? '') === '' ||
      (key === 'status' && CONCLUDED.every((one) => filter.status?.includes(one))),
  );
  if (lost === undefined || isOwn(scope) || scope.kind === 'none' || !isKnown) return null;
  return { ...filter, lost, divisions: [...divisionsOfScope(scope), ...divisionsOf(filter)] };
}

const CITIES = DIVISIONS.filter(({ level }) => level === 'city');

/** A text can match stations everywhere. On SQLite, count city by city, because a query blocks the event loop. */
function partsOf(db: Db, scope: Scope, search: Search): Search[] {
  const everywhere = divisionsOfScope(scope).length + divisionsOf(search).length === 0;
  const isSlow =
    ((search.station !== undefined && !search.named) || (search.search !== undefined && !search.found)) &&
    everywhere &&
    !isOwn(scope);
  return isSlow && dialectOf(db) === 'sqlite' ? CITIES.map(({ code }) => ({ ...search, city: code })) : [search];
}

async function countRows(db: Db, scope: Scope, search: Search, hint: IndexHint): Promise<number> {
  const counted = filtered(db, scope, search, hint).select(({ fn }) => fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** How much the four-eyes exceptions change the total of a to-do list. */
async function exceptionsCounted(db: Db, scope: Scope, search: Search): Promise<number> {
  const { waiting } = search;
  if (!waiting) return 0;
  const { given = [], taken = [], ...usually } = waiting;
  const count = (ids: readonly string[], of: Search['waiting']) =>
    ids.length === 0 ? 0 : countRows(db, scope, { ...search, waiting: of, ids }, hintFor(db, SORT_OWN_ROWS));
  return (await count(given, undefined)) - (await count(taken, usually));
}

// Page of ids

/** The index hint for finding a filter's rows directly, without walking the list order. */
function narrowHint(db: Db, scope: Scope, search: Search): IndexHint {
  const { station } = search;
  if (matchesFewRows(scope, search)) return dialectOf(db) === 'postgres' ? PG_SORT_OWN_ROWS : SORT_OWN_ROWS;
  return hintFor(db, station !== undefined || search.search !== undefined ? SORT_OWN_ROWS : SORT_MATCHES);
}

/** Whether a personal scope, few stations or an expert's reviews bound the rows. */
function matchesFewRows(scope: Scope, { named, found, expert }: Search): boolean {
  return isOwn(scope) || Boolean(named ?? found) || expert !== undefined;
}

/** The cheaper hint for `wanted` rows of a list: walk an index in list order, or sort the `total` matching rows. */
async function cheaperHint(
  db: Db,
  scope: Scope,
  search: Search,
  { wanted, total }: { wanted: number; total: number },
): Promise<IndexHint> {
  const narrow = narrowHint(db, scope, search);
  if (matchesFewRows(scope, search)) return narrow;
  const walk =
    dialectOf(db) === 'postgres' && isWithinDivision(scope, search) ? PG_WALK_LIST_ORDER : hintFor(db, WALK_LIST_ORDER);
  if (walk === narrow || wanted >= total) return narrow;
  const walked = await countAssessments(db, walkedRows(search));
  return wanted * walked < total * total ? walk : narrow;
}

/** Filters by status within a part of the region: whether sorting or an index walk is faster depends on the counts. */
function isWithinDivision(scope: Scope, search: Search): boolean {
  const parts = [...divisionsOfScope(scope), ...divisionsOf(search)];
  return parts.length > 0 && !search.waiting && statusesInOrder(search).length > 0;
}

/** The position of a page in its order, counted from the end if `backwards`. */
type Window = { skipped: number; limit: number; backwards: boolean };

/** The ids of one page of a list. */
function pageInOrder(db: Db, scope: Scope, search: Search, hint: IndexHint, { skipped, limit, backwards }: Window) {
  if (!isTwoOrders(db, isNullableSort(search), isDescending(search)))
    return idsInOrder(db, scope, search, hint, { backwards }).limit(limit).offset(skipped);
  const columns = ['assessments.id', sortColumn(search)] as const;
  const part = (lacking: boolean) => {
    const rows = idsInOrder(db, scope, { ...search, lacking }, hint, { backwards, empties: 'asIndexed' });
    return db.selectFrom(rows.limit(skipped + limit).as('assessments')).select(columns);
  };
  const both = db.selectFrom(part(false).unionAll(part(true)).as('assessments')).select(columns);
  return ordered(both, search, { backwards }).limit(limit).offset(skipped);
}

/**
 * The ids of the matching rows in order. An index walk goes through each status separately and merges them: running
 * reviews are new and concluded ones old, so one common walk might pass many rows before the first match.
 */
function idsInOrder(db: Db, scope: Scope, search: Search, hint: IndexHint, order: Omit<Order, 'ref'>) {
  const columns = ['assessments.id', sortColumn(search)] as const;
  const statuses = hint.order === sql.ref ? statusesInOrder(search) : [];
  const apart = statuses.length > 0;
  const { usual, given } = splitExceptions(search);
  const found = filtered(db, scope, { ...usual, apart }, hint).select(columns);
  const any = ordered(found, search, { ...order, ref: hint.order });
  // PostgreSQL merges only separate orders with one status each, SQLite only if the sort column is selected.
  const orders = statuses.map((status) => any.where('assessments.status', '=', status));
  if (given !== null) {
    if (orders.length === 0) orders.push(any);
    const few = filtered(db, scope, given, hintFor(db, SORT_OWN_ROWS)).select(columns);
    orders.push(ordered(few, search, order));
  }
  const [first, ...others] = orders.map((one) => db.selectFrom(one.as('assessments')).select(columns));
  if (!first) return any;
  const all = others.reduce((merged, next) => merged.unionAll(next), first).as('assessments');
  return ordered(db.selectFrom(all).select(columns), search, order);
}

/** Splits a to-do filter into the usual rows and the four-eyes exceptions; `given` is null if there are none. */
function splitExceptions(search: Search): { usual: Search; given: Search | null } {
  const { waiting } = search;
  if (!waiting?.given?.length) return { usual: search, given: null };
  const { given, ...usually } = waiting;
  return { usual: { ...search, waiting: usually }, given: { ...search, waiting: undefined, ids: given } };
}
