import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { pipeline } from 'node:stream';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { addConsoleFiles, CONSOLE_DIST } from './console.ts';
import { securityHeaders } from './securityHeaders.ts';

/** The console is not part of this installation. */
export class NoConsole extends Error {
  override readonly name = 'NoConsole';
}

/** Of one connection only (RFC 9110, section 7.6.1). */
const HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host'];

/**
 * The console alone. Calls and the panorama list are passed on to a server elsewhere as they come, uploads and exports
 * without being held, so that for a browser all is of one origin. @throws NoConsole
 */
export async function serveConsole(options: {
  server: string;
  host: string;
  port: number;
}): Promise<{ url: string; close(): Promise<void> }> {
  if (CONSOLE_DIST === undefined) throw new NoConsole();
  const target = new URL(options.server);
  const app = Fastify({ forceCloseConnections: 'idle', requestTimeout: 0 });
  await app.register(async (passed) => passOn(passed, target));
  await app.register(async (pages) => {
    await pages.register(helmet, securityHeaders(false));
    await addConsoleFiles(pages);
  });
  const url = await app.listen({ host: options.host, port: options.port });
  return { url, close: () => app.close() };
}

function passOn(app: FastifyInstance, target: URL): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  for (const url of ['/api', '/api/*', '/pano.json']) {
    app.all(url, (request, reply) => {
      reply.hijack();
      const { raw: answer } = reply;
      const outgoing = requester(target)(requestFor(request, target), (incoming) => {
        answer.writeHead(incoming.statusCode ?? 502, answerHeaders(incoming, target));
        pipeline(incoming, answer, () => {});
      });
      // Without an answer the browser sees what it would see of the server itself: no answer.
      outgoing.on('error', () => answer.destroy());
      answer.on('close', () => outgoing.destroy());
      pipeline(request.raw, outgoing, () => {});
    });
  }
}

function requester({ protocol }: URL): typeof plainRequest {
  return protocol === 'https:' ? (secureRequest as typeof plainRequest) : plainRequest;
}

function requestFor({ raw, ip, protocol, host }: FastifyRequest, target: URL): RequestOptions {
  const { hostname, port, pathname } = target;
  return {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    method: raw.method ?? 'GET',
    path: pathname.replace(/\/$/, '') + (raw.url ?? ''),
    headers: {
      ...without(raw.headers, HOP),
      host: target.host,
      ...(raw.headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : {}),
      'x-forwarded-for': ip,
      'x-forwarded-proto': protocol,
      'x-forwarded-host': host,
    },
  };
}

/** Addresses and cookies of the server become those of the console. */
function answerHeaders({ headers }: IncomingMessage, target: URL): NodeJS.Dict<string | string[]> {
  const kept = without(headers, HOP);
  const { location, 'set-cookie': cookies } = headers;
  const prefix = `${target.origin}${target.pathname.replace(/\/$/, '')}`;
  if (location?.startsWith(`${prefix}/`)) kept.location = location.slice(prefix.length);
  if (cookies) kept['set-cookie'] = cookies.map((cookie) => cookie.replace(/;\s*(?:domain=[^;]*|secure)(?=;|$)/gi, ''));
  return kept;
}

function without(headers: NodeJS.Dict<string | string[]>, names: readonly string[]): NodeJS.Dict<string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
