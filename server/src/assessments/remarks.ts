import type { Reasons } from '@shp/shared/api/errors';
import { isFirstManager } from '@shp/shared/domain/assessment/lifecycle';
import { checkRemark, type Remark, type RemarkAnswer } from '@shp/shared/domain/assessment/remarks';
import { lastReturn } from '@shp/shared/domain/assessment/returns';
import { itemsBySerial } from '@shp/shared/domain/standard/standard';
import { changesBetween } from '../audit/append.ts';
import { conflict, HttpError, invalid, notFound } from '../httpError.ts';
import { notify } from '../notices/notify.ts';
import { type AssessmentRecord, updateAssessment } from '../store/repositories/assessments.ts';
import { listEvents } from '../store/repositories/events.ts';
import { filesForSubmission } from '../store/repositories/files.ts';
import { answerKey, listAnswers, writeAnswer } from '../store/repositories/remarkAnswers.ts';
import { standardOf } from '../store/repositories/standards.ts';
import { findUser } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller, Write } from '../types.ts';
import { objectOf, refuseByStatus } from './steps.ts';

/** @throws HttpError if a remark refers to a field, item or file that this assessment lacks. */
export async function checkRemarks(db: Db, row: AssessmentRecord, remarks: readonly Remark[]): Promise<void> {
  if (remarks.length === 0) return;
  const serials = itemsBySerial(await standardOf(db, row.standard_version));
  const files = new Set((await filesForSubmission(db, row.id)).map((file) => file.id));
  const reasons: Reasons = {};
  for (const [index, remark] of remarks.entries()) {
    const fault = checkRemark(remark, { serials, files });
    if (fault) reasons[`remarks.${index}.${fault.key}`] = fault.reason;
  }
  if (Object.keys(reasons).length > 0) throw invalid(reasons);
}

type Given = {
  readonly eventId: string;
  /** Index of the remark in its event. */
  readonly remark: number;
  readonly text: string;
  /** What the caller saw before, if the request says it. */
  readonly was: string | undefined;
};

/** Stores the station's answer to a remark of the last return. Returns all answers to that remark. */
export async function answerRemark(
  write: Write,
  caller: Caller,
  row: AssessmentRecord,
  { eventId, remark, text, was }: Given,
): Promise<RemarkAnswer[]> {
  const { db, now } = write;
  const events = await listEvents(db, row);
  const event = events.find(({ id }) => id === eventId);
  if (!event) throw notFound();
  const answered = event.remarks[remark];
  if (!answered) throw invalid({ remark: { code: 'invalid' } });
  if (row.status !== 'returned') await refuseByStatus(write, caller, row);
  if (lastReturn(events)?.id !== eventId) throw conflict((texts) => texts.refused.earlierReturn, 'eventId');
  const present = answered.answers?.find(({ sent }) => !sent)?.text ?? '';
  if (was !== undefined && was.trim() !== present && text !== present) {
    throw new HttpError('conflict', { current: { answer: present } });
  }
  if (text !== present) {
    await writeAnswer(db, row, { eventId, remark }, { text, at: now, by: { id: caller.id, name: caller.name } });
    await updateAssessment(db, row, {}, now, 'keep');
    if (present === '') await tellReviewer(write, caller, row, event.by?.id);
  }
  await write.audit({ object: objectOf(row), changes: changesBetween({ answer: present }, { answer: text }) });
  return (await listAnswers(db, row)).get(answerKey({ eventId, remark })) ?? [];
}

/** Notifies the account that returned the application, if it still has it in its scope. */
async function tellReviewer(write: Write, caller: Caller, row: AssessmentRecord, reviewer: string | undefined) {
  const account = reviewer === undefined ? undefined : await findUser(write.db, { kind: 'all' }, reviewer);
  if (!account || !(account.role === 'admin' || isFirstManager(account, row))) return;
  await notify(write, 'answered', row, {}, { by: caller.id, named: [account.id], untilRead: true });
}
