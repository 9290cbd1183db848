import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { invalid } from '../httpError.ts';
import { expertIds } from '../store/counters/experts.ts';
import type { AssessmentFilter } from '../store/lists/assessmentFilters.ts';
import { rowOf } from '../store/lists/assessmentRows.ts';
import { listAssessments } from '../store/lists/assessments.ts';
import { ownChanges } from '../store/repositories/assessments.ts';
import { namesOf } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { blindTrace, seenBy } from './blindness.ts';

/** The query filter of the calls: `waiting` is a flag, and the caller is the viewer. */
export type WireFilter = Omit<AssessmentFilter, 'waiting' | 'viewer'> & { waiting?: boolean | undefined };

/** The filter for the store. @throws HttpError if it sorts by a field that the caller may not see. */
export function filterFor(
  caller: Pick<Caller, 'id' | 'role' | 'division'>,
  { waiting, ...filter }: WireFilter,
): AssessmentFilter {
  if (filter.sortby === 'expertScore' && (caller.role === 'expert' || caller.role === 'station')) {
    throw invalid({ sortby: { code: 'invalid' } });
  }
  const known = { ...filter, viewer: caller };
  return waiting ? { ...known, waiting: { id: caller.id, role: caller.role, division: caller.division } } : known;
}

/** One page of assessments as the caller sees them. */
export async function listAssessmentRows(
  db: Db,
  caller: Caller,
  scope: Scope,
  filter: WireFilter & { page: number; size: number },
): Promise<{ total: number; items: AssessmentRow[] }> {
  const { total, rows } = await listAssessments(db, scope, {
    ...filterFor(caller, filter),
    page: filter.page,
    size: filter.size,
  });
  const experts = rows.map((row) => expertIds(row.experts));
  const names = await namesOf(db, new Set(experts.flat()));
  const named = (id: string) => ({ id, name: names.get(id) ?? '' });
  const ids = rows.map(({ id }) => id);
  const own = caller.role === 'expert' ? await ownChanges(db, caller.id, ids) : new Map<string, string>();
  const items = rows.map((row, place) =>
    seenBy(caller, rowOf(row, (experts[place] ?? []).map(named)), blindTrace(row, own.get(row.id))),
  );
  return { total, items };
}
