import type { Assessment, Event } from '@shp/shared/api/objects';
import { type LifecycleRow, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import { useUser } from '../../core/session.ts';

/** The steps that the person's role has from where an assessment stands. */
export function useOwnSteps({ station, level, status }: Assessment, events: readonly Event[]): readonly LifecycleRow[] {
  const user = useUser();
  const everReturned = events.some((event) => event.status === 'returned');
  return rowsOf({ station: station.id, division: station.division, level, status, everReturned }, user);
}
