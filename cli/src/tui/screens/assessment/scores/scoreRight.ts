import type { Assessment, User } from '@shp/shared/api/objects';
import { EDITABLE } from '@shp/shared/domain/assessment/lifecycle';
import { statusName } from '../../../format.ts';
import { mayCall } from '../../../permissions.ts';
import type { Texts } from '../../../texts.ts';

/** Whether the role ever enters scores: a station its own, an expert or an administrator those of a review. */
export function entersScores(me: User): boolean {
  return mayCall(me, 'POST assessment/station_scores') || mayCall(me, 'POST assessment/expert_scores');
}

/** Why the user cannot change scores of this assessment now, and who may; null if that is possible. */
export function whyNoScores({ permissions, status }: Assessment, me: User, texts: Texts): string | null {
  const { tui, acts } = texts;
  const { scoreSheet } = acts;
  if (permissions.scoreStation || permissions.scoreExpert) return null;
  if (status === 'reviewing') {
    // A review that is open to others is closed to an expert who has concluded.
    return me.role === 'expert' ? scoreSheet.notNow(tui.assessment.concluded) : scoreSheet.onlyExperts;
  }
  return EDITABLE.includes(status) ? scoreSheet.onlyStation : scoreSheet.notNow(statusName(status, texts));
}
