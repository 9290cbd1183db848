import type { Call } from '@shp/shared/api/call';
import { reasonsOf } from '@shp/shared/api/parse';
import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import { z } from 'zod';
import { invalid } from '../httpError.ts';

const place = z.int().min(0);
/** The first and last row of a whole page. */
const range = z.tuple([place, place]).refine(([first, last]) => {
  const size = last - first + 1;
  return size >= 1 && size <= SIZE_MAX && first % size === 0;
});
const restQuery = z.strictObject({
  range,
  sort: z.tuple([z.string(), z.enum(['ASC', 'DESC'])]).optional(),
  // No `z.record`, which drops a key `__proto__` without a word.
  filter: z
    .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .optional(),
});

/** Whether a request uses a list's REST form (docs/spec/wire.md#lists-and-etags), as ra-data-simple-rest does. */
export function isRestForm({ input }: Call, query: URLSearchParams): boolean {
  return query.has('range') && 'page' in input.shape && 'size' in input.shape;
}

/** A list call's input from its REST form. A list without an order of its own ignores `sort`. */
export function inputFromRest({ input }: Call, query: URLSearchParams): Record<string, unknown> {
  const result = restQuery.safeParse(Object.fromEntries([...query].map(([key, text]) => [key, parsed(text)])), {
    reportInput: true,
  });
  if (!result.success) throw invalid(reasonsOf(result.error));
  const { range, sort, filter } = result.data;
  const [first, last] = range;
  const size = last - first + 1;
  const by = ['sortBy', 'sortby'].find((name) => name in input.shape);
  return {
    ...filter,
    ...(sort && by ? { [by]: sort[0] } : {}),
    ...(sort && 'desc' in input.shape ? { desc: sort[1] === 'DESC' } : {}),
    page: first / size + 1,
    size,
  };
}

/** The rows of a page, and the value of `Content-Range`. */
export function restAnswer(answer: unknown, { page, size }: { page: number; size: number }) {
  const { items, total } = answer as { items: unknown[]; total: number };
  const first = (page - 1) * size;
  const range = items.length > 0 ? `${first}-${first + items.length - 1}` : '*';
  return { items, contentRange: `items ${range}/${total}` };
}

/** A JSON text's value; any other text itself, which the schema refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
