import type { Scope } from '@shp/shared/domain/accounts/scope';
import { type FindingState, UNMENDED } from '@shp/shared/domain/findings/finding';
import { dayEdgeOf } from '@shp/shared/domain/lib/days';
import type { SelectQueryBuilder } from 'kysely';
import { streamRows } from '../db/batches.ts';
import { oneOf } from '../db/dialect.ts';
import {
  hintFor,
  type IndexHint,
  MAX_MATCHES_BY_ID,
  SORT_MATCHES,
  SORT_OWN_ROWS,
  WALK_LIST_ORDER,
} from '../lists/indexHints.ts';
import { contains, windowOf } from '../lists/paging.ts';
import { findingsIn, isOwn, isWhole, within } from '../lists/scope.ts';
import type { FindingsTable } from '../schema/findings.ts';
import type { Db, Schema } from '../schema/schema.ts';

/** The filter of the list. */
export type FindingFilter = {
  station?: string | undefined;
  state?: readonly FindingState[] | undefined;
  overdue?: { is: boolean; today: string } | undefined;
  serial?: string | undefined;
  division?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A filter with the stations that its text finds; null if they are many. */
type Search = FindingFilter & { named: readonly string[] | null };

/** A finding with the names that lists show. */
export type FindingListRow = FindingsTable & { station_name: string; assessment_number: string | null };

const stationsNamed = (db: Db, text: string) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'station')
    .where((user) => user.or([contains('users.name', text), user('users.id', '=', text)]));

async function searched(db: Db, filter: FindingFilter): Promise<Search> {
  const { station } = filter;
  if (!station) return { ...filter, named: null };
  const found = await stationsNamed(db, station)
    .limit(MAX_MATCHES_BY_ID + 1)
    .execute();
  return { ...filter, named: found.length > MAX_MATCHES_BY_ID ? null : found.map(({ id }) => id) };
}

function filtered(db: Db, scope: Scope, search: Search, hint: IndexHint) {
  const { station, named, state, overdue, serial, division, from, to } = search;
  const ref = isOwn(scope) ? hint.own : hint.filter;
  let query = db.selectFrom('findings');
  if (!isWhole(scope)) query = query.where((eb) => findingsIn(eb, scope, ref));
  if (station) {
    const id = hint.own('findings.station_id');
    query = named ? query.where(oneOf(db, id, named)) : query.where(id, 'in', stationsNamed(db, station));
  }
  if (state && state.length > 0) query = query.where(hint.filter('findings.state'), 'in', [...state]);
  if (overdue?.is)
    query = query.where(hint.filter('findings.state'), 'in', [...UNMENDED]).where('findings.due', '<', overdue.today);
  if (overdue?.is === false)
    query = query.where((eb) =>
      eb.or([
        eb(hint.filter('findings.state'), 'not in', [...UNMENDED]),
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
  if (division) query = query.where((eb) => within(eb, 'findings.division', division, hint.filter));
  if (from) query = query.where('findings.created_at', '>=', dayEdgeOf(from, 'first'));
  if (to) query = query.where('findings.created_at', '<=', dayEdgeOf(to, 'last'));
  return query;
}

type Findings = SelectQueryBuilder<Schema, 'findings', object>;

const ordered = (query: Findings, hint: IndexHint, direction: 'asc' | 'desc') =>
  query.orderBy(hint.order('findings.created_at'), direction).orderBy('findings.id', direction);

/** One page of findings in the scope, newest first. */
export async function listFindings(
  db: Db,
  scope: Scope,
  filter: FindingFilter & { page: number; size: number },
): Promise<{ total: number; rows: FindingListRow[] }> {
  const search = await searched(db, filter);
  const areFew = isOwn(scope) || search.named !== null;
  const find = hintFor(db, areFew ? SORT_OWN_ROWS : SORT_MATCHES);
  const counted = filtered(db, scope, search, find).select(({ fn }) => fn.countAll<number>().as('total'));
  const { total } = await counted.executeTakeFirstOrThrow();
  const { skipped, limit, backwards } = windowOf(filter, total);
  if (limit <= 0) return { total, rows: [] };
  // Few matches are found and sorted; with many, a walk in list order soon fills the page.
  const hint = areFew || total <= MAX_MATCHES_BY_ID ? find : hintFor(db, WALK_LIST_ORDER);
  const ids = ordered(filtered(db, scope, search, hint), hint, backwards ? 'asc' : 'desc')
    .select('findings.id')
    .limit(limit)
    .offset(skipped);
  const rows = withNames(db).where('findings.id', 'in', ids);
  // The rows of the page are sorted again: they are few.
  const { order } = hintFor(db, SORT_MATCHES);
  return {
    total,
    rows: await rows.orderBy(order('findings.created_at'), 'desc').orderBy('findings.id', 'desc').execute(),
  };
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
  const search = await searched(db, filter);
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
