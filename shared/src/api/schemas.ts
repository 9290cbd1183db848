import { z } from 'zod';
import { findDivision } from '../domain/accounts/divisions.ts';
import { ACCOUNT_PATTERN } from '../domain/accounts/profiles.ts';
import { ROLES } from '../domain/accounts/roles.ts';
import { checkField, type FieldDef, type FieldDefs, isAbsent, type Reason } from '../domain/assessment/fields.ts';
import { dayEdgeOf, isDate } from '../domain/lib/days.ts';
import { SIZE_DEFAULT, SIZE_MAX } from '../domain/lib/lists.ts';
import { HEADINGS, SHEET_FORMATS } from '../domain/lib/sheetFormats.ts';

/** Adds an issue that carries a {@link Reason}. */
export function refuse(context: z.core.$RefinementCtx, reason: Reason): void {
  context.addIssue({ code: 'custom', params: { reason } });
}

/** Adds an issue at a key of the object. */
export function refuseAt(context: z.core.$RefinementCtx, key: string, reason: Reason): void {
  context.addIssue({ code: 'custom', path: [key], params: { reason } });
}

/** A string that must pass a test; otherwise the issue carries the reason. */
function checked(test: (text: string) => boolean, reason: Reason, example: Record<string, unknown> = {}) {
  return z
    .string()
    .meta(example)
    .superRefine((value, context) => {
      if (!test(value)) refuse(context, reason);
    });
}

/** A text of at most `max` characters, counted as code points: a surrogate pair is one character. */
export function textOf(max: number, text = z.string()) {
  return text.meta({ maxLength: max }).superRefine((value, context) => {
    if ([...value].length > max) refuse(context, { code: 'tooLong', max });
  });
}

/** Ids are opaque; the length limit stops oversized values before they reach the database. */
export const id = z.string().min(1).max(64).meta({ id: 'Id' });
export const account = checked(
  (text) => ACCOUNT_PATTERN.test(text),
  { code: 'account' },
  { pattern: ACCOUNT_PATTERN.source },
).meta({ id: 'AccountName' });
/** The password digest that clients send: SM3, upper-case hex. */
export const passwordHash = checked(
  (text) => /^[0-9A-F]{64}$/.test(text),
  { code: 'hash' },
  { pattern: '^[0-9A-F]{64}$' },
).meta({ id: 'PasswordHash' });
export const division = checked(
  (text) => findDivision(text) !== undefined,
  { code: 'unknownDivision' },
  { pattern: '^45\\d{4}$' },
).meta({ id: 'DivisionCode' });
/** A day in China Standard Time, `YYYY-MM-DD`. */
export const date = checked(isDate, { code: 'date' }, { format: 'date' });
/** An instant, ISO 8601 UTC. */
export const time = checked(isTime, { code: 'time' }, { format: 'date-time' });
/** A day or an instant; a day stands for its first or last instant. */
export const dayEdge = (of: 'first' | 'last') =>
  checked((text) => isDate(text) || isTime(text), { code: 'time' }).transform((text) => dayEdgeOf(text, of));
export const role = z.enum(ROLES).meta({ id: 'Role' });
export const keyword = z.string().max(100);

export const format = z.enum(SHEET_FORMATS).default('xlsx');
export const headings = z.enum(HEADINGS).optional();
export type Format = z.output<typeof format>;
export type Headings = NonNullable<z.output<typeof headings>>;

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/.test(text) &&
    Number.isFinite(Date.parse(text)) &&
    isDate(text.slice(0, 10))
  );
}

/** `page` starts at 1; `size` is 1 to 200. */
export const paging = {
  page: z.int().min(1).max(1_000_000_000).default(1),
  size: z.int().min(1).max(SIZE_MAX).default(SIZE_DEFAULT),
};

/** One page of a list, with the total. */
export function paged<T extends z.ZodType>(item: T) {
  return z.strictObject({ total: z.int(), items: z.array(item) });
}

/** The schema of one field, from its definition; {@link checkField} validates it. */
export function fieldSchema(def: FieldDef): z.ZodType {
  const base = {
    text: () => z.string().meta(def.kind === 'text' ? { maxLength: def.max } : {}),
    number: () => z.number().meta(def.kind === 'number' ? numberMeta(def) : {}),
    date: () => z.string().meta({ format: 'date' }),
    flag: () => z.boolean(),
    enum: () => z.string().meta(def.kind === 'enum' ? { enum: [...def.values] } : {}),
    enums: () => z.array(z.string()).max(20),
  }[def.kind]();
  return (base as z.ZodType).superRefine((value, context) => {
    const reason = checkField(def, value);
    if (reason) refuse(context, reason);
  });
}

function numberMeta({ min, max, decimals }: Extract<FieldDef, { kind: 'number' }>) {
  return { ...(decimals === 0 ? { type: 'integer' as const } : {}), minimum: min, maximum: max };
}

/**
 * The schema of an object with these fields. `create`: required fields must be present. `merge`: an absent key leaves
 * the value unchanged, and null clears an optional field (docs/spec/wire.md#conventions).
 */
export function fieldsSchema(defs: FieldDefs, mode: 'create' | 'merge'): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [key, def] of Object.entries(defs)) {
    const present = def.required ? nonEmpty(fieldSchema(def)) : fieldSchema(def).nullable();
    shape[key] = def.required && mode === 'create' ? present : present.optional();
  }
  return z.strictObject(shape);
}

/** A text with at least one visible character, trimmed, of at most `max` characters. */
export function shownText(max: number) {
  return nonEmpty(textOf(max, z.string().trim().meta({ minLength: 1 })));
}

/** A one-line name without invisible characters. */
export function nameText(max: number) {
  return shownText(max).superRefine((value, context) => {
    const reason = checkField({ kind: 'text', max }, value);
    if (reason && reason.code !== 'tooLong') refuse(context, reason);
  });
}

function nonEmpty<T extends z.ZodType>(schema: T): T {
  return schema.superRefine((value, context) => {
    if (isAbsent(value)) refuse(context, { code: 'required' });
  });
}
