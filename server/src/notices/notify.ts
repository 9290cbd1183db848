import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import {
  type FindingNotice,
  NOTICE_OF_STEP,
  NOTICES,
  type NoticeKind,
  type NoticeParams,
} from '@shp/shared/domain/notices/kinds';
import type { DueFinding } from '../store/notices/due.ts';
import { accountsWithUnread, insertNotices, type NewNotice } from '../store/notices/notices.ts';
import type { AssessmentsTable, Db } from '../store/schema/schema.ts';
import { enqueue } from './enqueue.ts';
import { accountsFor, accountsForFinding, type NoticeSubject } from './recipients.ts';

type Write = { readonly db: Db; readonly now: string };
type More = {
  /** The actor, who gets no notice of the own action. */
  by: string | null;
  /** The accounts of the audience `named`. */
  named?: readonly string[];
  /** An account with an unread notice of this kind about this assessment gets no second one. */
  untilRead?: true;
};

type AssessmentNotice = Exclude<NoticeKind, FindingNotice | 'undelivered'>;
type MoreParams<K extends AssessmentNotice> = Omit<NoticeParams[K], keyof ReturnType<typeof about>> & object;
type Stepped = NoticeSubject & Pick<AssessmentsTable, 'proposed_until'>;

/** The parameters that every notice about an assessment has. */
export const about = ({ number, station_name: station, level }: NoticeSubject) => ({ number, station, level });

/** Writes a notice about an assessment to its audience, in the transaction of the change. */
export async function notify<K extends AssessmentNotice>(
  write: Write,
  kind: K,
  row: NoticeSubject,
  more: MoreParams<K>,
  options: More,
): Promise<void> {
  await insertAndEnqueue(write.db, await noticesAbout(write, kind, row, more, options));
}

/** Writes the notices of a lifecycle step; `by` null is the system. */
export async function notifyOfStep(write: Write, row: Stepped, step: LifecycleRow, by: string | null): Promise<void> {
  await insertAndEnqueue(write.db, await noticesOfStep(write, row, step, by));
}

/** Writes a notice about a finding that is due or overdue. */
export async function notifyOfFinding(write: Write, kind: FindingNotice, finding: DueFinding): Promise<void> {
  await insertAndEnqueue(write.db, await noticesOfFinding(write, kind, finding));
}

async function insertAndEnqueue(db: Db, notices: readonly NewNotice[]): Promise<void> {
  await enqueue(db, await insertNotices(db, notices));
}

/** The notices about an assessment, one for each account of their audience. */
export async function noticesAbout<K extends AssessmentNotice>(
  { db, now }: Write,
  kind: K,
  row: NoticeSubject,
  more: MoreParams<K>,
  { by, named = [], untilRead }: More,
): Promise<NewNotice[]> {
  const accounts = await accountsFor(db, row, NOTICES[kind].to, named);
  const knowing = untilRead ? await accountsWithUnread(db, kind, row.id, accounts) : new Set<string>();
  const params = JSON.stringify({ ...about(row), ...more });
  return accounts
    .filter((id) => id !== by && !knowing.has(id))
    .map((user_id) => ({ user_id, at: now, kind, assessment_id: row.id, params }));
}

/** The notices of a step of the lifecycle. */
export async function noticesOfStep(
  write: Write,
  row: Stepped,
  step: LifecycleRow,
  by: string | null,
): Promise<NewNotice[]> {
  const kind = NOTICE_OF_STEP[step.name];
  if (kind === null) return [];
  if (kind === 'proposed') return noticesAbout(write, kind, row, { until: row.proposed_until ?? '' }, { by });
  const status = kind === 'passedOn' || kind === 'concluded' ? { status: row.status } : {};
  return noticesAbout(write, kind, row, status as { status: typeof row.status }, { by });
}

/** The notices about a finding. */
export async function noticesOfFinding(
  { db, now }: Write,
  kind: FindingNotice,
  { no, station_name: station, due, ...place }: DueFinding,
): Promise<NewNotice[]> {
  const params = JSON.stringify({ no, station, due } satisfies NoticeParams[FindingNotice]);
  const accounts = await accountsForFinding(db, place, NOTICES[kind].to);
  return accounts.map((user_id) => ({ user_id, at: now, kind, assessment_id: null, params }));
}
