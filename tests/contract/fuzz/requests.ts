import type { Random } from '@shp/server/demo/random';
import type { Operation } from './operations.ts';
import type { Values } from './values.ts';

export type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };

/** A random request of a call: most fit its description, some are spoilt in a place, some are no sense at all. */
export function requestOf(operation: Operation, random: Random, values: Values): Sent {
  const spoil = random.chance(0.35);
  const headers: Record<string, string> = {
    'Accept-Language': random.pick(['en', 'zh-CN', 'zh-CN,en;q=0.5', '*', '']),
  };
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (!required && !random.chance(0.4)) continue;
    const fitting = values.fitting(schema, name);
    const value = spoil && random.chance(0.4) ? values.spoilt(fitting) : fitting;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(wellFormed(value)) || 'x');
    else if (place === 'header') headers[name] = headerText(value);
    else for (const one of Array.isArray(value) ? value : [value]) query.append(name, wellFormed(one));
  }
  if (spoil && random.chance(0.2)) query.append(random.pick(['x', 'page', 'status[]', '__proto__', 'id']), '1');
  if (random.chance(0.1))
    headers.Range = random.pick(['bytes=0-9', 'bytes=-1', 'bytes=9999999999-', 'bytes=x', 'rows=1-2']);
  if (random.chance(0.1)) headers['If-None-Match'] = random.pick(['*', '"x"', 'W/"x"', '"']);
  const init: Sent['init'] = { method: operation.method, headers };
  if (operation.body) Object.assign(init, bodyOf(operation, random, values, spoil, headers));
  const search = query.toString();
  return { url: `${path}${search && `?${search}`}`, init };
}

function bodyOf(
  { body }: Operation,
  random: Random,
  values: Values,
  spoil: boolean,
  headers: Record<string, string>,
): { body?: string } {
  const [type, content] = random.pick(Object.entries(body ?? {}));
  headers['Content-Type'] = spoil && random.chance(0.1) ? random.pick(['text/plain', 'x', 'application/xml']) : type;
  if (type !== 'application/json') return { body: random.pick(['', 'x', 'PK\u0003\u0004', '\0'.repeat(5000)]) };
  const fitting = values.fitting(content.schema);
  if (!spoil) return { body: JSON.stringify(fitting) };
  if (random.chance(0.1))
    return { body: random.pick(['', '{', '[]', 'null', '"x"', '1', '{"a":1}{', '[[[[[[', '\ufeff{}']) };
  return { body: JSON.stringify(values.spoilt(fitting)) };
}

/** Of one value in a URL: all of a request's must fit into 16 KB. */
const LONGEST = 500;

/** As text that a URL can carry. */
function wellFormed(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, LONGEST);
}

function headerText(value: unknown): string {
  return wellFormed(value)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 500);
}
