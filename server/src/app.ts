import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { splitKey } from '@shp/shared/api/client';
import { calls } from '@shp/shared/api/index';
import { MEGABYTE } from '@shp/shared/domain/assessment/files';
import { langOf } from '@shp/shared/domain/lib/lang';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { RefusalAudit } from './audit/refusals.ts';
import type { Services } from './context.ts';
import { errorTexts } from './errorTexts.ts';
import { addUploads } from './files/uploads/uploadRoute.ts';
import { refuseAddress, refuseMalformed } from './http/clientErrors.ts';
import { addConsole } from './http/console.ts';
import { checkForwardedFor } from './http/forwardedFor.ts';
import { addOfflinePage } from './http/offlinePage.ts';
import { ratingsPage } from './http/ratingsPage.ts';
import { addRoutes } from './http/router.ts';
import { addSecurityHeaders } from './http/securityHeaders.ts';
import { setRequestTimeout, setResponseTimeout } from './http/timeouts.ts';
import { verifyPage } from './http/verifyPage.ts';
import { HttpError, invalid } from './httpError.ts';
import type { Metrics } from './metrics.ts';
import { overloaded } from './overload/admission.ts';
import { ConnectionLimit } from './overload/connectionLimit.ts';
import { handlers } from './routes/index.ts';
import { isAway, troubleOf } from './store/db/faults.ts';

/** `info` and below log one line per call. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export type AppOptions = {
  services: Services;
  metrics: Metrics | null;
  trustProxy: string | null;
  secure: boolean;
  logLevel: LogLevel;
  /** The data directory and the file directory: the metrics report their disk space. */
  directories: readonly string[];
};

/** How long a request's headers may take; `setRequestTimeout` is the limit of its body. */
const HEADERS_MS = 20_000;

/** The call table validates input and writes responses. Skipping Fastify's schema compilers saves 100 ms at start. */
const NO_SCHEMAS = { buildValidator: () => unused, buildSerializer: () => unused };

function unused(): never {
  throw new Error('no route has a schema of Fastify');
}

/** `Retry-After` while a fault needs an operator, for example a full disk. */
const TROUBLE_SECONDS = 15;

/** The server without a port: the calls of the table, uploads and the console, with one error format. */
export async function createApp({
  services,
  metrics,
  trustProxy,
  secure,
  logLevel,
  directories,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: logLevel, redact: ['req.headers.token', 'req.headers.cookie'], stream: process.stderr },
    // Fastify's own log lines contain the query, and download tokens are in the query.
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxy ?? false,
    bodyLimit: 2 * MEGABYTE,
    requestTimeout: 0,
    // Node would answer a request without a Host header with a body that is not our error JSON. The hook below refuses
    // it.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 4, requireHostHeader: false },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // During shutdown, answer requests that arrive on open connections, then close the connection.
    return503OnClosing: false,
    clientErrorHandler: refuseMalformed,
    frameworkErrors: refuseAddress,
    routerOptions: { maxParamLength: 4000 },
    schemaController: { compilersFactory: NO_SCHEMAS },
  });
  const refusals = new RefusalAudit(services.db);
  app.setErrorHandler(async (error, request, reply) => {
    await auditRefusal(refusals, error as FastifyError, request);
    fail(error as FastifyError, request, reply);
    return reply;
  });
  if (trustProxy !== null) checkForwardedFor(app);
  addSecurityHeaders(app, secure);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  const connections = new ConnectionLimit(app.server);
  app.addHook('preClose', async () => connections.drain());
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!connections.isBeyond(raw)) return;
    reply.header('connection', 'close');
    throw overloaded();
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion !== '1.0') throw invalid({ Host: { code: 'required' } });
  });
  setRequestTimeout(app);
  setResponseTimeout(app);
  app.addHook('onError', async (_request, _reply, error) => services.health.note(error));
  logCalls(app);
  metrics?.watch(app);
  acceptJson(app);
  const { callsWaiting } = addRoutes(app, services, handlers, {
    'GET verify': verifyPage,
    'GET public/ratings': ratingsPage,
  });
  metrics?.observe(services, directories, callsWaiting);
  await addUploads(app, services);
  addOfflinePage(app, services.db.read);
  await addConsole(app, services.data);
  app.setNotFoundHandler((request, reply) => fail(missing(request, reply), request, reply));
  return app;
}

/** Logs one line per call at level `info`, without the query, which may contain a token. */
function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ log, method, routeOptions, caller, ip }, { statusCode, elapsedTime }) => {
    const call = routeOptions.url ?? null;
    const ms = Math.round(elapsedTime * 10) / 10;
    log.info({ method, call, status: statusCode, ms, user: caller?.id ?? null, address: ip }, 'call');
  });
}

/** Accepts only JSON bodies; an empty POST body counts as `{}`. */
function acceptJson(app: FastifyInstance): void {
  // No prototype-poisoning check here: input validation refuses `__proto__` by name, like every unknown key.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/**
 * An unknown path below /api gives 404, a known path with another method 405 (docs/spec/wire.md#details). A path that
 * is too long counts as unknown.
 */
function missing(request: FastifyRequest, reply: FastifyReply): HttpError {
  const path = request.url.split('?')[0] ?? '';
  const methods = Object.keys(calls)
    .map(splitKey)
    .filter((call) => {
      const pattern = call.path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+');
      return new RegExp(`^/api/${pattern}$`).test(path);
    })
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  if (methods.length === 0 || methods.includes(request.method)) return new HttpError('not_found');
  reply.header('Allow', methods.join(', '));
  return new HttpError('method_not_allowed');
}

/** Writes a refused call of a known caller to the audit. If that fails, log the error; the response stays the same. */
async function auditRefusal(refusals: RefusalAudit, error: Error, request: FastifyRequest): Promise<void> {
  const { caller, ip: address, query, body, params, routeOptions, log } = request;
  if (!(error instanceof HttpError) || caller === null || routeOptions.url === undefined) return;
  const refused = { code: error.code, caller, address, url: routeOptions.url, inputs: [query, body, params] };
  await refusals.record(refused).catch((err) => log.error({ err, call: routeOptions.url }, 'refusal not audited'));
}

/**
 * Sends every error in the contract's form. An unexpected error becomes a 500 without details; the log has the details.
 */
function fail(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const texts = errorTexts[langOf(request.headers['accept-language'])];
  const refusal = error instanceof HttpError ? error : httpErrorOf(error);
  // Closing the connection while the body arrives would lose the response. The server discards the rest, within the
  // body timeout.
  if (refusal?.code === 'too_large') reply.removeHeader('connection');
  reply.header('Cache-Control', 'no-store').header('Content-Type', 'application/json; charset=utf-8');
  if (refusal) {
    if (shouldLog(refusal.code, request)) logRefusal(request, refusal);
    const trouble = troubleOf(error);
    if (trouble !== null)
      request.log.error(
        { err: error, call: request.routeOptions.url },
        trouble === 'audit' ? 'audit trail broken' : 'data out of reach',
      );
    if (refusal.details.retryAfter !== undefined) reply.header('Retry-After', refusal.details.retryAfter);
    reply.code(refusal.status).send(JSON.stringify(refusal.body(texts)));
    return;
  }
  request.log.error({ err: error, call: request.routeOptions.url }, 'internal error');
  reply
    .code(500)
    .send(JSON.stringify({ code: 'internal', message: texts.text.errors.internal, requestId: request.id }));
}

/** Codes to log for alarms: many of these refusals from one user or address indicate an attack. */
const LOGGED_ALWAYS: ReadonlySet<string> = new Set(['forbidden', 'too_many_requests']);
/** Codes to log only for known callers: anonymous requests could fill the disk with log lines. */
const LOGGED_FOR_KNOWN_CALLERS: ReadonlySet<string> = new Set(['not_found', 'invalid']);
const NAMES = 5;

function shouldLog(code: string, { caller }: FastifyRequest): boolean {
  return LOGGED_ALWAYS.has(code) || (caller !== null && LOGGED_FOR_KNOWN_CALLERS.has(code));
}

function logRefusal({ log, caller, ip, routeOptions }: FastifyRequest, { code, details }: HttpError): void {
  const names = Object.keys(details.fields ?? {}).slice(0, NAMES);
  const fields = names.length > 0 ? { fields: names.map((name) => name.slice(0, 40)) } : {};
  log.warn({ code, user: caller?.id ?? null, address: ip, call: routeOptions.url ?? null, ...fields }, 'refused');
}

function httpErrorOf(error: FastifyError): HttpError | null {
  const { statusCode, code } = error;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new HttpError('too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new HttpError('unsupported_type');
  const trouble = troubleOf(error);
  if (trouble !== null)
    return new HttpError('overloaded', { retryAfter: TROUBLE_SECONDS, message: (text) => text.troubles[trouble] });
  if (statusCode === 503 || isAway(error)) return new HttpError('overloaded', { retryAfter: 1 });
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? invalid({ body: { code: 'invalid' } })
    : null;
}
