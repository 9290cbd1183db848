import { type ScoreItem, sameScore } from '../standard/scoreItems.ts';
import { compareSerials } from '../standard/standard.ts';
import { isAbsent } from './fields.ts';
import { type Condition, FORM_PATHS, type Form, type FormPart, type FormPath, MEMBER_KEYS } from './form.ts';

/** The copy stored by a submission (docs/spec/domain.md#lifecycle); `files` are ids. */
export type SubmissionCopy = { form: Form; scores: readonly ScoreItem[]; files: readonly string[] };
export type SubmissionChanges = { form: FormPath[]; serials: string[]; files: string[] };

/** The changes since the previous submission (`submissions[].changed`); empty for the first, when `before` is null. */
export function submissionChanges(before: SubmissionCopy | null, after: SubmissionCopy): SubmissionChanges {
  if (!before) return { form: [], serials: [], files: [] };
  return {
    form: formChanges(before.form, after.form),
    serials: scoreChanges(before.scores, after.scores),
    files: [...without(after.files, before.files), ...without(before.files, after.files)],
  };
}

/** The fields in which two forms differ, in form order; absent and empty count as equal. */
export function formChanges(before: Form, after: Form): FormPath[] {
  return FORM_PATHS.filter((path) => canonical(before, path) !== canonical(after, path));
}

/** The serials at which two score sets differ, in natural order. */
export function scoreChanges(before: readonly ScoreItem[], after: readonly ScoreItem[]): string[] {
  const [old, fresh] = [bySerial(before), bySerial(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((serial) => !sameScore(old.get(serial), fresh.get(serial)))
    .sort(compareSerials);
}

function bySerial(items: readonly ScoreItem[]): Map<string, ScoreItem> {
  return new Map(items.map((item) => [item.serial, item]));
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

function canonical(form: Form, path: FormPath): string {
  const [part, key] = path.split('.') as [FormPart, string];
  if (part === 'conditions') {
    const { holds = null, note = '' } = form.conditions[key as Condition] ?? {};
    return JSON.stringify([holds, note]);
  }
  if (path === 'self.members') {
    return JSON.stringify((form.self.members ?? []).map((member) => MEMBER_KEYS.map((field) => member[field])));
  }
  const value = (form[part] as Record<string, unknown>)[key];
  return JSON.stringify(isAbsent(value) ? null : value);
}
