import { ApiError } from '@shp/shared/api/errors';
import { type Caller, isFinalManager } from '@shp/shared/domain/assessment/lifecycle';
import { isOwnUnit } from '@shp/shared/domain/assessment/ownUnit';
import { ASSIGNABLE } from '@shp/shared/domain/assessment/statuses';
import type { AssessmentList } from '@shp/shared/text/en/assessmentList';
import type { Common } from '@shp/shared/text/en/common';
import type { Login } from '@shp/shared/text/en/login';
import { assignTo } from '../../assessment/experts/assignTo.ts';
import type { Expert } from '../../assessment/experts/everyExpert.ts';
import { messageOf } from '../../core/messages.ts';
import type { Selected } from './selection.ts';

export type Assigned = { row: Selected; became: 'done' | 'same' } | { row: Selected; became: 'failed'; reason: string };

/** Why a row cannot get experts: its status, or its level belongs to another manager. */
export function barOf({ station, level, status }: Selected, caller: Caller): 'status' | 'level' | null {
  if (!ASSIGNABLE.includes(status)) return 'status';
  const final = caller.role === 'admin' || isFinalManager(caller, { division: station.division, level });
  return final ? null : 'level';
}

type Texts = { common: Common; login: Login; words: AssessmentList; separator: string };

/** Assigns experts to one selected assessment; every obstacle is returned as an outcome. */
export async function assignSelected(
  row: Selected,
  experts: readonly Expert[],
  caller: Caller,
  { common, login, words, separator }: Texts,
): Promise<Assigned> {
  const failed = (reason: string): Assigned => ({ row, became: 'failed', reason });
  const bar = barOf(row, caller);
  if (bar === 'status') return failed(words.status(common.statuses[row.status]));
  if (bar === 'level') return failed(words.level(common.levels[row.level]));
  try {
    const changed = await assignTo(row.id, { add: experts.map(({ id }) => id) }, (assessment) => {
      const own = experts.filter((expert) => isOwnUnit(expert, assessment));
      if (own.length > 0) throw new OwnUnit(own.map(({ profile }) => profile.name).join(separator));
    });
    return { row, became: changed ? 'done' : 'same' };
  } catch (error) {
    if (error instanceof OwnUnit) return failed(words.ownUnit(error.message));
    const reasons = error instanceof ApiError ? Object.values(error.fields) : [];
    return failed(reasons.length > 0 ? reasons.join(separator) : messageOf(error, login));
  }
}

/** Thrown with the names of the experts who may not review this station. */
class OwnUnit extends Error {}
