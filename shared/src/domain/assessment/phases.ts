import type { Status } from './statuses.ts';

/** The phases of an assessment as people count them, and the statuses whose beginning ends each. */
export const PHASES = {
  application: ['submitted'],
  firstReview: ['first_passed'],
  experts: ['reviewed'],
  conclusion: ['passed', 'failed'],
} as const satisfies Record<string, readonly Status[]>;
export type Phase = keyof typeof PHASES;
export const PHASE_NAMES = Object.keys(PHASES) as readonly Phase[];

/** How many phases are done in a status; a withdrawn application has none of its own. */
export const PHASES_DONE: Partial<Record<Status, number>> = {
  draft: 0,
  returned: 0,
  submitted: 1,
  first_passed: 2,
  reviewing: 2,
  reviewed: 3,
  passed: 4,
  failed: 4,
  revoked: 4,
};
