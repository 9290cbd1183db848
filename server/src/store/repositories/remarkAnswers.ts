import type { RemarkAnswer } from '@shp/shared/domain/assessment/remarks';
import type { Db } from '../schema/schema.ts';
import type { AssessmentRecord } from './assessments.ts';

type Assessment = Pick<AssessmentRecord, 'id'>;
type Place = { eventId: string; remark: number };

/** Answers by remark, as `answerKey` names it; oldest first. */
export type Answers = ReadonlyMap<string, RemarkAnswer[]>;

export const answerKey = ({ eventId, remark }: Place): string => `${eventId}/${remark}`;

/** The answers to all remarks of an assessment. */
export async function listAnswers(db: Db, of: Assessment): Promise<Answers> {
  const rows = await db
    .selectFrom('remark_answers')
    .selectAll()
    .where('assessment_id', '=', of.id)
    .orderBy('submission')
    .execute();
  const next = rows.length === 0 ? 0 : await nextSubmission(db, of);
  const answers = new Map<string, RemarkAnswer[]>();
  for (const { event_id, remark, submission, text, at, by_id, by_name } of rows) {
    const key = answerKey({ eventId: event_id, remark });
    const answer = { text, at, by: { id: by_id, name: by_name }, sent: submission < next };
    answers.set(key, [...(answers.get(key) ?? []), answer]);
  }
  return answers;
}

/** Stores or replaces the answer that goes with the next submission; '' removes it. */
export async function writeAnswer(
  db: Db,
  of: Assessment,
  { eventId, remark }: Place,
  answer: Omit<RemarkAnswer, 'sent'>,
): Promise<void> {
  const submission = await nextSubmission(db, of);
  await db
    .deleteFrom('remark_answers')
    .where('assessment_id', '=', of.id)
    .where('event_id', '=', eventId)
    .where('remark', '=', remark)
    .where('submission', '=', submission)
    .execute();
  if (answer.text === '') return;
  await db
    .insertInto('remark_answers')
    .values({
      assessment_id: of.id,
      event_id: eventId,
      remark,
      submission,
      text: answer.text,
      at: answer.at,
      by_id: answer.by.id,
      by_name: answer.by.name,
    })
    .execute();
}

/** The number of the next submission. */
async function nextSubmission(db: Db, of: Assessment): Promise<number> {
  const { last } = await db
    .selectFrom('submissions')
    .select((eb) => eb.fn.max('no').as('last'))
    .where('assessment_id', '=', of.id)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
