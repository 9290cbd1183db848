import type { Reasons } from '@shp/shared/api/errors';

/** A lone surrogate or NUL: databases change or reject these. */
const UNKEEPABLE = /\p{Surrogate}|\0/u;

/** Whether both databases return the text unchanged. */
export function isStorable(text: string): boolean {
  return !UNKEEPABLE.test(text);
}

/** The deepest valid input, a standard, has seven levels; deeper input would only use up the stack. */
const DEEPEST = 20;
/** Limits of keys per object and of values per input: listing every fault of a larger input would take seconds. */
const MAX_KEYS = 200;
const MAX_VALUES = 30_000;

/** Faults independent of the call, by path: texts and keys that cannot be stored, and input above the limits. */
export function unstorableInput(input: unknown): Reasons {
  let values = 0;

  function look(value: unknown, path: string, depth: number): Reasons {
    const here = path || 'body';
    if (depth > DEEPEST) return { [here]: { code: 'invalid' } };
    if (typeof value === 'string') return isStorable(value) ? {} : { [here]: { code: 'characters' } };
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return {};
    const [size, most] = Array.isArray(value) ? [value.length, MAX_VALUES] : [Object.keys(value).length, MAX_KEYS];
    values += size;
    if (size > most || values > MAX_VALUES) return { [here]: { code: 'tooMany', max: most } };
    const reasons: Reasons = Object.create(null);
    for (const [key, inner] of Object.entries(value)) {
      const place = path ? `${path}.${key}` : key;
      if (!isStorable(key)) reasons[here] = { code: 'characters' };
      // A schema for arbitrary keys would not see it.
      else if (key === '__proto__') reasons[place] = { code: 'unknownKey' };
      else Object.assign(reasons, look(inner, place, depth + 1));
    }
    return reasons;
  }

  return look(input, '', 0);
}
