import { checkField, type FieldDef } from '@shp/shared/domain/assessment/fields';
import {
  CONDITIONS,
  FORM_PARTS,
  type Form,
  type FormPart,
  type FormPath,
  MEMBER_KEYS,
  NOTE,
} from '@shp/shared/domain/assessment/form';
import { formLabel } from '@shp/shared/text/problems';
import { reasonText } from '@shp/shared/text/reasons';
import type { Texts } from '../../texts.ts';
import type { Entered, EntryField } from '../../widgets/EntryForm.tsx';

/** The key of a condition's note, and the mark between the facts of a member. */
const NOTE_OF = '.note';
const BETWEEN = '/';
const MEMBERS = 'members';
const [YES, NO] = ['yes', 'no'];

type Def = { readonly key: string; readonly def: FieldDef | 'members'; readonly label: string };

/** The fields of a part, from the definitions of the form. */
function defsOf(part: FormPart, { rules, acts }: Texts): Def[] {
  const label = (key: string) => formLabel(`${part}.${key}` as FormPath, rules);
  if (part === 'conditions') {
    return CONDITIONS.flatMap((key) => [
      { key, def: { kind: 'flag' } as const, label: label(key) },
      { key: `${key}${NOTE_OF}`, def: NOTE, label: `  ${acts.form.note}` },
    ]);
  }
  const defs = Object.entries<FieldDef>(FORM_PARTS[part]).map(([key, def]): Def => ({ key, def, label: label(key) }));
  return part === 'self' ? [...defs, { key: MEMBERS, def: 'members', label: label(MEMBERS) }] : defs;
}

/** The inputs of a part. */
export function formFields(part: FormPart, texts: Texts): EntryField[] {
  const { common, acts } = texts;
  return defsOf(part, texts).map(({ key, def, label }): EntryField => {
    const plain = { key, label, required: false, hint: '', one: true };
    if (def === 'members') return { ...plain, hint: acts.form.membersHint };
    const named = def.kind === 'number' && def.unit ? `${label} (${common.units[def.unit]})` : label;
    const field = { ...plain, label: named, required: def.required === true };
    switch (def.kind) {
      case 'flag':
        return {
          ...field,
          options: [
            { value: YES, label: common.yes },
            { value: NO, label: common.no },
          ],
        };
      case 'enum':
        return {
          ...field,
          options: def.values.map((value) => ({
            value,
            label: common.developments[value as keyof typeof common.developments] ?? value,
          })),
        };
      case 'date':
        return { ...field, hint: 'YYYY-MM-DD' };
      case 'text':
        return def.multiline ? { ...field, hint: acts.form.longHint, long: true } : field;
      default:
        return field;
    }
  });
}

/** What stands in the inputs of a part. */
export function enteredOf(form: Form, part: FormPart, texts: Texts): Entered {
  return Object.fromEntries(defsOf(part, texts).map(({ key, def }) => [key, textOf(valueAt(form, part, key), def)]));
}

function valueAt(form: Form, part: FormPart, key: string): unknown {
  const values = form[part] as Record<string, unknown>;
  if (part !== 'conditions') return values[key];
  const { holds, note } = form.conditions[key.replace(NOTE_OF, '') as keyof Form['conditions']] ?? {};
  return key.endsWith(NOTE_OF) ? note : holds;
}

function textOf(value: unknown, def: Def['def']): string {
  if (def === 'members') {
    const members = (value ?? []) as readonly Record<(typeof MEMBER_KEYS)[number], string>[];
    return members.map((one) => MEMBER_KEYS.map((key) => one[key]).join(BETWEEN)).join('; ');
  }
  if (typeof value === 'boolean') return value ? YES : NO;
  return value === undefined || value === null ? '' : String(value);
}

/** What has changed in a part as the call takes it, or the problems by field. */
export function readForm(
  entered: Entered,
  form: Form,
  part: FormPart,
  texts: Texts,
): { problems: Record<string, string>; changes: Record<string, unknown> } {
  const was = enteredOf(form, part, texts);
  const problems: Record<string, string> = {};
  const changes: Record<string, unknown> = {};
  for (const { key, def } of defsOf(part, texts)) {
    const text = entered[key] ?? '';
    if (text === was[key]) continue;
    const value = meaningOf(text, def);
    const reason = def === 'members' || value === null ? null : checkField(def, value);
    if (reason) problems[key] = reasonText(reason, texts.common);
    if (part !== 'conditions') changes[key] = value;
    else {
      const condition = key.replace(NOTE_OF, '');
      const change = key.endsWith(NOTE_OF) ? { note: value } : { holds: value };
      changes[condition] = { ...(changes[condition] as object | undefined), ...change };
    }
  }
  return { problems, changes };
}

/** A typed value; null clears the field. What is no number stays a text, which its check refuses. */
function meaningOf(typed: string, def: Def['def']): unknown {
  const text = typed.trim();
  if (text === '') return def === 'members' ? [] : null;
  if (def === 'members') {
    return text.split(/[;；]/).flatMap((one) => {
      const facts = one.split(BETWEEN).map((fact) => fact.trim());
      return facts.join('') === '' ? [] : [Object.fromEntries(MEMBER_KEYS.map((key, at) => [key, facts[at] ?? '']))];
    });
  }
  if (def.kind === 'flag') return text === YES;
  const number = Number(text.normalize('NFKC').replaceAll(',', ''));
  return def.kind === 'number' && !Number.isNaN(number) ? number : text;
}
