import type { Role } from '../accounts/roles.ts';
import { type Caller, EDITABLE, isFinalManager } from './lifecycle.ts';
import { ASSIGNABLE, type Status } from './statuses.ts';
import type { AssessmentFacts } from './steps.ts';

/** What a caller may do with an assessment beside its steps (docs/spec/wire.md#calls). */
export type Permissions = {
  editForm: boolean;
  scoreStation: boolean;
  scoreExpert: boolean;
  assign: boolean;
  conclude: boolean;
  uploadEvidence: boolean;
};

/**
 * The permissions of a caller in whose scope the assessment lies. An administrator acts in a station's or an expert's
 * place, in the same statuses; for `scoreExpert` he names the expert (`mayScoreFor`).
 */
export function permissions(
  facts: Pick<AssessmentFacts, 'station' | 'division' | 'level' | 'status' | 'experts'>,
  caller: Caller,
): Permissions {
  const { status, experts } = facts;
  const admin = caller.role === 'admin';
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
    conclude: scoring || (manager && (status === 'reviewing' || status === 'reviewed')),
    uploadEvidence: owner && editable,
  };
}

/** Whether an expert's scores and conclusion are open: assigned, in `reviewing`, not concluded. */
export function mayScoreFor({ status, experts }: Pick<AssessmentFacts, 'status' | 'experts'>, expert: string): boolean {
  return status === 'reviewing' && experts.some(({ id, concluded }) => id === expert && !concluded);
}

/** Whether `assessment/delete` is open: the station's own draft never submitted; admin: drafts and withdrawn ones. */
export function mayDelete(
  { status, submittedAt }: { status: Status; submittedAt: string | null },
  role: Role,
): boolean {
  if (role === 'admin') return status === 'draft' || status === 'withdrawn';
  return role === 'station' && status === 'draft' && submittedAt === null;
}
