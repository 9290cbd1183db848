import type { Assessment, User } from '@shp/shared/api/objects';
import { type LifecycleRow, rowsOf } from '@shp/shared/domain/lifecycle';
import type { Status } from '@shp/shared/domain/statuses';
import type { Texts } from '../../texts.ts';

/** The row of the lifecycle by which somebody takes an assessment to a status. */
export function stepRow({ station, level, status }: Assessment, to: Status, me: User): LifecycleRow | undefined {
  // Whether it was ever returned only decides where taking back ends, which is known here.
  return [true, false]
    .flatMap((everReturned) => {
      const place = { station: station.id, division: station.division, level, status, everReturned };
      return rowsOf(place, me);
    })
    .find((row) => row.to === to);
}

/** What a step is called. */
export function stepName(assessment: Assessment, to: Status, me: User, { rules, common }: Texts): string {
  const row = stepRow(assessment, to, me);
  return row ? rules.steps[row.name] : common.statuses[to];
}
