import { isAdminFor } from '@shp/shared/domain/accounts/duties';
import {
  type Contribution,
  conflictOf,
  type FourEyesRecord,
  type GuardedStep,
} from '@shp/shared/domain/assessment/fourEyes';
import { isFinalManager, isFirstManager } from '@shp/shared/domain/assessment/lifecycle';
import { OPEN, type Status } from '@shp/shared/domain/assessment/statuses';
import { type AssignedExpert, expertsOf } from '../store/repositories/assessments.ts';
import { assessmentsTouchedBy, type Touched } from '../store/repositories/escalations.ts';
import { contributionsTo, linksAbove, linksBelow, recordOf } from '../store/repositories/fourEyes.ts';
import type { UserRow } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { counting } from './load.ts';

export type ResetEffect = { id: string; number: string; steps: Status[] };

const TARGETS: Record<GuardedStep, readonly Status[]> = {
  firstReview: ['first_passed'],
  conclusion: ['passed', 'failed'],
};
const BEFORE_FIRST_REVIEW: readonly Status[] = ['draft', 'returned', 'submitted'];

/**
 * The open assessments in which resetting this account's password would make the four-eyes rule refuse steps to the
 * caller. Counts the work that is still due: the station's submission, the assigned experts' scores, and the first
 * review if this account has to do it.
 */
export async function resetEffects(db: Db, caller: Caller, account: UserRow, now: string): Promise<ResetEffect[]> {
  const links = await linksBelow(db, [account.id], '');
  const below = [...new Set([account.id, ...links.map((link) => link.account)])];
  const rows = await assessmentsTouchedBy(db, caller.scope, below, account, OPEN);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [contributions, experts] = [await contributionsTo(db, ids), await expertsOf(db, ids)];
  const expected = new Map(
    rows.map((row) => [
      row.id,
      [...(contributions.get(row.id) ?? []), ...stillToCome(row, experts.get(row.id) ?? [], account)],
    ]),
  );
  const involved = [caller.id, account.id, ...[...expected.values()].flat().map((one) => one.account)];
  const oldest = rows.reduce((first, { created_at }) => (created_at < first ? created_at : first), now);
  const known = await linksAbove(db, involved, oldest);
  const reset = { by: caller.id, account: account.id, at: now };
  return rows.flatMap((row) => {
    const before = recordOf(row, expected.get(row.id) ?? [], known);
    const after = { ...before, links: [...known, reset] };
    const lost = stepsAhead(row, caller).filter((step) => isLost(before, after, step, caller.id));
    const steps = lost.flatMap((step) => TARGETS[step]);
    return steps.length > 0 ? [{ id: row.id, number: row.number, steps }] : [];
  });
}

function isLost(before: FourEyesRecord, after: FourEyesRecord, step: GuardedStep, account: string): boolean {
  return conflictOf(before, step, account) === null && conflictOf(after, step, account) !== null;
}

/** The guarded steps of an assessment that are still to come and that the caller's role may take. */
function stepsAhead(row: Touched, caller: Caller): GuardedStep[] {
  const admin = isAdminFor(caller, 'system');
  const steps: GuardedStep[] = [];
  if (BEFORE_FIRST_REVIEW.includes(row.status) && (admin || isFirstManager(caller, row))) steps.push('firstReview');
  if (admin || isFinalManager(caller, row)) steps.push('conclusion');
  return steps;
}

function stillToCome(row: Touched, experts: readonly AssignedExpert[], account: UserRow): Contribution[] {
  const waits = row.status === 'submitted' && row.usual === account.role;
  return [
    { account: row.station_id, kind: 'submission' },
    ...counting(experts).map(({ id }): Contribution => ({ account: id, kind: 'expertScores' })),
    ...(waits ? [{ account: account.id, kind: 'firstReview' } as const] : []),
  ];
}
