import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { type FindingSort, type FindingState, UNMENDED } from '@shp/shared/domain/findings/finding';
import { dayEdgeOf } from '@shp/shared/domain/lib/days';
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { countFindings } from '../counters/findings.ts';
import { streamRows } from '../db/batches.ts';
import { dialectOf, oneOf } from '../db/dialect.ts';
import { divisionsOfScope } from '../lists/assessmentFilters.ts';
import {
  hintFor,
  type IndexHint,
  MAX_MATCHES_BY_ID,
  SORT_MATCHES,
  SORT_OWN_ROWS,
  WALK_LIST_ORDER,
} from '../lists/indexHints.ts';
import { contains, emptiesOf, sorted, windowOf } from '../lists/paging.ts';
import { findingsIn, isOwn, isWhole, unindexed, usersIn, within } from '../lists/scope.ts';
import type { FindingsTable } from '../schema/findings.ts';
import type { Db, Schema } from '../schema/schema.ts';

/** The filter of the list. */
export type FindingFilter = {
  /** A text in the finding, in its number or in the station's name. */
  search?: string | undefined;
  station?: string | undefined;
  state?: readonly FindingState[] | undefined;
  overdue?: { is: boolean; today: string } | undefined;
  serial?: string | undefined;
  division?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/**
 * A filter with the stations of an expert or an aggregate account, those that its text finds, and the findings that have
 * the text that is searched for; null if they are many.
 */
type Search = FindingFilter & {
  own: readonly string[] | null;
  named: readonly string[] | null;
  found: readonly string[] | null;
};

/** A finding with the names that lists show. */
export type FindingListRow = FindingsTable & { station_name: string; assessment_number: string | null };

const stationsNamed = (db: Db, text: string) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'station')
    .where((user) => user.or([contains('users.name', text), user('users.id', '=', text)]));

const stationsOf = (db: Db, scope: Scope) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where((eb) => usersIn(eb, scope));

/** Reads stations once for the total and the page. */
async function searched(db: Db, scope: Scope, filter: FindingFilter): Promise<Search> {
  const { station } = filter;
  const few = async (rows: { limit(most: number): { execute(): Promise<{ id: string }[]> } }) => {
    const found = await rows.limit(MAX_MATCHES_BY_ID + 1).execute();
    return found.length > MAX_MATCHES_BY_ID ? null : found.map(({ id }) => id);
  };
  const search = {
    ...filter,
    own: isOwn(scope) && scope.kind !== 'self' ? await few(stationsOf(db, scope)) : null,
    named: station ? await few(stationsNamed(db, station)) : null,
    found: null,
  };
  // The findings of a few stations are read for the page anyway.
  if (!filter.search || isOwn(scope)) return search;
  const hint = hintFor(db, SORT_MATCHES);
  return { ...search, found: await few(filtered(db, scope, search, hint).select('findings.id')) };
}

/** Whether a finding has a text: in its own words, in its number or in the station's name. */
function mentions(db: Db, eb: ExpressionBuilder<Schema, 'findings'>, text: string) {
  return eb.or([
    contains('findings.text', text),
    ...(/^[\dA-Z-]+$/i.test(text) ? [contains('findings.no', text)] : []),
    eb('findings.station_id', 'in', stationsNamed(db, text)),
  ]);
}

function filtered(db: Db, scope: Scope, search: Search, hint: IndexHint) {
  const { own, search: text, found, station, named, state, overdue, serial, division, from, to } = search;
  const ref = isOwn(scope) ? hint.own : hint.filter;
  // Within a division, SQLite would read the findings of a state of the whole region.
  const byDivision = placesOf(scope, search).length > 0 && dialectOf(db) === 'sqlite';
  // A text is in no index: SQLite reads the table faster in its own order than by state.
  const reads = text !== undefined && found === null && !isOwn(scope) && dialectOf(db) === 'sqlite';
  const stateRef = byDivision || reads ? unindexed : hint.filter;
  let query = db.selectFrom('findings');
  if (own) query = query.where(oneOf(db, hint.own('findings.station_id'), own));
  else if (!isWhole(scope)) query = query.where((eb) => findingsIn(eb, scope, ref));
  if (station) {
    const id = hint.own('findings.station_id');
    query = named ? query.where(oneOf(db, id, named)) : query.where(id, 'in', stationsNamed(db, station));
  }
  if (text)
    query = found ? query.where(oneOf(db, sql.ref('findings.id'), found)) : query.where((eb) => mentions(db, eb, text));
  if (state && state.length > 0) query = query.where(stateRef('findings.state'), 'in', [...state]);
  if (overdue?.is)
    query = query.where(stateRef('findings.state'), 'in', [...UNMENDED]).where('findings.due', '<', overdue.today);
  if (overdue?.is === false)
    query = query.where((eb) =>
      eb.or([
        eb(stateRef('findings.state'), 'not in', [...UNMENDED]),
        eb('findings.due', 'is', null),
        eb('findings.due', '>=', overdue.today),
      ]),
    );
  if (serial)
    query = query.where((eb) =>
      eb.or([
        eb(hint.filter('findings.serial'), '=', serial),
        // The items of a chapter or an element: `/` follows `.`.
        eb.and([
          eb(hint.filter('findings.serial'), '>', `${serial}.`),
          eb(hint.filter('findings.serial'), '<', `${serial}/`),
        ]),
      ]),
    );
  if (division && division !== PROVINCE)
    query = query.where((eb) => within(eb, 'findings.division', division, hint.filter));
  if (from) query = query.where('findings.created_at', '>=', dayEdgeOf(from, 'first'));
  if (to) query = query.where('findings.created_at', '<=', dayEdgeOf(to, 'last'));
  return query;
}

type Sort = FindingSort | undefined;
type Findings = SelectQueryBuilder<Schema, 'findings', object>;

const SORT_COLUMNS = { due: 'findings.due', updatedAt: 'findings.updated_at' } as const;

/**
 * Newest first, or before that the earliest deadline first, with those without one last, or what changed least recently
 * first; or all backwards.
 */
function ordered(query: Findings, hint: IndexHint, { sortby, backwards }: { sortby: Sort; backwards: boolean }) {
  const direction = backwards ? 'asc' : 'desc';
  const begun = sortby
    ? query.orderBy(
        hint.order(SORT_COLUMNS[sortby]),
        sorted(backwards ? 'desc' : 'asc', emptiesOf(sortby === 'due', backwards)),
      )
    : query;
  return begun.orderBy(hint.order('findings.created_at'), direction).orderBy('findings.id', direction);
}

/** One page of findings in the scope, newest first or by deadline. */
export async function listFindings(
  db: Db,
  scope: Scope,
  { sortby, ...filter }: FindingFilter & { page: number; size: number; sortby?: Sort },
): Promise<{ total: number; rows: FindingListRow[] }> {
  const search = await searched(db, scope, filter);
  const areFew = isOwn(scope) || search.named !== null || search.found !== null;
  const find = hintFor(db, areFew ? SORT_OWN_ROWS : SORT_MATCHES);
  const total = await totalOf(db, scope, search, find);
  const { skipped, limit, backwards } = windowOf(filter, total);
  if (limit <= 0) return { total, rows: [] };
  // A walk in list order is the newest first.
  const walks =
    sortby === undefined && !areFew && (await isWalkShorter(db, scope, search, { wanted: skipped + limit, total }));
  const hint = walks ? hintFor(db, WALK_LIST_ORDER) : find;
  const ids = ordered(filtered(db, scope, search, hint), hint, { sortby, backwards })
    .select('findings.id')
    .limit(limit)
    .offset(skipped);
  const named = withNames(db).where('findings.id', 'in', ids);
  // The rows of the page are sorted again: they are few.
  const { order } = hintFor(db, SORT_MATCHES);
  const rows = sortby
    ? named.orderBy(order(SORT_COLUMNS[sortby]), sorted('asc', emptiesOf(sortby === 'due', false)))
    : named;
  return {
    total,
    rows: await rows.orderBy(order('findings.created_at'), 'desc').orderBy('findings.id', 'desc').execute(),
  };
}

/** The divisions that each contain a list's findings; none for the whole region. */
const placesOf = (scope: Scope, { division }: FindingFilter) => [
  ...divisionsOfScope(scope),
  ...(division && division !== PROVINCE ? [division] : []),
];

async function totalOf(db: Db, scope: Scope, search: Search, hint: IndexHint): Promise<number> {
  const { overdue, ...filter } = search;
  if (overdue?.is === false) {
    const overdueOnly = { ...search, overdue: { ...overdue, is: true } };
    return (
      (await totalOf(db, scope, { ...filter, overdue: undefined }, hint)) -
      (await totalOf(db, scope, overdueOnly, hint))
    );
  }
  const isCounted =
    !overdue && !filter.search && !filter.station && !filter.serial && ['all', 'division'].includes(scope.kind);
  if (isCounted) return countFindings(db, { ...filter, divisions: placesOf(scope, filter) });
  const rows = filtered(db, scope, search, hint).select(({ fn }) => fn.countAll<number>().as('total'));
  return (await rows.executeTakeFirstOrThrow()).total;
}

/** Whether a walk in list order reads fewer rows until the page is full than the filter finds. */
async function isWalkShorter(
  db: Db,
  scope: Scope,
  search: Search,
  { wanted, total }: { wanted: number; total: number },
): Promise<boolean> {
  const { from, to } = search;
  const divisions = placesOf(scope, search);
  const found = divisions.length > 0 ? await countFindings(db, { divisions }) : total;
  const walked = await countFindings(db, { divisions: [], from, to });
  return wanted * walked < total * found;
}

/** One finding with the names that lists show. */
export async function findingWithNames(db: Db, id: string): Promise<FindingListRow> {
  return withNames(db).where('findings.id', '=', id).executeTakeFirstOrThrow();
}

function withNames(db: Db) {
  return db
    .selectFrom('findings')
    .innerJoin('users', 'users.id', 'findings.station_id')
    .leftJoin('assessments', 'assessments.id', 'findings.assessment_id')
    .selectAll('findings')
    .select(['users.name as station_name', 'assessments.number as assessment_number']);
}

/** Every finding of a list in order, in batches, for exports. */
export async function* walkFindings(db: Db, scope: Scope, filter: FindingFilter, batch: number) {
  const search = await searched(db, scope, filter);
  const matching = filtered(db, scope, search, hintFor(db, isOwn(scope) ? SORT_OWN_ROWS : SORT_MATCHES)).select(
    'findings.id',
  );
  const rows = withNames(db)
    .where('findings.id', 'in', matching)
    .orderBy('findings.created_at', 'desc')
    .orderBy('findings.id', 'desc');
  yield* streamRows<FindingListRow>(db, rows, batch);
}

/** Of some assessments, those that an expert is assigned to. */
export async function assignedAmong(db: Db, expert: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('assessment_experts')
    .select('assessment_id')
    .where('expert_id', '=', expert)
    .where('assessment_id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.assessment_id));
}
