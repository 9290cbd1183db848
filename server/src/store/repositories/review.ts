import { newId } from '../db/ids.ts';
import type { ConclusionsTable, Db, SubmissionsTable } from '../schema/schema.ts';
import type { AssessmentRecord } from './assessments.ts';

type Assessment = Pick<AssessmentRecord, 'id'>;

/** Adds and removes experts of an assessment; the others' work is unchanged. */
export async function assignExperts(
  db: Db,
  of: Assessment,
  add: readonly string[],
  remove: readonly string[],
  at: string,
): Promise<void> {
  if (remove.length > 0)
    await db
      .deleteFrom('assessment_experts')
      .where('assessment_id', '=', of.id)
      .where('expert_id', 'in', [...remove])
      .execute();
  for (const expert of add) {
    await db
      .insertInto('assessment_experts')
      .values({
        assessment_id: of.id,
        expert_id: expert,
        assigned_at: at,
        conclusion: '',
        concluded_at: null,
        dropped: 0,
        updated_at: at,
      })
      .execute();
  }
}

/** Writes an expert's text; `concludedAt` null is a draft. */
export async function writeExpertConclusion(
  db: Db,
  of: Assessment,
  expert: string,
  conclusion: string,
  concludedAt: string | null,
): Promise<void> {
  await db
    .updateTable('assessment_experts')
    .set({ conclusion, concluded_at: concludedAt })
    .where('assessment_id', '=', of.id)
    .where('expert_id', '=', expert)
    .execute();
}

/** Records that an expert's own work changed. */
export async function touchExpert(db: Db, of: Assessment, expert: string, at: string): Promise<void> {
  await db
    .updateTable('assessment_experts')
    .set({ updated_at: at })
    .where('assessment_id', '=', of.id)
    .where('expert_id', '=', expert)
    .execute();
}

/** Marks experts without a conclusion as dropped. */
export async function dropUnconcluded(db: Db, of: Assessment): Promise<void> {
  await db
    .updateTable('assessment_experts')
    .set({ dropped: 1 })
    .where('assessment_id', '=', of.id)
    .where('concluded_at', 'is', null)
    .execute();
}

/** Reopens the review: clears every conclusion mark and dropped mark. `texts`: whether the experts' texts stay. */
export async function reopenExperts(db: Db, of: Assessment, texts: 'keep' | 'clear'): Promise<void> {
  const cleared = texts === 'clear' ? { conclusion: '' } : {};
  await db
    .updateTable('assessment_experts')
    .set({ concluded_at: null, dropped: 0, ...cleared })
    .where('assessment_id', '=', of.id)
    .execute();
}

/** Stores a conclusion as given; such rows never change. */
export async function storeConclusion(
  db: Db,
  of: Assessment,
  conclusion: Omit<ConclusionsTable, 'id' | 'assessment_id'>,
): Promise<void> {
  await db
    .insertInto('conclusions')
    .values({ ...conclusion, id: newId(), assessment_id: of.id })
    .execute();
}

/** The experts' conclusions between two times, in that order. */
export async function expertConclusions(
  db: Db,
  of: Assessment,
  { from, until }: { from: string; until: string },
): Promise<ConclusionsTable[]> {
  return db
    .selectFrom('conclusions')
    .selectAll()
    .where('assessment_id', '=', of.id)
    .where('kind', '=', 'expert')
    .where('at', '>=', from)
    .where('at', '<=', until)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** The copies of all submissions, oldest first. */
export async function listSubmissions(db: Db, of: Assessment): Promise<SubmissionsTable[]> {
  return db.selectFrom('submissions').selectAll().where('assessment_id', '=', of.id).orderBy('no').execute();
}

/** The copy of one submission. */
export async function findSubmission(db: Db, of: Assessment, no: number): Promise<SubmissionsTable | undefined> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('assessment_id', '=', of.id)
    .where('no', '=', no)
    .executeTakeFirst();
}

/** Stores a copy under the next number; such rows never change. */
export async function storeSubmission(
  db: Db,
  of: Assessment,
  copy: Omit<SubmissionsTable, 'assessment_id' | 'no'>,
): Promise<void> {
  const { last } = await db
    .selectFrom('submissions')
    .select((eb) => eb.fn.max('no').as('last'))
    .where('assessment_id', '=', of.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('submissions')
    .values({ ...copy, assessment_id: of.id, no: (last ?? 0) + 1 })
    .execute();
}

/** The experts who concluded and count, in order of assignment. */
export async function concludedExperts(
  db: Db,
  of: Assessment,
): Promise<{ expert: string; assignedAt: string; concludedAt: string }[]> {
  return db
    .selectFrom('assessment_experts')
    .select(['expert_id as expert', 'assigned_at as assignedAt', 'concluded_at as concludedAt'])
    .where('assessment_id', '=', of.id)
    .where('dropped', '=', 0)
    .where('concluded_at', 'is not', null)
    .orderBy('assigned_at')
    .orderBy('expert_id')
    .$narrowType<{ concludedAt: string }>()
    .execute();
}
