import type { Random } from '@shp/server/demo/random';
import data from '@shp/shared/data/standard.json' with { type: 'json' };
import type { Operation } from './operations.ts';
import type { Values } from './values.ts';

export type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };

/** A random request: most fit the description, some have one fault, some are nonsense. */
export function requestOf(operation: Operation, random: Random, values: Values): Sent {
  values.names = operation.names;
  const spoil = random.chance(0.35);
  const headers: Record<string, string> = {
    'Accept-Language': random.pick(['en', 'zh-CN', 'zh-CN,en;q=0.5', '*', '']),
  };
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema, 'x-metadata': metadata } of operation.parameters) {
    if (!required && !random.chance(0.4)) continue;
    const fitting = metadata ? tusText(values.fitting(random.pick(metadata.oneOf))) : values.fitting(schema, name);
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
  { key, body }: Operation,
  random: Random,
  values: Values,
  spoil: boolean,
  headers: Record<string, string>,
): { body?: string | Buffer<ArrayBuffer> } {
  const [type, content] = random.pick(Object.entries(body ?? {}));
  headers['Content-Type'] = spoil && random.chance(0.1) ? random.pick(['text/plain', 'x', 'application/xml']) : type;
  if (type !== 'application/json') {
    const bytes = random.pick([PDF, PDF, PDF, Buffer.alloc(5000), damaged(values.sheet, random), values.sheet]);
    if ('Upload-Length' in headers && !spoil)
      headers['Upload-Length'] = String(bytes.length + random.pick([0, 0, 100]));
    if ('Upload-Offset' in headers && !spoil) headers['Upload-Offset'] = '0';
    return { body: bytes };
  }
  const fitting = key === 'POST standard/import' ? standard(random) : values.fitting(content.schema);
  if (!spoil) return { body: JSON.stringify(fitting) };
  if (random.chance(0.1))
    return { body: random.pick(['', '{', '[]', 'null', '"x"', '1', '{"a":1}{', '[[[[[[', '\ufeff{}']) };
  return { body: JSON.stringify(values.spoilt(fitting)) };
}

const PDF = Buffer.from('%PDF-1.4\n%%EOF');

function standard(random: Random): object {
  return { ...data, version: `fuzz-${random.int(0, 50)}` };
}

/** A copy of a file with some bytes changed, sometimes cut short. */
function damaged(file: Buffer<ArrayBuffer>, random: Random): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(file);
  for (let count = random.int(1, 5); count > 0; count--) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
  return random.chance(0.3) ? bytes.subarray(0, random.int(0, bytes.length)) : bytes;
}

/** The `Upload-Metadata` header for these values. */
function tusText(metadata: unknown): string {
  const pairs = Object.entries(metadata as Record<string, unknown>);
  return pairs.map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`).join(',');
}

/** The longest value in a URL: the whole request line and headers must fit into 16 KB. */
const LONGEST = 500;

/** A string without lone surrogates, which a URL cannot contain. */
function wellFormed(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, LONGEST);
}

function headerText(value: unknown): string {
  return wellFormed(value)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 500);
}
