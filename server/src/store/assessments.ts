import type { AssessmentRow } from '@shp/shared/api/objects';
import { dayBounds } from '@shp/shared/domain/days';
import { cityOf, countyOf, divisionPath, PROVINCE } from '@shp/shared/domain/divisions';
import { toTenths } from '@shp/shared/domain/exact';
import { startForm } from '@shp/shared/domain/formEdits';
import type { Role } from '@shp/shared/domain/roles';
import type { Scope } from '@shp/shared/domain/scope';
import type { ReviewResult } from '@shp/shared/domain/scoring';
import { type Level, OPEN, STATUSES, type Status } from '@shp/shared/domain/statuses';
import { sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { keptTotal } from './keptTotals.ts';
import { contains, offsetOf, sorted } from './pages.ts';
import type { AssessmentsTable, Db } from './schema.ts';
import { assessmentsIn, type Ref, unindexed, within } from './scope.ts';
import type { UserRow } from './users.ts';
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

export function stageOf(status: Status): number {
  return STATUSES.indexOf(status);
}

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

export type AssessmentRecord = AssessmentsTable;
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

/** An assessment inside the scope that is not deleted. */
export async function findAssessment(db: Db, scope: Scope, id: string): Promise<AssessmentRecord | undefined> {
  return db
    .selectFrom('assessments')
    .selectAll('assessments')
    .where('assessments.id', '=', id)
    .where('assessments.is_deleted', '=', 0)
    .where((eb) => assessmentsIn(eb, scope))
    .executeTakeFirst();
}

export type AssignedExpert = {
  id: string;
  name: string;
  conclusion: string;
  concludedAt: string | null;
  dropped: boolean;
};

/** The experts of each of these assessments, in the order in which they were assigned. */
export async function expertsOf(db: Db, ids: readonly string[]): Promise<Map<string, AssignedExpert[]>> {
  const experts = new Map<string, AssignedExpert[]>();
  if (ids.length === 0) return experts;
  const rows = await db
    .selectFrom('assessment_experts as ae')
    .innerJoin('users', 'users.id', 'ae.expert_id')
    .select(['ae.assessment_id', 'users.id', 'users.name', 'ae.conclusion', 'ae.concluded_at', 'ae.dropped'])
    .where('ae.assessment_id', 'in', [...ids])
    .orderBy('ae.assigned_at')
    .orderBy('users.id')
    .execute();
  for (const row of rows) {
    const list = experts.get(row.assessment_id) ?? [];
    list.push({
      id: row.id,
      name: row.name,
      conclusion: row.conclusion,
      concludedAt: row.concluded_at,
      dropped: row.dropped === 1,
    });
    experts.set(row.assessment_id, list);
  }
  return experts;
}

/** The ids of the experts of each of these assessments, in the order in which they were assigned. */
export async function expertIdsOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('assessment_experts')
    .select(['assessment_id', 'expert_id'])
    .where('assessment_id', 'in', [...ids])
    .orderBy('assigned_at')
    .orderBy('expert_id')
    .execute();
  const experts = new Map<string, string[]>();
  for (const { assessment_id, expert_id } of rows) {
    const list = experts.get(assessment_id);
    if (list) list.push(expert_id);
    else experts.set(assessment_id, [expert_id]);
  }
  return experts;
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

/** The numbers of a station's assessments that are under way. */
export async function openNumbers(db: Db, station: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assessments')
    .select('number')
    .where('station_id', '=', station)
    .where('is_deleted', '=', 0)
    .where('status', 'in', OPEN)
    .execute();
  return rows.map((row) => row.number);
}

/** The numbers of assessments that an expert has yet to conclude. */
export async function unconcludedNumbers(db: Db, expert: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assessment_experts')
    .innerJoin('assessments', 'assessments.id', 'assessment_experts.assessment_id')
    .select('assessments.number')
    .where('assessment_experts.expert_id', '=', expert)
    .where('assessment_experts.concluded_at', 'is', null)
    .where('assessments.is_deleted', '=', 0)
    .where('assessments.status', 'in', OPEN)
    // Who had not concluded when the review was ended is no longer waited for.
    .where('assessments.status', '!=', 'reviewed')
    .execute();
  return rows.map((row) => row.number);
}

/** The next number of a year, `GXXSD-YYYY-NNNNNN`; never given twice. */
export async function nextNumber(db: Db, year: number): Promise<string> {
  const [number = ''] = await nextNumbers(db, year, 1);
  return number;
}

/** The next so many numbers of a year, in order. */
export async function nextNumbers(db: Db, year: number, count: number): Promise<string[]> {
  const { value } = await db
    .insertInto('counters')
    .values({ name: `assessment-${year}`, value: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Array.from({ length: count }, (_, place) => {
    return `GXXSD-${year}-${String(value - count + 1 + place).padStart(6, '0')}`;
  });
}

export async function insertAssessment(db: Db, row: AssessmentsTable): Promise<void> {
  await db.insertInto('assessments').values(row).execute();
}

/** Hides an assessment from lists and counts; its rows, events and files stay. */
export async function hideAssessment(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('assessments')
    .set((eb) => ({ is_deleted: 1, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The row of a new application of a station. */
export function newAssessment(fresh: {
  id: string;
  number: string;
  station: UserRow & { division: string };
  level: Level;
  standard: string;
  at: string;
}): AssessmentsTable {
  const { station, at } = fresh;
  return {
    id: fresh.id,
    number: fresh.number,
    station_id: station.id,
    station_name: station.name,
    station_key: station.name_key,
    division: station.division,
    level: fresh.level,
    status: 'draft',
    stage: stageOf('draft'),
    station_score: null,
    expert_score: null,
    created_at: at,
    submitted_at: null,
    first_submitted_at: null,
    concluded_at: null,
    valid_until: null,
    updated_at: at,
    version: 1,
    is_deleted: 0,
    standard_version: fresh.standard,
    rules: null,
    form: JSON.stringify(startForm(JSON.parse(station.profile))),
    ever_returned: 0,
    scores_at: null,
    self_saved_at: null,
    chapter_rates: null,
    manager_conclusion: null,
    manager_conclusion_by: null,
    manager_conclusion_at: null,
    print: null,
    print_digest: null,
  };
}

/** Writes columns of an assessment; `bump` raises its version (form, level, experts, status: CONTRACT.md section 1). */
export async function updateAssessment(
  db: Db,
  row: AssessmentRecord,
  set: Partial<AssessmentsTable>,
  at: string,
  bump: 'bump' | 'keep',
): Promise<AssessmentRecord> {
  const version = bump === 'bump' ? row.version + 1 : row.version;
  const stage = set.status === undefined ? {} : { stage: stageOf(set.status) };
  return db
    .updateTable('assessments')
    .set({ ...set, ...stage, updated_at: at, version })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What lists and exports show of a review's result. */
export function resultColumns(
  result: Pick<ReviewResult, 'score100' | 'sections'> | null,
): Pick<AssessmentsTable, 'expert_score' | 'chapter_rates'> {
  if (result === null) return { expert_score: null, chapter_rates: null };
  return {
    expert_score: toTenths(result.score100),
    chapter_rates: JSON.stringify(result.sections.map(({ rate }) => rate)),
  };
}
