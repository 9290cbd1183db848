import { type DutyHolder, hasDuty, isAdminFor } from '../accounts/duties.ts';
import { type Caller, EDITABLE, isFinalManager } from './lifecycle.ts';
import { ASSIGNABLE, type Status } from './statuses.ts';
import type { AssessmentFacts } from './steps.ts';

/** What a caller may do with an assessment besides its steps (docs/spec/wire.md#calls). */
export type Permissions = {
  editForm: boolean;
  scoreStation: boolean;
  scoreExpert: boolean;
  assign: boolean;
  conclude: boolean;
  uploadEvidence: boolean;
};

/**
 * The permissions of a caller for an assessment in the caller's scope. An administrator may act for a station or an
 * expert in the same statuses; `scoreExpert` then needs the expert's id (`mayScoreFor`).
 */
export function permissions(
  facts: Pick<AssessmentFacts, 'station' | 'division' | 'level' | 'status' | 'experts' | 'publication'>,
  caller: Caller,
): Permissions {
  const { status, experts } = facts;
  const admin = isAdminFor(caller, 'system');
  const owner = admin || (caller.role === 'station' && caller.id === facts.station);
  const manager = admin || isFinalManager(caller, facts);
  const editable = EDITABLE.includes(status);
  const scoring = admin
    ? experts.some(({ id }) => mayScoreFor(facts, id))
    : caller.role === 'expert' && mayScoreFor(facts, caller.id);
  return {
    editForm: owner && editable,
    scoreStation: owner && editable,
    scoreExpert: scoring,
    assign: manager && ASSIGNABLE.includes(status),
    conclude:
      scoring || (manager && (status === 'reviewing' || (status === 'reviewed' && facts.publication !== 'running'))),
    uploadEvidence: owner && editable,
  };
}

/** Whether an expert can still score and conclude: assigned, in `reviewing`, not concluded. */
export function mayScoreFor({ status, experts }: Pick<AssessmentFacts, 'status' | 'experts'>, expert: string): boolean {
  return status === 'reviewing' && experts.some(({ id, concluded }) => id === expert && !concluded);
}

/**
 * Whether `assessment/delete` is allowed: a station may delete its never-submitted draft, an administrator drafts and
 * withdrawn assessments.
 */
export function mayDelete(
  { status, submittedAt }: { status: Status; submittedAt: string | null },
  caller: DutyHolder,
): boolean {
  if (caller.role === 'admin') return hasDuty(caller, 'system') && (status === 'draft' || status === 'withdrawn');
  return caller.role === 'station' && status === 'draft' && submittedAt === null;
}
