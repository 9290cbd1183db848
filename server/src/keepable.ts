import type { Reasons } from '@shp/shared/api/errors';

/** Half a character, or NUL, which no database keeps as it came. */
const UNKEEPABLE = /\p{Surrogate}|\0/u;

/** No input nests deeper than a standard, which nests seven deep; what does would only fill the stack. */
const DEEPEST = 20;

/** The texts and keys of an input that cannot be kept, by their paths. */
export function unkeepable(value: unknown, path = '', depth = 0): Reasons {
  if (depth > DEEPEST) return { [path]: { code: 'invalid' } };
  if (typeof value === 'string') return UNKEEPABLE.test(value) ? { [path || 'body']: { code: 'characters' } } : {};
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return {};
  const reasons: Reasons = Object.create(null);
  for (const [key, inner] of Object.entries(value)) {
    const at = path ? `${path}.${key}` : key;
    Object.assign(
      reasons,
      UNKEEPABLE.test(key) ? { [path || 'body']: { code: 'characters' } } : unkeepable(inner, at, depth + 1),
    );
  }
  return reasons;
}
