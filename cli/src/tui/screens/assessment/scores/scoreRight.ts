import type { Assessment, User } from '@shp/shared/api/objects';
import { statusName } from '../../../format.ts';
import { mayCall } from '../../../permissions.ts';
import type { Texts } from '../../../texts.ts';

/** Whether the role ever enters scores: a station its own, an expert or an administrator those of a review. */
export function entersScores(me: User): boolean {
  return mayCall(me, 'POST assessment/station_scores') || mayCall(me, 'POST assessment/expert_scores');
}

/** Why the user cannot change scores of this assessment now; null if that is possible. */
export function whyNoScores({ permissions, status }: Assessment, me: User, texts: Texts): string | null {
  const { tui, acts } = texts;
  if (!entersScores(me)) return tui.why.noRight;
  if (permissions.scoreStation || permissions.scoreExpert) return null;
  // A review that is open to others is closed to an expert who has concluded.
  const concluded = me.role === 'expert' && status === 'reviewing';
  return acts.scoreSheet.notNow(concluded ? tui.assessment.concluded : statusName(status, texts));
}
