import { createHash } from 'node:crypto';
import { calls } from '@shp/shared/api/index';
import { z } from 'zod';
import { checkError } from '../../support/strictClient.ts';
import type { Operation } from './operations.ts';

/** Internals that no response may contain: a stack trace, a code location, a database message. */
const INSIDES = /\n\s+at |node:internal|\/dist\/|\.[jt]s:\d+|SQLITE_|no such (?:column|table)|near "|kysely/i;

/** Checks a response; `fault` is null if it is valid. Also returns its JSON, for the ids. */
export async function judge(
  operation: Operation,
  response: Response,
): Promise<{ fault: string | null; json: unknown }> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const faulty = (fault: string) => ({ fault: `${response.status}: ${fault}`, json: null });
  if (response.status >= 500) return faulty(text);
  if (response.status >= 400) {
    if (INSIDES.test(text)) return faulty(`tells of the insides: ${text.slice(0, 500)}`);
    if (operation.method === 'HEAD') return { fault: null, json: null };
    return { fault: await errorFault(operation, response, text), json: null };
  }
  if (operation.key === null || bytes.length === 0) return { fault: null, json: null };
  const { output } = calls[operation.key];
  if ('binary' in output) return { fault: fileFault(response, bytes), json: null };
  const json: unknown = JSON.parse(text);
  const { error } = (output as z.ZodType).safeParse(json);
  return { fault: error ? `outside its schema: ${z.prettifyError(error)}` : null, json };
}

async function errorFault(operation: Operation, response: Response, text: string): Promise<string | null> {
  try {
    const { code } = await checkError(new Response(text, response), operation.name);
    const known = operation.codes[response.status] ?? [];
    return known.includes(code) ? null : `${response.status} ${code} is not among the described: ${text}`;
  } catch (error) {
    return String(error);
  }
}

function fileFault({ status, headers }: Response, bytes: Uint8Array): string | null {
  const length = headers.get('content-length');
  if (Number(length) !== bytes.length) return `${bytes.length} bytes came, ${length} were announced`;
  if (status !== 200) return null;
  const told = headers.get('repr-digest');
  if (told === null) return headers.has('etag') ? null : 'neither digest nor ETag';
  const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  return told === digest ? null : `the digest is not that of the bytes: ${digest}`;
}
