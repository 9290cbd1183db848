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
  stations: [...USER_SORTS, 'ratedUntil', 'capacity'],
  supervisors: USER_SORTS,
} as const satisfies Record<UserKind, readonly string[]>;

/** Filter values of a station list: the level of the best rating valid today, `any` level, or `none`. */
export const RATED = ['1', '2', '3', 'any', 'none'] as const;
export type Rated = (typeof RATED)[number];
/** The "rating ends within" choices of station lists, in days. */
export const EXPIRING_DAYS = [30, 90, 180] as const;
/** The largest value of the filter `expiring`, in days. */
export const EXPIRING_MAX = 3660;
/** A rating that ends within so many days is to be renewed. */
export const ENDS_SOON_DAYS = 90;
/** The "capacity" choices of station lists, and the largest capacity, in kW. */
export const CAPACITIES = [100, 500, 1000, 5000, 10_000, 50_000] as const;
export const CAPACITY_MAX = 1_000_000;

/** Steps of the distribution of scores out of 100, by their lower edge; the last one includes 100. */
export const SCORE_STEP = 5;
export const SCORE_EDGES: readonly number[] = Array.from({ length: 100 / SCORE_STEP }, (_, step) => step * SCORE_STEP);

/** A step of scores as text: `75–80`. */
export const scoreStep = (from: number): string => `${from}–${from + SCORE_STEP}`;

/** With an expert as filter: reviews that the expert has yet to conclude, or whose result the expert's conclusion counts in. */
export const EXPERT_WORK = ['open', 'counts'] as const;

/** A chapter or an item of the standard as a filter: `4.1.2`, or `4.1.2@VERSION` where it is not the current version's. */
export const CHAPTER_FILTER = /^\d{1,4}(?:@.{1,64})?$/;
export const ITEM_FILTER = /^\d{1,4}(?:\.\d{1,4}){2}(?:@.{1,64})?$/;

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
