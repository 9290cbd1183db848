import type { Assessment, Event } from '@shp/shared/api/objects';
import { type LifecycleRow, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import { useUser } from '../../core/session.ts';

/** The steps that the user's role has from the assessment's status. */
export function useOwnSteps({ station, level, status }: Assessment, events: readonly Event[]): readonly LifecycleRow[] {
  const user = useUser();
  const everReturned = events.some((event) => event.status === 'returned');
  return rowsOf({ station: station.id, division: station.division, level, status, everReturned }, user);
}
