import { pipeline, type Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { ConnectionLimit } from '../overload/connectionLimit.ts';
import { addConsoleFiles, CONSOLE_DIST } from './console.ts';
import { addSecurityHeaders } from './securityHeaders.ts';

/** The console is not part of this installation. */
export class NoConsole extends Error {
  override readonly name = 'NoConsole';
}

type Headers = NodeJS.Dict<string | string[]>;
type Outgoing = {
  origin: string;
  path: string;
  method: 'GET';
  headers: Headers;
  body: Readable | null;
  signal: AbortSignal;
  headersTimeout: 0;
  bodyTimeout: 0;
};
/** Sends a request to the remote server and returns the response with its body unread; undici's `request`. */
type Dispatch = (request: Outgoing) => Promise<{ statusCode: number; headers: Headers; body: Readable }>;

/** Hop-by-hop headers (RFC 9110, section 7.6.1), and those already answered here. */
const HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host'];
const ANSWERED = [...HOP, 'expect'];
/** A 407 comes from a proxy before the server and concerns this program, not the browser. */
const PROXY_LOGIN = 407;

/**
 * Serves only the console. Forwards calls and the panorama list to a remote server and streams uploads and exports, so
 * that the browser sees one origin. @throws NoConsole
 */
export async function serveConsole(options: {
  server: string;
  host: string;
  port: number;
  dispatch: Dispatch;
}): Promise<{ url: string; close(): Promise<void> }> {
  if (CONSOLE_DIST === undefined) throw new NoConsole();
  const target = new URL(options.server);
  const app = Fastify({ forceCloseConnections: 'idle', requestTimeout: 0 });
  const connections = new ConnectionLimit(app.server);
  app.addHook('preClose', async () => connections.drain());
  await app.register(async (passed) => passOn(passed, target, options.dispatch));
  await app.register(async (pages) => {
    addSecurityHeaders(pages, false);
    await addConsoleFiles(pages);
  });
  const url = await app.listen({ host: options.host, port: options.port });
  return { url, close: () => app.close() };
}

function passOn(app: FastifyInstance, target: URL, dispatch: Dispatch): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  for (const url of ['/api', '/api/*', '/pano.json']) {
    app.all(url, (request, reply) => {
      reply.hijack();
      const { raw: answer } = reply;
      const stop = new AbortController();
      answer.on('close', () => stop.abort());
      dispatch(requestFor(request, target, stop.signal)).then(
        ({ statusCode, headers, body }) => {
          if (statusCode === PROXY_LOGIN) {
            body.on('error', () => {}).destroy();
            answer.destroy();
            return;
          }
          answer.writeHead(statusCode, answerHeaders(headers, target));
          pipeline(body, answer, () => {});
        },
        // Without a response, close the connection, as the server itself would.
        () => answer.destroy(),
      );
    });
  }
}

function requestFor({ raw, ip, protocol, host }: FastifyRequest, target: URL, signal: AbortSignal): Outgoing {
  const { headers, method } = raw;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return {
    origin: target.origin,
    path: target.pathname.replace(/\/$/, '') + (raw.url ?? ''),
    method: (method ?? 'GET') as 'GET',
    headers: {
      ...without(headers, ANSWERED),
      host: target.host,
      'x-forwarded-for': ip,
      'x-forwarded-proto': protocol,
      'x-forwarded-host': host,
    },
    body: hasBody ? raw : null,
    signal,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/** Rewrites the server's URLs and cookies to the console's. */
function answerHeaders(headers: Headers, target: URL): Headers {
  const passed = without(headers, HOP);
  const { location } = headers;
  const cookies = [headers['set-cookie'] ?? []].flat();
  const prefix = `${target.origin}${target.pathname.replace(/\/$/, '')}`;
  if (typeof location === 'string' && location.startsWith(`${prefix}/`))
    passed.location = location.slice(prefix.length);
  if (cookies.length > 0)
    passed['set-cookie'] = cookies.map((cookie) => cookie.replace(/;\s*(?:domain=[^;]*|secure)(?=;|$)/gi, ''));
  return passed;
}

function without(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
