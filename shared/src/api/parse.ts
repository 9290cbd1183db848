import type { z } from 'zod';
import type { Reason } from '../domain/assessment/fields.ts';
import type { Reasons } from './errors.ts';

type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  values?: unknown[];
  in?: z.core.$ZodType;
};

function inner(schema: z.core.$ZodType): Def {
  let def = schema._zod.def as unknown as Def;
  while (def.type === 'optional' || def.type === 'default' || def.type === 'nullable' || def.type === 'pipe') {
    def = (def.innerType ?? def.in)?._zod.def as unknown as Def;
  }
  return def;
}

function fromText(def: Def, text: string): unknown {
  const numeric = def.type === 'number' || (def.type === 'literal' && typeof def.values?.[0] === 'number');
  if (numeric && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (def.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/**
 * Parses a query string as a call's input: repeated keys become arrays if the schema has an array; numbers and booleans
 * are converted. Values that cannot be converted stay strings, and the schema rejects them.
 */
export function inputFromQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  // One pass over the query: `getAll` for each key would make a long query quadratic.
  const byKey = new Map<string, string[]>();
  for (const [key, text] of query) {
    const known = byKey.get(key);
    if (known) known.push(text);
    else byKey.set(key, [text]);
  }
  return Object.fromEntries([...byKey].map(([key, texts]) => [key, valueIn(schema, key, texts)]));
}

function valueIn(schema: z.ZodObject, key: string, texts: readonly string[]): unknown {
  const field = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
  if (!field) return texts.length > 1 ? texts : texts[0];
  const def = inner(field);
  if (def.type === 'array' && def.element) {
    const element = inner(def.element);
    return texts.map((text) => fromText(element, text));
  }
  return texts.length > 1 ? texts : fromText(def, texts[0] ?? '');
}

/** The reasons of a failed parse, by dotted path; an unknown key is reported under its own path. */
export function reasonsOf(error: z.core.$ZodError): Reasons {
  const reasons: Reasons = Object.create(null);
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) reasons[(path ? `${path}.${key}` : key) || 'body'] ??= { code: 'unknownKey' };
    } else {
      reasons[path || 'body'] ??= reasonOf(issue);
    }
  }
  return reasons;
}

function reasonOf(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.reason as Reason | undefined) ?? { code: 'invalid' };
    case 'invalid_type':
      return issue.input === undefined ? { code: 'required' } : typeReason(issue.expected);
    case 'too_big':
      if (issue.origin === 'string') return { code: 'tooLong', max: Number(issue.maximum) };
      if (issue.origin === 'array') return { code: 'tooMany', max: Number(issue.maximum) };
      return { code: 'tooLarge', max: Number(issue.maximum) };
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) === 1 ? { code: 'required' } : { code: 'tooShort', min: Number(issue.minimum) };
      if (issue.origin === 'array') return { code: 'tooFew', min: Number(issue.minimum) };
      return { code: 'tooSmall', min: Number(issue.minimum) };
    case 'invalid_value':
      return issue.input === undefined ? { code: 'required' } : { code: 'oneOf', values: issue.values.map(String) };
    default:
      return { code: 'invalid' };
  }
}

function typeReason(expected: string): Reason {
  switch (expected) {
    case 'string':
      return { code: 'type', expected: 'text' };
    case 'int':
      return { code: 'type', expected: 'integer' };
    case 'number':
      return { code: 'type', expected: 'number' };
    case 'boolean':
      return { code: 'type', expected: 'flag' };
    case 'array':
      return { code: 'type', expected: 'list' };
    case 'object':
      return { code: 'type', expected: 'object' };
    default:
      return { code: 'invalid' };
  }
}
