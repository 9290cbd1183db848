import type { UserKind } from '../accounts/roles.ts';

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

/** What a list of stations can be filtered by: the level of the best rating that is valid today, or that there is none. */
export const RATED = ['1', '2', '3', 'none'] as const;
export type Rated = (typeof RATED)[number];
/** Days ahead that lists offer for ratings that end. */
export const EXPIRING_DAYS = [30, 90, 180] as const;
/** Most days ahead for which ratings that end are looked for. */
export const EXPIRING_MAX = 3660;

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
