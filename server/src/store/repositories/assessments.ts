import type { Scope } from '@shp/shared/domain/accounts/scope';
import { startForm } from '@shp/shared/domain/assessment/formPatch';
import { type Level, OPEN, STATUSES, type Status } from '@shp/shared/domain/assessment/statuses';
import { toTenths } from '@shp/shared/domain/lib/rational';
import type { ReviewResult } from '@shp/shared/domain/standard/scoring';
import { assessmentsIn } from '../lists/scope.ts';
import type { AssessmentsTable, Db, FormsTable } from '../schema/schema.ts';
import type { UserRow } from './users.ts';

/** An assessment with its form. */
export type AssessmentRecord = AssessmentsTable & Pick<FormsTable, 'form'>;

/** The position of a status when lists sort by status. */
export function stageOf(status: Status): number {
  return STATUSES.indexOf(status);
}

/** An assessment in the scope, not deleted. */
export async function findAssessment(db: Db, scope: Scope, id: string): Promise<AssessmentRecord | undefined> {
  return db
    .selectFrom('assessments')
    .innerJoin('forms', 'forms.assessment_id', 'assessments.id')
    .selectAll('assessments')
    .select('forms.form')
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
  /** Does not count: the review ended, or the account was deleted, before this expert concluded. */
  dropped: boolean;
  /** When the expert's own work here last changed. */
  updatedAt: string;
};

/** The experts of each assessment, in order of assignment; `only` this one, if given. */
export async function expertsOf(db: Db, ids: readonly string[], only?: string): Promise<Map<string, AssignedExpert[]>> {
  const experts = new Map<string, AssignedExpert[]>();
  if (ids.length === 0) return experts;
  const rows = await db
    .selectFrom('assessment_experts as ae')
    .innerJoin('users', 'users.id', 'ae.expert_id')
    .select(['ae.assessment_id', 'ae.conclusion', 'ae.concluded_at', 'ae.dropped', 'ae.updated_at'])
    .select(['users.id', 'users.name', 'users.is_deleted'])
    .where('ae.assessment_id', 'in', [...ids])
    .$if(only !== undefined, (query) => query.where('ae.expert_id', '=', only ?? ''))
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
      dropped: row.dropped === 1 || (row.is_deleted === 1 && row.concluded_at === null),
      updatedAt: row.updated_at,
    });
    experts.set(row.assessment_id, list);
  }
  return experts;
}

/** When an expert's own work on each assessment last changed. */
export async function ownChanges(db: Db, expert: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('assessment_experts')
    .select(['assessment_id', 'updated_at'])
    .where('expert_id', '=', expert)
    .where('assessment_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.assessment_id, row.updated_at]));
}

/** The numbers of a station's open assessments. */
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

/** The assessments under review that an expert has yet to conclude. */
export async function unconcludedReviews(db: Db, expert: string): Promise<string[]> {
  const rows = await db
    .selectFrom('assessment_experts')
    .innerJoin('assessments', 'assessments.id', 'assessment_experts.assessment_id')
    .select('assessments.id')
    .where('assessment_experts.expert_id', '=', expert)
    .where('assessment_experts.concluded_at', 'is', null)
    .where('assessments.is_deleted', '=', 0)
    .where('assessments.status', '=', 'reviewing')
    .execute();
  return rows.map((row) => row.id);
}

/** A station's open applications. */
export async function openApplications(
  db: Db,
  station: string,
): Promise<Pick<AssessmentsTable, 'id' | 'number' | 'status'>[]> {
  return db
    .selectFrom('assessments')
    .select(['id', 'number', 'status'])
    .where('station_id', '=', station)
    .where('is_deleted', '=', 0)
    .where('status', 'in', OPEN)
    .orderBy('number')
    .execute();
}

/** An expert's open reviews, with the number of items scored. */
export async function openReviews(db: Db, expert: string): Promise<{ id: string; number: string; scored: number }[]> {
  const ids = await unconcludedReviews(db, expert);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('assessments')
    .leftJoin('expert_scores', (join) =>
      join.onRef('expert_scores.assessment_id', '=', 'assessments.id').on('expert_scores.expert_id', '=', expert),
    )
    .select((eb) => ['assessments.id', 'assessments.number', eb.fn.count<number>('expert_scores.serial').as('scored')])
    .where('assessments.id', 'in', ids)
    .groupBy(['assessments.id', 'assessments.number'])
    .orderBy('assessments.number')
    .execute();
  return rows.map((row) => ({ ...row, scored: Number(row.scored) }));
}

/** The next number of a year, `GXXSD-YYYY-NNNNNN`; never issued twice. */
export async function nextNumber(db: Db, year: number): Promise<string> {
  const [number = ''] = await nextNumbers(db, year, 1);
  return number;
}

/** The next `count` numbers of a year, in order. */
export async function nextNumbers(db: Db, year: number, count: number): Promise<string[]> {
  const { value } = await db
    .insertInto('counters')
    .values({ name: `assessment-${year}`, value: count })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  const first = value - count + 1;
  return Array.from({ length: count }, (_, index) => `GXXSD-${year}-${String(first + index).padStart(6, '0')}`);
}

/** Inserts a new application and its form. */
export async function insertAssessment(db: Db, { form, ...row }: AssessmentRecord): Promise<void> {
  await db.insertInto('assessments').values(row).execute();
  await db.insertInto('forms').values({ assessment_id: row.id, form }).execute();
}

/** Removes an assessment from lists and counts; its rows, events and files stay. */
export async function hideAssessment(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('assessments')
    .set((eb) => ({
      is_deleted: 1,
      updated_at: at,
      version: eb('version', '+', 1),
      shared_updated_at: at,
      shared_version: eb('shared_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** The row of a station's new application. */
export function newAssessment(fresh: {
  id: string;
  number: string;
  station: UserRow & { division: string };
  level: Level;
  standard: string;
  at: string;
}): AssessmentRecord {
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
    shared_updated_at: at,
    shared_version: 1,
    status_since: at,
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
    proposed_until: null,
    experts: '',
  };
}

/**
 * Updates columns of an assessment; `bump` raises its version (form, level, experts, status). `notBlind`: only callers
 * who see the experts' work may notice the change (`assessments/blindness.ts`).
 */
export async function updateAssessment(
  db: Db,
  row: AssessmentRecord,
  { form, ...set }: Partial<AssessmentRecord>,
  at: string,
  bump: 'bump' | 'keep',
  noticedBy: 'everyone' | 'notBlind' = 'everyone',
): Promise<AssessmentRecord> {
  if (form !== undefined) await db.updateTable('forms').set({ form }).where('assessment_id', '=', row.id).execute();
  const version = bump === 'bump' ? row.version + 1 : row.version;
  const step = set.status === undefined ? {} : { stage: stageOf(set.status), status_since: at };
  const shared =
    noticedBy === 'everyone'
      ? { shared_updated_at: at, shared_version: row.shared_version + (bump === 'bump' ? 1 : 0) }
      : {};
  const after = await db
    .updateTable('assessments')
    .set({ ...set, ...step, ...shared, updated_at: at, version })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...after, form: form ?? row.form };
}

/** The columns of a review's result for lists and exports. */
export function resultColumns(
  result: Pick<ReviewResult, 'score100' | 'sections'> | null,
): Pick<AssessmentsTable, 'expert_score' | 'chapter_rates'> {
  if (result === null) return { expert_score: null, chapter_rates: null };
  return {
    expert_score: toTenths(result.score100),
    chapter_rates: JSON.stringify(result.sections.map(({ rate }) => rate)),
  };
}
