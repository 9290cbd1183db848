import { notFound } from '../httpError.ts';
import { type AssessmentRecord, findAssessment } from '../store/repositories/assessments.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';

/** Finds the assessment that a call names. @throws HttpError `not_found` if it is not in the caller's scope. */
export async function inScope(db: Db, caller: Caller, id: string): Promise<AssessmentRecord> {
  const row = await findAssessment(db, caller.scope, id);
  if (!row) throw notFound();
  return row;
}
