import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

const WANTED = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  'upload-concat',
  'content-type',
  'content-length',
];

/** The request as the tus server takes it: only the headers of the protocol, whatever a proxy adds. */
export function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of WANTED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const url = new URL(request.url, 'http://localhost');
  if (request.method !== 'PATCH' && request.method !== 'POST')
    return new Request(url, { method: request.method, headers });
  return new Request(url, {
    method: request.method,
    headers,
    body: bodyOf(request.raw),
    duplex: 'half',
  } as RequestInit);
}

/** The body as a stream of its own: where it is given up, the connection still carries the answer. */
function bodyOf(raw: IncomingMessage): ReadableStream {
  const body = new PassThrough();
  const cut = () => {
    if (!raw.readableEnded) body.destroy(new Error('the line broke'));
  };
  // A request that closed during an earlier `await` sends no event any more: its body would be awaited for ever.
  if (raw.closed) process.nextTick(cut);
  raw.pipe(body);
  raw.once('close', cut);
  raw.once('error', (error) => body.destroy(error));
  return Readable.toWeb(body) as ReadableStream;
}

/** How long a body that nobody wants may go on after the answer. */
const UNWANTED_MS = 10_000;

/** Lets the rest of a body that was refused run off, for a while, so that the client reads the answer. */
export function letGo(raw: IncomingMessage): void {
  if (raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  if (raw.complete) return;
  const end = setTimeout(() => raw.destroy(), UNWANTED_MS).unref();
  raw.once('close', () => clearTimeout(end));
}

const HEADERS = [
  'location',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'tus-version',
  'tus-extension',
  'tus-max-size',
];

/** Answers with what the tus server answered; it never says anything in a body. */
export function relay(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(status).send();
}
