import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { STAGES } from '@shp/shared/domain/statistics/progress';
import { invalid } from '../httpError.ts';
import { expertIds } from '../store/counters/experts.ts';
import type { AssessmentFilter } from '../store/lists/assessmentFilters.ts';
import { rowOf } from '../store/lists/assessmentRows.ts';
import { listAssessments } from '../store/lists/assessments.ts';
import { ownChanges } from '../store/repositories/assessments.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { namesOf } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { blindTrace, isBlind, seenBy } from './blindness.ts';

/** The query filter of the calls: flags where the store takes the caller, days and times. */
export type WireFilter = Omit<AssessmentFilter, 'waiting' | 'viewer' | 'overdue' | 'rating'> & {
  [Flag in 'waiting' | 'overdue' | 'rated']?: boolean | undefined;
} & { expiring?: number | undefined };

/** @throws HttpError if the filter sorts or selects by what the caller may not see. */
export function checkFilter({ role }: Pick<Caller, 'role'>, { sortby, expert }: WireFilter): void {
  if (role !== 'expert' && role !== 'station') return;
  if (sortby === 'expertScore') throw invalid({ sortby: { code: 'invalid' } });
  if (expert !== undefined) throw invalid({ expert: { code: 'invalid' } });
}

/** The filter for the store; only `overdue` needs the settings. @throws HttpError as `checkFilter` */
export async function filterFor(
  db: Db,
  caller: Pick<Caller, 'id' | 'role' | 'division' | 'duties'>,
  asked: WireFilter,
  now: string,
): Promise<AssessmentFilter> {
  checkFilter(caller, asked);
  const { waiting, overdue, rated, expiring, ...filter } = asked;
  const { id, role, division, duties } = caller;
  const lastDay = (days: number) => dayOf(new Date(Date.parse(now) + days * DAY));
  return {
    ...filter,
    viewer: caller,
    ...(waiting ? { waiting: { id, role, division, duties } } : {}),
    ...(overdue ? { overdue: await overdueBefore(db, now) } : {}),
    ...(rated || expiring !== undefined
      ? { rating: { on: dayOf(now), ...(expiring === undefined ? {} : { until: lastDay(expiring) }) } }
      : {}),
  };
}

/** For each stage, the time before which an assessment must have come into it to be overdue. */
async function overdueBefore(db: Db, now: string): Promise<AssessmentFilter['overdue']> {
  const { stageDays } = await readSettings(db);
  return STAGES.map((status) => ({
    status,
    before: new Date(Date.parse(now) - stageDays[status] * DAY).toISOString(),
  }));
}

/** One page of assessments as the caller sees them. */
export async function listAssessmentRows(
  db: Db,
  caller: Caller,
  scope: Scope,
  filter: WireFilter & { page: number; size: number },
  now: string,
): Promise<{ total: number; items: AssessmentRow[] }> {
  const { total, rows } = await listAssessments(db, scope, {
    ...(await filterFor(db, caller, filter, now)),
    page: filter.page,
    size: filter.size,
  });
  const experts = rows.map((row) =>
    expertIds(row.experts).filter((id) => id === caller.id || !isBlind(caller, row.status)),
  );
  const names = await namesOf(db, new Set(experts.flat()));
  const named = (id: string) => ({ id, name: names.get(id) ?? '' });
  const ids = rows.map(({ id }) => id);
  const own = caller.role === 'expert' ? await ownChanges(db, caller.id, ids) : new Map<string, string>();
  const items = rows.map((row, index) =>
    seenBy(caller, rowOf(row, (experts[index] ?? []).map(named)), blindTrace(row, own.get(row.id))),
  );
  return { total, items };
}
