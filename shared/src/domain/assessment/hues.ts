import type { Status } from './statuses.ts';

/** One hue for each phase of an assessment, on all screens. */
export const HUES = ['grey', 'amber', 'violet', 'green', 'red'] as const;
export type Hue = (typeof HUES)[number];

export const HUE_OF: Readonly<Record<Status, Hue>> = {
  draft: 'grey',
  submitted: 'amber',
  returned: 'amber',
  first_passed: 'amber',
  reviewing: 'violet',
  reviewed: 'amber',
  passed: 'green',
  failed: 'red',
  withdrawn: 'grey',
  revoked: 'grey',
};
