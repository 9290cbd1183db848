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

/** The request for the tus server: only the protocol's headers, whatever a proxy adds. */
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

/** The body as a separate stream: giving it up leaves the connection open for the response. */
function bodyOf(raw: IncomingMessage): ReadableStream {
  const body = new PassThrough();
  const cut = () => {
    if (!raw.readableEnded) body.destroy(new Error('the line broke'));
  };
  // A request that closed during an earlier `await` emits no more events, so its body would never end.
  if (raw.closed) process.nextTick(cut);
  raw.pipe(body);
  raw.once('close', cut);
  raw.once('error', (error) => body.destroy(error));
  return Readable.toWeb(body) as ReadableStream;
}

/** After the response, drain an unwanted body for at most this long. */
const UNWANTED_MS = 10_000;

/** Drains the rest of a refused body for a while, so that the client can read the response. */
export function drainBody(raw: IncomingMessage): void {
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

/** Sends the tus server's response, which never has a body. */
export function relay(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(status).send();
}
