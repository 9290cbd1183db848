import type { Assessment } from '@shp/shared/api/objects';
import type { Form } from '@shp/shared/domain/assessment/form';
import { rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import { permissions } from '@shp/shared/domain/assessment/permissions';
import { actions } from '@shp/shared/domain/assessment/steps';
import { dayOf } from '@shp/shared/domain/lib/days';
import { afterWorkingDays, readCalendar } from '@shp/shared/domain/lib/workingDays';
import { HttpError } from '../httpError.ts';
import { rowOf } from '../store/lists/assessmentRows.ts';
import type { AssessmentRecord } from '../store/repositories/assessments.ts';
import { readSettings } from '../store/repositories/settings.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { blindTrace, seenBy, versionFor } from './blindness.ts';
import { loadReview, type Rules } from './load.ts';

/** @throws HttpError `conflict` if the caller has seen another version than the present one. */
export async function checkVersion(
  db: Db,
  caller: Caller,
  row: AssessmentRecord,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === versionFor(caller, row)) return;
  throw new HttpError('conflict', { current: await wholeAssessment(db, caller, row) });
}

/** One assessment as the caller sees it, with the steps that the caller may take. */
export async function wholeAssessment(db: Db, caller: Caller, row: AssessmentRecord): Promise<Assessment> {
  const { experts, rules, facts } = await loadReview(db, row, caller);
  const own = experts.find(({ id }) => id === caller.id)?.updatedAt;
  const assessment = {
    ...rowOf(row, experts),
    form: JSON.parse(row.form) as Form,
    actions: actions(facts, caller),
    permissions: permissions(facts, caller),
    ...(rowsOf(facts, caller).some(({ name }) => name === 'propose') && {
      proposable: await publicDaysFrom(db, new Date().toISOString()),
    }),
    standardVersion: row.standard_version,
    rules: wireRules(rules),
  };
  return seenBy(caller, assessment, blindTrace(row, own));
}

/** Until when a decision to pass would be shown as a proposal, if it were made at `now`. */
export async function publicDaysFrom(db: Db, now: string) {
  const { publicDays, holidays } = await readSettings(db);
  return afterWorkingDays(dayOf(now), publicDays, readCalendar(holidays));
}

function wireRules({ minIndependentExperts, ...rules }: Rules): Assessment['rules'] {
  return minIndependentExperts === 0 ? rules : { ...rules, minIndependentExperts };
}
