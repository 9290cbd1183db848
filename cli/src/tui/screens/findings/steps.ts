import type { FindingRow } from '@shp/shared/api/findings/objects';
import type { User } from '@shp/shared/api/objects';
import type { Hue } from '@shp/shared/domain/assessment/hues';
import type { FindingState } from '@shp/shared/domain/findings/finding';
import { type FindingPlace, type FindingStep, findingSteps } from '@shp/shared/domain/findings/steps';

/** The colour of a finding's mark: overdue, with the station, with the unit, closed. */
export function hueOf({ state, overdue }: FindingRow): Hue {
  return overdue ? 'red' : hueOfState(state);
}

/** The colour of a state by itself. */
export function hueOfState(state: FindingState): Hue {
  return state === 'closed' ? 'green' : state === 'done' ? 'violet' : 'amber';
}

export function placeOf({ station }: FindingRow): FindingPlace {
  return { station: station.id, division: station.division };
}

/** The steps that this user may take of a finding now. */
export function stepsOf(finding: FindingRow, me: User): FindingStep[] {
  return findingSteps(finding.state, placeOf(finding), me);
}
