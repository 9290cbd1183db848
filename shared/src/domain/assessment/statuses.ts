/** All statuses of an assessment, in the order of a review (docs/spec/domain.md#lifecycle). */
export const STATUSES = [
  'draft',
  'submitted',
  'returned',
  'first_passed',
  'reviewing',
  'reviewed',
  'passed',
  'failed',
  'withdrawn',
  'revoked',
] as const;
export type Status = (typeof STATUSES)[number];

/** Final statuses: the assessment no longer changes, except that a passed one can be revoked. */
const CLOSED: readonly Status[] = ['passed', 'failed', 'withdrawn', 'revoked'];
/** Statuses of an open assessment; a station has at most one open assessment. */
export const OPEN = STATUSES.filter((status) => !CLOSED.includes(status));
/** Statuses in which experts can be assigned; an expert's load counts the conclusions still due in them. */
export const ASSIGNABLE: readonly Status[] = ['first_passed', 'reviewing'];
/**
 * Whether an assignment made in status `then` can be undone in status `now`: not once its review has started, for a start
 * cannot be taken back and a review needs its experts.
 */
export function mayUndoAssignment(then: Status, now: Status): boolean {
  return then === now && ASSIGNABLE.includes(now);
}
/** Statuses in which everyone who may see the assessment also sees its result. */
export const CONCLUDED: readonly Status[] = ['passed', 'failed', 'revoked'];
/** Statuses that the home page counts as in review. */
export const ON_PROGRESS: readonly Status[] = ['submitted', 'first_passed', 'reviewing', 'reviewed'];

export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];
