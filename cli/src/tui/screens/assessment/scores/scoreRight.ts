import type { Assessment, User } from '@shp/shared/api/objects';
import { EDITABLE } from '@shp/shared/domain/assessment/lifecycle';
import { statusName } from '../../../format.ts';
import { isAdmitted, whyNoCall } from '../../../permissions.ts';
import type { Texts } from '../../../texts.ts';

/** Whether the role ever enters scores: a station its own, an expert or an administrator those of a review. */
export function entersScores(me: User): boolean {
  return isAdmitted(me, 'POST assessment/station_scores') || isAdmitted(me, 'POST assessment/expert_scores');
}

/** Why the user cannot change scores of this assessment now, and who may; null if that is possible. */
export function whyNoScores({ permissions, status }: Assessment, me: User, texts: Texts): string | null {
  const { tui, acts } = texts;
  const { scoreSheet } = acts;
  if (permissions.scoreStation || permissions.scoreExpert) {
    const call = permissions.scoreStation ? 'POST assessment/station_scores' : 'POST assessment/expert_scores';
    return whyNoCall(me, call, texts)?.text ?? null;
  }
  if (status === 'reviewing') {
    // A review that is open to others is closed to an expert who has concluded.
    return me.role === 'expert' ? scoreSheet.notNow(tui.assessment.concluded) : scoreSheet.onlyExperts;
  }
  return EDITABLE.includes(status) ? scoreSheet.onlyStation : scoreSheet.notNow(statusName(status, texts));
}
