import type { Reasons } from '@shp/shared/api/errors';

/** Half a character, or NUL, which no database keeps as it came. */
const UNKEEPABLE = /\p{Surrogate}|\0/u;

/** Whether both databases give a text back as it came. */
export function isKeepable(text: string): boolean {
  return !UNKEEPABLE.test(text);
}

/** No input nests deeper than a standard, which nests seven deep; what does would only fill the stack. */
const DEEPEST = 20;
/** No object of an input has as many keys, no input as many values: to tell each fault of more would take seconds. */
const MOST_KEYS = 200;
const MOST_VALUES = 30_000;

/** What cannot be taken whatever the call: the texts and keys that cannot be kept, and what is too much, by their paths. */
export function unkeepable(input: unknown): Reasons {
  let values = 0;

  function look(value: unknown, path: string, depth: number): Reasons {
    const here = path || 'body';
    if (depth > DEEPEST) return { [here]: { code: 'invalid' } };
    if (typeof value === 'string') return isKeepable(value) ? {} : { [here]: { code: 'characters' } };
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return {};
    const [size, most] = Array.isArray(value) ? [value.length, MOST_VALUES] : [Object.keys(value).length, MOST_KEYS];
    values += size;
    if (size > most || values > MOST_VALUES) return { [here]: { code: 'tooMany', max: most } };
    const reasons: Reasons = Object.create(null);
    for (const [key, inner] of Object.entries(value)) {
      const place = path ? `${path}.${key}` : key;
      if (!isKeepable(key)) reasons[here] = { code: 'characters' };
      // A schema of any keys passes by it unseen.
      else if (key === '__proto__') reasons[place] = { code: 'unknownKey' };
      else Object.assign(reasons, look(inner, place, depth + 1));
    }
    return reasons;
  }

  return look(input, '', 0);
}
