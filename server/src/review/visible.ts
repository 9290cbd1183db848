import type { ScoreItem } from '@shp/shared/domain/scoreItems';
import type { Caller } from '../context.ts';
import { notFound } from '../refusal.ts';
import { type AssessmentRecord, type AssignedExpert, expertsOf } from '../store/assessments.ts';
import { returnedFrom } from '../store/events.ts';
import type { Db } from '../store/schema.ts';
import type { KeptScore } from '../store/scores.ts';
import { isBlind } from '../views/assessments.ts';

/**
 * How much of the experts' work a caller sees (CONTRACT.md sections 3 and 4): everything, only its own, everything but
 * who the experts are, or nothing.
 */
export type ExpertsView = 'all' | 'own' | 'nameless' | 'none';

export async function mayReadExperts(db: Db, row: AssessmentRecord, caller: Caller): Promise<ExpertsView> {
  const blind = isBlind(caller, row.status);
  if (caller.role === 'expert') return blind ? 'own' : 'all';
  if (caller.role !== 'station') return 'all';
  return !blind || (await returnedFrom(db, row, 'reviewed')) ? 'nameless' : 'none';
}

/** An assigned expert whose scores the caller may read. @throws Refusal `not_found`: none such, or another one's while blind. */
export async function assignedExpert(
  db: Db,
  row: AssessmentRecord,
  caller: Caller,
  expertId: string,
): Promise<AssignedExpert> {
  const experts = (await expertsOf(db, [row.id])).get(row.id) ?? [];
  const expert = experts.find(({ id }) => id === expertId);
  if (!expert || (isBlind(caller, row.status) && expert.id !== caller.id)) throw notFound();
  return expert;
}

/** Items as the wire has them; what somebody else wrote in the owner's place is marked so. */
export function wireScores(items: readonly KeptScore[], owner: string): (ScoreItem & { byAdmin?: boolean })[] {
  return items.map(({ byId, ...item }) => (byId === owner ? item : { ...item, byAdmin: true }));
}
