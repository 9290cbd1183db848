import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import type { Level } from '@shp/shared/domain/assessment/statuses';

/** A step of a history. `endReview` happens by itself when every expert has concluded; `endReviewEarly` is a manager's. */
export type Move = StepName | 'endReviewEarly';
/** What an application goes through: `age` says how long ago its rating was made. */
export type Scenario = { level: Level; moves: readonly Move[]; age?: Age };
/** Where a rating of the usual validity stands on the reference day. */
export type Age = 'valid' | 'ending' | 'expired';

const REVIEW: readonly Move[] = ['submit', 'passFirst', 'startReview'];
const REVIEWED: readonly Move[] = [...REVIEW, 'endReview'];
const SECOND_ROUND: readonly Move[] = [...REVIEWED, 'return', ...REVIEWED];

/**
 * Applications that are open on the reference day. The first stations, which lie in the county of the printed accounts,
 * take them in this order, so that something waits for each of those; the others draw.
 */
export const OPEN_SCENARIOS: readonly Scenario[] = [
  { level: 3, moves: ['submit', 'return'] },
  { level: 3, moves: ['submit'] },
  { level: 3, moves: ['submit', 'passFirst'] },
  { level: 3, moves: REVIEW },
  { level: 3, moves: REVIEWED },
  { level: 2, moves: ['submit', 'passFirst'] },
  { level: 2, moves: REVIEWED },
  { level: 3, moves: [] },
  { level: 2, moves: ['submit', 'return', 'submit'] },
  { level: 3, moves: [...REVIEWED, 'reopenReview'] },
  { level: 2, moves: [...REVIEWED, 'return'] },
  { level: 3, moves: ['submit', 'passFirst', 'return'] },
  { level: 3, moves: ['submit'] },
  { level: 2, moves: ['submit', 'takeBack'] },
  { level: 3, moves: ['submit', 'return', 'submit', 'takeBack'] },
  { level: 2, moves: [...REVIEWED, 'return', ...REVIEW] },
  { level: 3, moves: ['submit', 'return', ...REVIEW] },
  { level: 3, moves: [...REVIEW, 'endReviewEarly'] },
  { level: 2, moves: [...REVIEWED, 'reopenReview', 'endReview'] },
  { level: 2, moves: REVIEW },
];

/** Applications that are over. The first stations take them in this order, the others draw. */
export const CLOSED_SCENARIOS: readonly Scenario[] = [
  { level: 3, moves: [...REVIEWED, 'pass'], age: 'ending' },
  { level: 2, moves: [...REVIEWED, 'pass'], age: 'valid' },
  { level: 3, moves: [...REVIEWED, 'fail'] },
  { level: 3, moves: [...REVIEWED, 'pass'], age: 'expired' },
  { level: 3, moves: ['submit', 'withdraw'] },
  { level: 3, moves: [...REVIEWED, 'pass', 'revoke'] },
  { level: 3, moves: ['submit', 'return', ...REVIEWED, 'pass'], age: 'valid' },
  { level: 2, moves: [...SECOND_ROUND, 'pass'], age: 'valid' },
  { level: 3, moves: ['submit', 'return', 'withdraw'] },
  { level: 2, moves: [...REVIEW, 'endReviewEarly', 'fail'] },
  { level: 3, moves: [...REVIEWED, 'reopenReview', 'endReview', 'pass'], age: 'valid' },
  { level: 2, moves: [...REVIEWED, 'pass'], age: 'ending' },
  { level: 2, moves: [...REVIEWED, 'pass', 'revoke'] },
  { level: 3, moves: [...REVIEWED, 'pass'], age: 'valid' },
  { level: 3, moves: [...REVIEW, 'endReviewEarly', 'pass'], age: 'valid' },
  { level: 2, moves: [...REVIEWED, 'pass'], age: 'expired' },
];
