/** Every status of an assessment, in the order in which a review meets them (docs/spec/domain.md#lifecycle). */
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

/** Statuses after which nothing is changed any more. */
const CLOSED: readonly Status[] = ['passed', 'failed', 'withdrawn', 'revoked'];
/** Statuses of an assessment that is under way; a station has at most one such. */
export const OPEN = STATUSES.filter((status) => !CLOSED.includes(status));
/** Statuses in which experts are assigned; those they have yet to conclude are their load. */
export const ASSIGNABLE: readonly Status[] = ['first_passed', 'reviewing'];
/** Statuses after which a result is known to everybody who may see the assessment. */
export const CONCLUDED: readonly Status[] = ['passed', 'failed', 'revoked'];
/** What the home page counts as in review. */
export const ON_PROGRESS: readonly Status[] = ['submitted', 'first_passed', 'reviewing', 'reviewed'];

export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];
