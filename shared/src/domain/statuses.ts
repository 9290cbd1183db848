/** Every status of an assessment, in the order in which a review meets them (DOMAIN.md section 1). */
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
export const CLOSED = ['passed', 'failed', 'withdrawn', 'revoked'] as const satisfies readonly Status[];
/** Statuses of an assessment that is under way; a station has at most one such. */
export const OPEN = STATUSES.filter((status) => !(CLOSED as readonly Status[]).includes(status));
/** Statuses in which experts are assigned; those they have yet to conclude are their load. */
export const ASSIGNABLE = ['first_passed', 'reviewing'] as const satisfies readonly Status[];
/** Statuses after which a result is known to everybody who may see the assessment. */
export const CONCLUDED = ['passed', 'failed', 'revoked'] as const satisfies readonly Status[];
/** What the home page counts as in review. */
export const ON_PROGRESS = ['submitted', 'first_passed', 'reviewing', 'reviewed'] as const satisfies readonly Status[];

export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];
