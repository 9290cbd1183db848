import { isAbsent, type Reason } from './fields.ts';
import { isFileCategory } from './files.ts';
import { FORM_PATHS } from './form.ts';

/**
 * A remark of an event, shown at its place on the station's page (docs/spec/wire.md#objects). `field` is a form path
 * `part.field` or a category id, `serial` an item, `fileId` a file of the assessment.
 */
export type Remark = {
  part: 'form' | 'score' | 'file';
  field?: string | undefined;
  serial?: string | undefined;
  fileId?: string | undefined;
  text: string;
};

/**
 * The station's answer to a remark. It goes with the next submission: until then the station can change it, from then
 * on nobody can (docs/spec/domain.md#lifecycle).
 */
export type RemarkAnswer = { text: string; at: string; by: { id: string; name: string }; sent: boolean };

/** A remark of a stored event, with its answers, oldest first; at most the last one is unsent. */
export type AnsweredRemark = Remark & { answers?: RemarkAnswer[] | undefined };

export const REMARK_MAX = 1000;
export const ANSWER_MAX = 1000;

/**
 * Validates a remark: its place must match its part and exist in the assessment. Returns the invalid key; null if
 * valid.
 */
export function checkRemark(
  { part, field, serial, fileId, text }: Remark,
  known: { serials: { has(serial: string): boolean }; files: { has(id: string): boolean } },
): { key: keyof Remark; reason: Reason } | null {
  const invalid = (key: keyof Remark) => ({ key, reason: { code: 'invalid' } as const });
  if (isAbsent(text)) return { key: 'text', reason: { code: 'required' } };
  if ([...text].length > REMARK_MAX) return { key: 'text', reason: { code: 'tooLong', max: REMARK_MAX } };
  if (serial !== undefined && part === 'form') return invalid('serial');
  if (serial !== undefined && !known.serials.has(serial)) return { key: 'serial', reason: { code: 'unknownSerial' } };
  if (fileId !== undefined && (part !== 'file' || !known.files.has(fileId))) return invalid('fileId');
  switch (part) {
    case 'form':
      if (field === undefined) return { key: 'field', reason: { code: 'required' } };
      return (FORM_PATHS as readonly string[]).includes(field) ? null : invalid('field');
    case 'score':
      if (field !== undefined) return invalid('field');
      return serial === undefined ? { key: 'serial', reason: { code: 'required' } } : null;
    case 'file':
      if (field !== undefined) return isFileCategory(field) ? null : invalid('field');
      return fileId === undefined && serial === undefined ? { key: 'fileId', reason: { code: 'required' } } : null;
  }
}
