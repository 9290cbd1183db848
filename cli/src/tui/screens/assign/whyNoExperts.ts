import type { AssessmentRow, User } from '@shp/shared/api/objects';
import { ASSIGNABLE } from '@shp/shared/domain/assessment/statuses';
import { unitsFor } from '@shp/shared/domain/assessment/stepUnits';
import { mayAssign } from '../../jobs/assignPlan.ts';
import type { Selection } from '../../list/selection.ts';
import type { Texts } from '../../texts.ts';

/** Why the user cannot assign experts to an assessment: its status, or the unit that decides its level. */
export function whyNotAssignable({ status, level, station }: AssessmentRow, { acts, common }: Texts): string {
  if (!ASSIGNABLE.includes(status)) return common.statuses[status];
  const [unit] = unitsFor('conclusion', { division: station.division, level });
  return acts.plan.decides(common.levels[level], common.roles[unit?.role ?? 'admin']);
}

/** Why the user can assign experts to none of the picked assessments; null if that is possible. */
export function whyNoExperts(target: Selection<AssessmentRow> | null, me: User, texts: Texts): string | null {
  if (target?.kind !== 'picked' || target.rows.size === 0) return null;
  const rows = [...target.rows.values()];
  if (rows.some((row) => mayAssign(row, me))) return null;
  const reasons = new Set(rows.map((row) => whyNotAssignable(row, texts)));
  return texts.acts.plan.notNow([...reasons].join(texts.common.marks.list));
}
