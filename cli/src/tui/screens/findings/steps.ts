import type { FindingRow } from '@shp/shared/api/findings/objects';
import type { User } from '@shp/shared/api/objects';
import type { Hue } from '@shp/shared/domain/assessment/hues';
import { HUE_OF_FINDING } from '@shp/shared/domain/findings/finding';
import { type FindingPlace, type FindingStep, findingSteps } from '@shp/shared/domain/findings/steps';
import type { Reason } from '../../keys/reasons.ts';
import { whyNoCall } from '../../permissions.ts';
import type { Me } from '../../session.ts';
import type { Texts } from '../../texts.ts';

/** The colour of a finding's mark: overdue, or that of its state. */
export function hueOf({ state, overdue }: FindingRow): Hue {
  return overdue ? 'red' : HUE_OF_FINDING[state];
}

export function placeOf({ station }: FindingRow): FindingPlace {
  return { station: station.id, division: station.division };
}

/** Why this user takes no step of a finding now: the access token, or none is possible; null if there is one. */
export function whyNoStep(finding: FindingRow, me: Me, texts: Texts): Reason | string | null {
  if (stepsOf(finding, me).length === 0) return texts.tui.why.noSteps;
  return whyNoCall(me, 'POST finding/step', texts);
}

/** The steps that this user may take of a finding now. */
export function stepsOf(finding: FindingRow, me: User): FindingStep[] {
  return findingSteps(finding.state, placeOf(finding), me);
}
