import type { Assessment, User } from '@shp/shared/api/objects';
import { type LifecycleRow, publicationOf, rowsOf, type StepName } from '@shp/shared/domain/assessment/lifecycle';
import type { Status } from '@shp/shared/domain/assessment/statuses';

/** The lifecycle row for the caller's step to a status. */
export function stepRow(assessment: Assessment, to: Status, me: User): LifecycleRow | undefined {
  const { station, level, status } = assessment;
  const publication = publicationOf(assessment);
  // `returned` only decides where withdrawing leads, and the target is known here.
  return [true, false]
    .flatMap((everReturned) => {
      const place = {
        station: station.id,
        division: station.division,
        level,
        status,
        everReturned,
        publication,
      } as const;
      return rowsOf(place, me);
    })
    .find((row) => row.to === to);
}

/** Those that lead on, then those that end or reopen a review, then those that take it back. */
export const STEP_ORDER: readonly StepName[] = [
  ...(['submit', 'passFirst', 'startReview', 'propose', 'pass', 'fail'] as const),
  ...(['endReview', 'stopProposal', 'reopenReview', 'takeBack', 'return', 'withdraw', 'revoke'] as const),
];

/** Steps in the order in which they are offered, in overview and dialogs. */
export function inOrder<S>(steps: readonly S[], nameOf: (step: S) => StepName | undefined): S[] {
  const rank = (step: S) => STEP_ORDER.indexOf(nameOf(step) ?? 'revoke');
  return steps.toSorted((a, b) => rank(a) - rank(b));
}
