import type { Assessment, Event } from '@shp/shared/api/objects';
import { type LifecycleRow, publicationOf, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import { useUser } from '../../core/session.ts';

/** The steps that the user's role has from the assessment's status. */
export function useOwnSteps(assessment: Assessment, events: readonly Event[]): readonly LifecycleRow[] {
  const user = useUser();
  const { station, level, status } = assessment;
  const publication = publicationOf(assessment);
  const everReturned = events.some((event) => event.status === 'returned');
  return rowsOf({ station: station.id, division: station.division, level, status, everReturned, publication }, user);
}
