import type { UserKind } from '../accounts/roles.ts';

/**
 * Page sizes and sort fields of lists. Separate from the schemas, so that a page can use them without loading those.
 */
export const PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const SIZE_MAX = 200;
export const SIZE_DEFAULT = 20;

const USER_SORTS = ['name', 'account', 'division', 'createdAt', 'lastLoginAt'] as const;

/** The sort fields of each user list. */
export const USER_LIST_SORTS = {
  managers: USER_SORTS,
  experts: [...USER_SORTS, 'load'],
  stations: [...USER_SORTS, 'capacity'],
  supervisors: USER_SORTS,
} as const satisfies Record<UserKind, readonly string[]>;

/** Filter values of a station list: the level of the best rating valid today, or `none`. */
export const RATED = ['1', '2', '3', 'none'] as const;
export type Rated = (typeof RATED)[number];
/** The "rating ends within" choices of station lists, in days. */
export const EXPIRING_DAYS = [30, 90, 180] as const;
/** The largest value of the filter `expiring`, in days. */
export const EXPIRING_MAX = 3660;
/** The "capacity" choices of station lists, and the largest capacity, in kW. */
export const CAPACITIES = [100, 500, 1000, 5000, 10_000, 50_000] as const;
export const CAPACITY_MAX = 1_000_000;

/** The sort fields of the assessment list. */
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
  'statusSince',
] as const;
