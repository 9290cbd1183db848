import { setImmediate } from 'node:timers/promises';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { cityOf, countyOf, DIVISIONS, divisionPath, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { takesGuardedSteps } from '@shp/shared/domain/assessment/stepUnits';
import { fromTenths } from '@shp/shared/domain/lib/rational';
import { type SelectQueryBuilder, sql } from 'kysely';
import { keptTotals, toldTotal } from '../counters/totals.ts';
import { dialectOf } from '../db/dialect.ts';
import { exceptionsFor } from '../repositories/escalations.ts';
import type { AssessmentsTable, Db, Schema } from '../schema/schema.ts';
import {
  type AssessmentFilter,
  divisionsOf,
  exceptionsCounted,
  filtered,
  goneThrough,
  ordered,
  pageInOrder,
  placeOf,
  type Search,
  stationsNamed,
  statusesInOrder,
} from './assessmentFilters.ts';
import { ANY, FEW, OWN, OWNED, PASS, SORT, shorter, WALK, type Way, wayOf } from './indexHints.ts';
import { offsetOf, windowOf } from './paging.ts';
import { isOwn } from './scope.ts';

/** With fewer rows to skip, reading the table is as fast as reading only an index. */
const NEAR = 200;

const CITIES = DIVISIONS.filter(({ level }) => level === 'city');

/** Columns that lists and exports show. */
export const SHOWN_COLUMNS = [
  'number',
  'station_id',
  'station_name',
  'division',
  'level',
  'status',
  'station_score',
  'expert_score',
  'created_at',
  'submitted_at',
  'concluded_at',
  'valid_until',
] as const;

/** Columns that lists need. */
export type AssessmentListRow = Pick<AssessmentsTable, (typeof LIST_COLUMNS)[number]>;

const LIST_COLUMNS = [
  ...SHOWN_COLUMNS,
  'experts',
  'id',
  'updated_at',
  'version',
  'shared_updated_at',
  'shared_version',
  'status_since',
] as const;

async function countRows(db: Db, scope: Scope, filter: Search, way: Way): Promise<number> {
  const counted = filtered(db, scope, filter, way).select((eb) => eb.fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** A text can match stations everywhere. On SQLite, search city by city, because a query blocks the event loop. */
function placesOf(db: Db, scope: Scope, filter: AssessmentFilter): AssessmentFilter[] {
  const everywhere = placeOf(scope).length + divisionsOf(filter).length === 0;
  const slowly = filter.station !== undefined && everywhere && !isOwn(scope) && dialectOf(db) === 'sqlite';
  return slowly ? CITIES.map(({ code }) => ({ ...filter, city: code })) : [filter];
}

async function countAll(db: Db, scope: Scope, filter: Search, way: Way): Promise<number> {
  const places = placesOf(db, scope, filter);
  let total = 0;
  for (const place of places) {
    total += await countRows(db, scope, place, way);
    if (places.length > 1) await setImmediate();
  }
  return total;
}

/** The total of a list. */
export async function countAssessments(db: Db, scope: Scope, asked: AssessmentFilter): Promise<number> {
  const filter = await withExceptions(db, asked);
  const { total } = await keptTotals(db, toldTotal(db, scope, filter), {});
  if (total !== null) return total + (await exceptionsCounted(db, scope, filter));
  return countAll(db, scope, filter, wayOf(db, isOwn(scope) ? OWN : SORT));
}

/** The stations with the text in their name or as their id; null if there are many. */
async function fewStations(db: Db, scope: Scope, filter: AssessmentFilter): Promise<string[] | null> {
  const { station } = filter;
  if (station === undefined || isOwn(scope)) return null;
  const found = await stationsNamed(db, scope, filter, station)
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? null : found.map(({ id }) => id);
}

type Page = { page: number; size: number };
type Found = { total: number; rows: AssessmentListRow[] };

/** One page of assessments in the scope. The total is also right beyond the last page. */
export async function listAssessments(db: Db, scope: Scope, asked: AssessmentFilter & Page): Promise<Found> {
  const filter = await withExceptions(db, asked);
  const told = toldTotal(db, scope, filter);
  const inPart = told !== null && isInPart(scope, filter);
  const onPostgres = dialectOf(db) === 'postgres';
  if (onPostgres && filter.page === 1 && told !== null && !inPart) {
    // One round trip: on PostgreSQL it costs more than the query.
    const window = { skipped: 0, limit: filter.size, backwards: false };
    const first = rowsOf(db, pageInOrder(db, scope, filter, ANY, window), filter);
    const rows = await first.select(told.as('total')).execute();
    if (rows.length === 0) return { total: 0, rows };
    return { total: (rows[0]?.total ?? 0) + (await exceptionsCounted(db, scope, filter)), rows };
  }
  const search = { ...filter, named: await fewStations(db, scope, filter) };
  const narrow = wayOf(db, filter.station !== undefined ? OWN : SORT);
  if (isOwn(scope) || search.named) return foundOnce(db, scope, search, onPostgres ? OWNED : OWN);
  const kept = await keptTotals(db, told, goneThrough(filter));
  const total =
    kept.total === null
      ? await countAll(db, scope, search, narrow)
      : kept.total + (await exceptionsCounted(db, scope, search));
  const { skipped, limit, backwards } = windowOf(filter, total);
  if (limit <= 0) return { total, rows: [] };
  const walk = onPostgres && inPart ? PASS : wayOf(db, WALK);
  const way = shorter({ wanted: skipped + limit, total, all: kept.all, walk, narrow });
  if (way === WALK && skipped < NEAR && !backwards && statusesInOrder(filter).length === 0) {
    const near = ordered(filtered(db, scope, search, way), filter).select([...LIST_COLUMNS]);
    return { total, rows: await near.limit(limit).offset(skipped).execute() };
  }
  const page = pageInOrder(db, scope, search, way, { skipped, limit, backwards });
  return { total, rows: await rowsOf(db, page, filter).execute() };
}

/** Adds the four-eyes exceptions to a unit's to-do filter. */
export async function withExceptions<F extends AssessmentFilter>(db: Db, filter: F): Promise<F> {
  const { waiting } = filter;
  if (!waiting || !takesGuardedSteps(waiting.role)) return filter;
  return { ...filter, waiting: { ...waiting, ...(await exceptionsFor(db, waiting)) } };
}

/** Filters by status within a part of the region: whether sorting or an index walk is faster depends on the counts. */
function isInPart(scope: Scope, filter: AssessmentFilter): boolean {
  const parts = [...placeOf(scope), ...divisionsOf(filter)];
  return parts.length > 0 && !filter.waiting && statusesInOrder(filter).length > 0;
}

/** For a personal scope or few stations: sorts all rows and counts them in the same query. */
async function foundOnce(db: Db, scope: Scope, search: Search & Page, way: Way): Promise<Found> {
  const found = ordered(filtered(db, scope, search, way), search, { ref: way.order })
    .select(['assessments.id', sql<number>`count(*) OVER ()`.as('total')])
    .limit(search.size)
    .offset(offsetOf(search));
  const rows = await rowsOf(db, found, search).select(sql<number>`page.total`.as('total')).execute();
  const [first] = rows;
  if (first === undefined && search.page > 1) return { total: await countRows(db, scope, search, way), rows };
  return { total: first?.total ?? 0, rows };
}

/** The rows of a page of ids. Skipping and sorting use only an index; only the page's rows come from the table. */
function rowsOf(db: Db, ids: SelectQueryBuilder<Schema, 'assessments', { id: string }>, filter: AssessmentFilter) {
  const rows = db.selectFrom(ids.as('page')).innerJoin('assessments', 'assessments.id', 'page.id');
  return ordered(rows, filter).select(LIST_COLUMNS.map((column) => `assessments.${column}` as const));
}

/** The wire row before hiding: `assessments/blindness.ts` decides what a caller sees. */
export function rowOf(row: AssessmentListRow, experts: readonly { id: string; name: string }[]): AssessmentRow {
  return {
    id: row.id,
    number: row.number,
    station: {
      id: row.station_id,
      name: row.station_name,
      division: row.division,
      divisionName: divisionPath(row.division),
    },
    level: row.level,
    status: row.status,
    province: PROVINCE,
    city: cityOf(row.division) ?? PROVINCE,
    county: countyOf(row.division),
    stationScore: row.station_score === null ? null : fromTenths(row.station_score),
    expertScore: row.expert_score === null ? null : fromTenths(row.expert_score),
    experts: experts.map(({ id, name }) => ({ id, name })),
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    concludedAt: row.concluded_at,
    validUntil: row.valid_until,
    statusSince: row.status_since,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
