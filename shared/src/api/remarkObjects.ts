import { z } from 'zod';
import { ANSWER_MAX, REMARK_MAX } from '../domain/assessment/remarks.ts';
import { id, shownText, textOf, time } from './schemas.ts';

/** A remark of a return. It refers to a form field, a file category, an item or a file. */
export const remark = z
  .strictObject({
    part: z.enum(['form', 'score', 'file']),
    field: z.string().max(100).optional(),
    serial: z.string().max(20).optional(),
    fileId: id.optional(),
    text: shownText(REMARK_MAX),
  })
  .meta({ id: 'Remark' });
export type Remark = z.infer<typeof remark>;

/** `sent`: it went with a submission, so that it never changes again. */
export const remarkAnswer = z
  .strictObject({
    text: textOf(ANSWER_MAX),
    at: time,
    by: z.strictObject({ id, name: z.string() }),
    sent: z.boolean(),
  })
  .meta({ id: 'RemarkAnswer' });
export type RemarkAnswer = z.infer<typeof remarkAnswer>;

/** A remark of an event; `answers` are the station's, oldest first, absent if there are none. */
export const answeredRemark = remark
  .extend({ answers: z.array(remarkAnswer).optional() })
  .meta({ id: 'AnsweredRemark' });
export type AnsweredRemark = z.infer<typeof answeredRemark>;
