import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { countScored } from '@shp/shared/domain/standard/scoring';
import { allItems, type Standard } from '@shp/shared/domain/standard/standard';
import { STAGES } from '@shp/shared/domain/statistics/progress';
import { chapterKey, itemKey } from '@shp/shared/domain/statistics/scores';
import { invalid } from '../httpError.ts';
import { expertIds } from '../store/counters/experts.ts';
import type { AssessmentFilter } from '../store/lists/assessmentFilters.ts';
import { type AssessmentListRow, rowOf } from '../store/lists/assessmentRows.ts';
import { listAssessments } from '../store/lists/assessments.ts';
import type { PlaceInVersion } from '../store/lists/resultFilters.ts';
import { ownChanges } from '../store/repositories/assessments.ts';
import { scoresByAssessment } from '../store/repositories/scores.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { allStandards, currentStandard, findStandard, standardOf } from '../store/repositories/standards.ts';
import { namesOf } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { blindTrace, isBlind, seenBy } from './blindness.ts';

/** The query filter of the calls: flags where the store takes the caller, days and times. */
export type WireFilter = Omit<AssessmentFilter, 'waiting' | 'viewer' | 'overdue' | 'rating' | 'chapter' | 'lost'> & {
  [Flag in 'waiting' | 'overdue' | 'rated']?: boolean | undefined;
} & { [Row in 'chapter' | 'lost']?: string | undefined } & { expiring?: number | undefined };

/** Filters that would tell a blind viewer what experts gave, or who they are. */
const OF_EXPERTS = ['expert', 'expertScore', 'expertWork', 'chapter', 'lost'] as const;

/** @throws HttpError if the filter sorts or selects by what the caller may not see. */
export function checkFilter({ role }: Pick<Caller, 'role'>, filter: WireFilter): void {
  if (filter.expertWork !== undefined && filter.expert === undefined)
    throw invalid({ expertWork: { code: 'invalid' } });
  if (role !== 'expert' && role !== 'station') return;
  if (filter.sortby === 'expertScore') throw invalid({ sortby: { code: 'invalid' } });
  for (const key of OF_EXPERTS) if (filter[key] !== undefined) throw invalid({ [key]: { code: 'invalid' } });
}

/** The filter for the store. @throws HttpError as `checkFilter` */
export async function filterFor(
  db: Db,
  caller: Pick<Caller, 'id' | 'role' | 'division' | 'duties'>,
  asked: WireFilter,
  now: string,
): Promise<AssessmentFilter> {
  checkFilter(caller, asked);
  const { waiting, overdue, rated, expiring, chapter, lost, ...filter } = asked;
  const { id, role, division, duties } = caller;
  const lastDay = (days: number) => dayOf(new Date(Date.parse(now) + days * DAY));
  return {
    ...filter,
    viewer: caller,
    ...(waiting ? { waiting: { id, role, division, duties } } : {}),
    ...(overdue ? { overdue: await overdueBefore(db, now) } : {}),
    ...(chapter === undefined ? {} : { chapter: await placesOf(db, 'chapter', chapter, chapterRows) }),
    ...(lost === undefined ? {} : { lost: (await placesOf(db, 'lost', lost, itemRows)).places }),
    ...(rated || expiring !== undefined
      ? { rating: { on: dayOf(now), ...(expiring === undefined ? {} : { until: lastDay(expiring) }) } }
      : {}),
  };
}

type Row = { readonly serial: string; readonly key: string };
const chapterRows = ({ sections }: Standard): Row[] =>
  sections.map((chapter) => ({ serial: chapter.serial, key: chapterKey(chapter) }));
const itemRows = (standard: Standard): Row[] =>
  allItems(standard).map((item) => ({ serial: item.serial, key: itemKey(item) }));

/**
 * A chapter or an item of a version of the standard in each version that has the same. @throws HttpError if the version
 * has none
 */
async function placesOf(
  db: Db,
  filter: 'chapter' | 'lost',
  text: string,
  rowsOf: (standard: Standard) => Row[],
): Promise<{ places: PlaceInVersion[]; otherVersions: string[] }> {
  const [serial = '', ...named] = text.split('@');
  const version = named.length > 0 ? named.join('@') : await currentStandard(db);
  const standard = await findStandard(db, version);
  const row = standard && rowsOf(standard).find((one) => one.serial === serial);
  if (!row) throw invalid({ [filter]: { code: 'invalid' } });
  const all = (await allStandards(db)).map((one) => ({
    version: one.version,
    place: rowsOf(one).findIndex(({ key }) => key === row.key),
  }));
  return {
    places: all.filter(({ place }) => place !== -1),
    otherVersions: all.filter(({ place }) => place === -1).map((one) => one.version),
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
  const progress = caller.role === 'expert' ? await ownProgress(db, caller.id, rows) : new Map<string, Progress>();
  const items = rows.map((row, index) => {
    const seen = seenBy(caller, rowOf(row, (experts[index] ?? []).map(named)), blindTrace(row, own.get(row.id)));
    const done = progress.get(row.id);
    return done ? { ...seen, progress: done } : seen;
  });
  return { total, items };
}

type Progress = NonNullable<AssessmentRow['progress']>;

/** How many items an expert has scored itself, by assessment under review. */
async function ownProgress(
  db: Db,
  expert: string,
  rows: readonly Pick<AssessmentListRow, 'id' | 'status'>[],
): Promise<Map<string, Progress>> {
  const running = rows.filter(({ status }) => status === 'reviewing').map(({ id }) => id);
  const progress = new Map<string, Progress>();
  for (const { id, version, scores } of await scoresByAssessment(db, running, expert)) {
    const items = allItems(await standardOf(db, version));
    progress.set(id, { scored: countScored(items, scores), items: items.length });
  }
  return progress;
}
