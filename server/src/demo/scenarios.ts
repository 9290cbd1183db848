import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import type { Level } from '@shp/shared/domain/assessment/statuses';

/**
 * A step of a history. `endReview` is the automatic step after the last conclusion; `endReviewEarly` is a manager's.
 */
export type Move = Exclude<StepName, 'propose' | 'stopProposal'> | 'endReviewEarly';
/** The moves of an application; `age` says how old its rating is. */
export type Scenario = { level: Level; moves: readonly Move[]; age?: Age };
/** How a rating with the usual validity stands on the reference day. */
export type Age = 'valid' | 'ending' | 'expired';

const REVIEW: readonly Move[] = ['submit', 'passFirst', 'startReview'];
const REVIEWED: readonly Move[] = [...REVIEW, 'endReview'];
const SECOND_ROUND: readonly Move[] = [...REVIEWED, 'return', ...REVIEWED];

/**
 * Applications that are open on the reference day. The stations of the printed accounts' county take them in this
 * order, so that each printed account has work to do; the others draw at random.
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

/** Closed applications. The first stations take them in this order, the others draw at random. */
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
