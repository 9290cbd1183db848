import { isDate } from '../lib/days.ts';

/**
 * Fields of profiles and forms as data. Schemas, sheets, input fields and command flags are derived from these rows,
 * and only {@link checkField} validates values.
 */
export type FieldDef =
  | {
      readonly kind: 'text';
      readonly max: number;
      readonly format?: TextFormat;
      readonly multiline?: true;
      /** The key of the label; by default the field's own key. */
      readonly label?: string;
      readonly required?: true;
    }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly decimals: number;
      readonly unit?: Unit;
      readonly required?: true;
    }
  | { readonly kind: 'date'; readonly required?: true }
  | { readonly kind: 'flag'; readonly required?: true }
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly required?: true }
  | { readonly kind: 'enums'; readonly values: readonly string[]; readonly required?: true };

export type TextFormat = 'phone' | 'email' | 'emailOrNone' | 'creditCode' | 'url';
export type Unit = 'kW' | '10⁴ kWh' | 'm' | '10⁴ m³' | '10⁴ CNY' | '°';
export type FieldDefs = { readonly [key: string]: FieldDef };

/** The key of a field's label in the texts. */
export function labelKey(key: string, def?: FieldDef): string {
  return (def?.kind === 'text' ? def.label : undefined) ?? key;
}

/** The value type of a field definition. */
export type ValueOf<D extends FieldDef> = D extends { kind: 'text' | 'date' }
  ? string
  : D extends { kind: 'number' }
    ? number
    : D extends { kind: 'flag' }
      ? boolean
      : D extends { kind: 'enum'; values: readonly (infer V)[] }
        ? V
        : D extends { kind: 'enums'; values: readonly (infer V)[] }
          ? V[]
          : never;

/** Why a value is invalid; `text/reasons.ts` renders it when the reader's language is known. */
export type Reason =
  | { readonly code: 'required' }
  | { readonly code: 'type'; readonly expected: 'text' | 'number' | 'integer' | 'flag' | 'date' | 'list' | 'object' }
  | { readonly code: 'sameAsAccount' }
  | { readonly code: 'tooLong'; readonly max: number }
  | { readonly code: 'tooShort'; readonly min: number }
  | { readonly code: 'tooSmall'; readonly min: number }
  | { readonly code: 'tooLarge'; readonly max: number }
  | { readonly code: 'decimals'; readonly max: number }
  | { readonly code: 'tooMany'; readonly max: number }
  | { readonly code: 'tooFew'; readonly min: number }
  | { readonly code: 'oneOf'; readonly values: readonly string[] }
  | { readonly code: 'date' }
  | { readonly code: 'time' }
  | { readonly code: 'dayOrMonth' }
  | { readonly code: 'period' }
  | { readonly code: 'unknownVersion' }
  | { readonly code: 'phone' }
  | { readonly code: 'email' }
  | { readonly code: 'creditCode' }
  | { readonly code: 'url' }
  | { readonly code: 'account' }
  | { readonly code: 'hash' }
  | { readonly code: 'characters' }
  /** `character`: its code point, `U+200B`; `position` counts from 1. */
  | { readonly code: 'invisible'; readonly character: string; readonly position: number }
  | { readonly code: 'digits15' }
  | { readonly code: 'unknownKey' }
  | { readonly code: 'readOnly' }
  | { readonly code: 'unknownDivision' }
  | { readonly code: 'divisionScope' }
  | { readonly code: 'divisionFit' }
  | { readonly code: 'roleNotAllowed' }
  | { readonly code: 'unknownSerial' }
  | { readonly code: 'missingNotAllowed' }
  | { readonly code: 'missingHasScore' }
  | { readonly code: 'serial'; readonly like: string }
  | { readonly code: 'serialTwice' }
  | { readonly code: 'serialOrder'; readonly previous: string }
  | { readonly code: 'sum'; readonly sum: number; readonly stated: number }
  | { readonly code: 'pastDay' }
  | { readonly code: 'nothingLost' }
  | { readonly code: 'holidayLine'; readonly line: number }
  | { readonly code: 'invalid' };

const PHONE = /^(?:1[3-9]\d{9}|0\d{2,3}-?[1-9]\d{6,7}(?:-\d{1,6})?|[48]00-?\d{3}-?\d{4})$/;
const EMAIL = /^[^\s@"'<>]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Empty, or an http(s) address. */
const URL_FORM = /^(?:https?:\/\/[^\s"'<>]+)?$/;
/** Control characters, and bidi marks, which can make a text read as another one. */
const CONTROL = /[^\P{Cc}\t\r\n]|\p{Bidi_Control}/u;
/** Only white space, invisible characters (joiners, fillers, selectors) and the Braille pattern without dots. */
const SHOWS_NOTHING = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u;
/** Invisible characters: with one of them two different names look the same. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const LINE_END = /[\r\n\u2028\u2029]/;

/** Validates a present value; null if valid. {@link isAbsent} and the completeness checks handle absent values. */
export function checkField(def: FieldDef, value: unknown): Reason | null {
  switch (def.kind) {
    case 'text':
      return checkText(def, value);
    case 'number':
      return checkNumber(def, value);
    case 'date':
      return typeof value !== 'string' ? { code: 'type', expected: 'date' } : isDate(value) ? null : { code: 'date' };
    case 'flag':
      return typeof value === 'boolean' ? null : { code: 'type', expected: 'flag' };
    case 'enum':
      return typeof value === 'string' && def.values.includes(value) ? null : { code: 'oneOf', values: def.values };
    case 'enums':
      if (!Array.isArray(value)) return { code: 'type', expected: 'list' };
      return value.every((one) => typeof one === 'string' && def.values.includes(one)) &&
        new Set(value).size === value.length
        ? null
        : { code: 'oneOf', values: def.values };
  }
}

function checkText(def: Extract<FieldDef, { kind: 'text' }>, value: unknown): Reason | null {
  if (typeof value !== 'string') return { code: 'type', expected: 'text' };
  if ([...value].length > def.max) return { code: 'tooLong', max: def.max };
  // A required text of invisible characters only counts as missing, so it is reported as missing.
  const invisible = def.multiline || (def.required && isAbsent(value)) ? null : invisibleIn(value);
  if (invisible) return invisible;
  if (CONTROL.test(value) || (!def.multiline && LINE_END.test(value))) return { code: 'characters' };
  if (def.format === 'phone' && !PHONE.test(value)) return { code: 'phone' };
  if (def.format === 'email' && !EMAIL.test(value)) return { code: 'email' };
  if (def.format === 'emailOrNone' && value !== '' && !EMAIL.test(value)) return { code: 'email' };
  if (def.format === 'creditCode' && !isCreditCode(value)) return { code: 'creditCode' };
  if (def.format === 'url' && !URL_FORM.test(value)) return { code: 'url' };
  return null;
}

/** The first invisible character of a name; null if there is none. */
export function invisibleIn(text: string): Reason | null {
  const found = INVISIBLE.exec(text);
  if (!found) return null;
  const code = found[0].codePointAt(0) ?? 0;
  const character = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return { code: 'invisible', character, position: [...text.slice(0, found.index)].length + 1 };
}

function checkNumber(def: Extract<FieldDef, { kind: 'number' }>, value: unknown): Reason | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'type', expected: 'number' };
  if (value < def.min) return { code: 'tooSmall', min: def.min };
  if (value > def.max) return { code: 'tooLarge', max: def.max };
  if (Math.abs(Number(value.toFixed(def.decimals)) - value) > 1e-9) {
    return def.decimals === 0 ? { code: 'type', expected: 'integer' } : { code: 'decimals', max: def.decimals };
  }
  return null;
}

/** Whether a value counts as not entered: null, an empty list, or a text without a visible character. */
export function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && SHOWS_NOTHING.test(value)) ||
    (Array.isArray(value) && value.length === 0)
  );
}

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * The check character for the first 17 characters of a unified social credit code (GB 32100-2015); '' if a character is
 * not in the code's alphabet.
 */
export function creditCheckCharacter(first17: string): string {
  let sum = 0;
  let weight = 1;
  for (const character of first17) {
    const value = CREDIT_ALPHABET.indexOf(character);
    if (value < 0) return '';
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return CREDIT_ALPHABET[(31 - (sum % 31)) % 31] ?? '';
}

/** Whether a text is a unified social credit code with the right check character (GB 32100). */
export function isCreditCode(text: string): boolean {
  return /^[0-9A-HJ-NP-RTUWXY]{18}$/.test(text) && creditCheckCharacter(text.slice(0, 17)) === text[17];
}
