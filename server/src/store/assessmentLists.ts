import type { AssessmentRow } from '@shp/shared/api/objects';
import { dayBounds } from '@shp/shared/domain/days';
import { cityOf, countyOf, divisionPath, PROVINCE } from '@shp/shared/domain/divisions';
import type { Role } from '@shp/shared/domain/roles';
import type { Scope } from '@shp/shared/domain/scope';
import type { Level, Status } from '@shp/shared/domain/statuses';
import { sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { keptTotal } from './keptTotals.ts';
import { contains, offsetOf, sorted } from './pages.ts';
import type { AssessmentsTable, Db } from './schema.ts';
import { assessmentsIn, type Ref, unindexed, within } from './scope.ts';
import { waitsFor } from './waiting.ts';

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

function filtered(db: Db, scope: Scope, filter: AssessmentFilter, ref: Ref = sql.ref) {
  let query = db
    .selectFrom('assessments')
    .where('assessments.is_deleted', '=', 0)
    .where((eb) => assessmentsIn(eb, scope, ref));
  const { station, waiting, status, level } = filter;
  if (station)
    query = query.where((eb) =>
      eb.or([contains('assessments.station_name', station), eb('assessments.station_id', '=', station)]),
    );
  if (waiting) query = query.where((eb) => waitsFor(eb, waiting));
  if (filter.updatedSince)
    query = query.where('assessments.updated_at', '>=', new Date(filter.updatedSince).toISOString());
  if (status && status.length > 0) query = query.where(ref('assessments.status'), 'in', [...status]);
  if (level && level.length > 0) query = query.where(ref('assessments.level'), 'in', [...level]);
  for (const division of [filter.province, filter.city, filter.county]) {
    if (division && division !== PROVINCE)
      query = query.where((eb) => within(eb, 'assessments.division', division, ref));
  }
  if (filter.from) query = query.where('assessments.submitted_at', '>=', dayBounds(filter.from).from);
  if (filter.to) query = query.where('assessments.submitted_at', '<', dayBounds(filter.to).until);
  return query;
}

/**
 * Two ways to a page: the order is walked until the page is full, which meets a row of the filter every all/total rows,
 * or all that the filter finds is sorted. Which is shorter is known; SQLite does not know how many rows a filter finds.
 */
type Way = { filter: Ref; order: Ref };
const WALK: Way = { filter: unindexed, order: sql.ref };
const SORT: Way = { filter: sql.ref, order: unindexed };
const EITHER: Way = { filter: sql.ref, order: sql.ref };
const FEW = 200;

function ordered(query: ReturnType<typeof filtered>, filter: AssessmentFilter, ref: Ref = sql.ref) {
  const direction = (filter.desc ?? filter.sortby === undefined) ? 'desc' : 'asc';
  const field = filter.sortby ?? 'createdAt';
  return query
    .orderBy(ref(SORT_COLUMNS[field]), sorted(direction, MAY_LACK.has(field)))
    .orderBy('assessments.id', direction);
}

/** What lists need of an assessment. */
export type AssessmentListRow = Pick<AssessmentsTable, (typeof LIST_COLUMNS)[number]>;

const LIST_COLUMNS = [
  'id',
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
  'updated_at',
  'version',
] as const;
const EXPORT_COLUMNS = [...LIST_COLUMNS, 'chapter_rates', 'manager_conclusion'] as const;
export type AssessmentExportRecord = Pick<AssessmentsTable, (typeof EXPORT_COLUMNS)[number]>;

async function countRows(db: Db, scope: Scope, filter: AssessmentFilter): Promise<number> {
  const counted = filtered(db, scope, filter).select((eb) => eb.fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** One page of assessments inside the scope; the total is right past the last page too. */
export async function listAssessments(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter & { page: number; size: number },
): Promise<{ total: number; rows: AssessmentListRow[] }> {
  const kept = await keptTotal(db, scope, filter);
  const total = kept?.total ?? (await countRows(db, scope, filter));
  const skipped = offsetOf(filter);
  if (skipped >= total) return { total, rows: [] };
  const way =
    kept === null || dialectOf(db) === 'postgres'
      ? EITHER
      : (skipped + filter.size) * kept.all < total * total
        ? WALK
        : SORT;
  const found = ordered(filtered(db, scope, filter, way.filter), filter, way.order)
    .limit(filter.size)
    .offset(skipped);
  // What is skipped or sorted is read from an index alone, and only the page's rows from the table.
  const page =
    way === WALK && skipped < FEW
      ? found
      : ordered(db.selectFrom('assessments').where('assessments.id', 'in', found.select('assessments.id')), filter);
  return { total, rows: await page.select([...LIST_COLUMNS]).execute() };
}

/**
 * Every assessment of a filter in its order, `batch` at a time; for exports. The ids are read at once, so that no
 * page is found by counting past the ones before it.
 */
export async function* walkAssessments(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter,
  batch: number,
): AsyncGenerator<AssessmentExportRecord[]> {
  const ids = (
    await ordered(filtered(db, scope, filter), filter)
      .select('assessments.id')
      .execute()
  ).map((row) => row.id);
  for (let at = 0; at < ids.length; at += batch) {
    const wanted = ids.slice(at, at + batch);
    const rows = await db
      .selectFrom('assessments')
      .select([...EXPORT_COLUMNS])
      .where('id', 'in', wanted)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield wanted.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The wire's row, nothing hidden yet: `views/assessments.ts` decides what a caller sees of it. */
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
    stationScore: row.station_score === null ? null : row.station_score / 10,
    expertScore: row.expert_score === null ? null : row.expert_score / 10,
    experts: experts.map(({ id, name }) => ({ id, name })),
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    concludedAt: row.concluded_at,
    validUntil: row.valid_until,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
