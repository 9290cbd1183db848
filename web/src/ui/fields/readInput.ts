import { checkField, type FieldDef, isAbsent, type Reason } from '@shp/shared/domain/assessment/fields';

/** The raw value of an input during editing: text, or a list of keys. */
export type Typed = string | readonly string[] | null | undefined;

/** The value of typed text; text that is no number stays text, and the check refuses it. */
export function readInput(def: FieldDef, typed: Typed): unknown {
  if (isAbsent(typed)) return null;
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  if (text === '') return null;
  if (def.kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
  if (def.kind === 'flag') return text === 'true';
  return text;
}

/** A stored value as its input shows it. */
export function showValue(value: unknown): Typed {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** The problem of typed text, by the same rules as the server's. */
export function judgeInput(def: FieldDef, typed: Typed): Reason | null {
  const value = readInput(def, typed);
  if (isAbsent(value)) return def.required ? { code: 'required' } : null;
  return checkField(def, value);
}
