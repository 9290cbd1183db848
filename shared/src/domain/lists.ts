import type { UserKind } from './roles.ts';

/** What lists can be sorted by and how they are paged; here, and not beside the schemas, so that a page reads it without them. */
export const PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const SIZE_MAX = 200;
export const SIZE_DEFAULT = 20;

const USER_SORTS = ['name', 'account', 'division', 'createdAt', 'lastLoginAt'] as const;

/** The fields by which each list of users can be sorted. */
export const USER_LIST_SORTS = {
  managers: USER_SORTS,
  experts: [...USER_SORTS, 'load'],
  stations: [...USER_SORTS, 'capacity'],
  supervisors: USER_SORTS,
} as const satisfies Record<UserKind, readonly string[]>;

/** The fields by which the list of assessments can be sorted. */
export const ASSESSMENT_SORTS = [
  'number',
  'station',
  'level',
  'status',
  'stationScore',
  'expertScore',
  'createdAt',
  'submittedAt',
  'concludedAt',
  'validUntil',
] as const;
