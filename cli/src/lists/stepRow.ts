import type { Assessment, User } from '@shp/shared/api/objects';
import { type LifecycleRow, publicationOf, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
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
