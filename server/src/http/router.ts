import { hash } from 'node:crypto';
import type { Binary, Call } from '@shp/shared/api/call';
import { splitKey } from '@shp/shared/api/client';
import { type CallKey, calls, type JsonKey, type Output, type Parsed } from '@shp/shared/api/index';
import { inputFromQuery, reasonsOf } from '@shp/shared/api/parse';
import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import { DAY } from '@shp/shared/domain/lib/days';
import { type Lang, langOf } from '@shp/shared/domain/lib/lang';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { authorise } from '../auth/access.ts';
import { callerOf, notLoggedIn } from '../auth/authenticate.ts';
import { type CallerOf, Context, type Services } from '../context.ts';
import { invalid } from '../httpError.ts';
import { unstorableInput } from '../inputLimits.ts';
import { networkOf } from '../os/ipKey.ts';
import { Admission, overloaded } from '../overload/admission.ts';
import { ConcurrencyLimit } from '../overload/concurrencyLimit.ts';
import { isToken } from '../store/repositories/sessions.ts';
import type { Caller } from '../types.ts';
import { prefersHtml } from './acceptHeader.ts';
import { type Download, sendDownload } from './download.ts';
import { inputFromRest, isRestForm, restAnswer } from './restForm.ts';
import { bringsBody } from './timeouts.ts';

/** The return value of a call's handler. */
export type Answer<K extends CallKey> = (typeof calls)[K]['output'] extends Binary
  ? Download
  : K extends JsonKey
    ? Output<K>
    : never;
export type Handler<K extends CallKey> = (input: Parsed<K>, context: Context<CallerOf<K>>) => Promise<Answer<K>>;
/** One handler per row: a missing or extra one does not compile. */
export type Handlers<K extends CallKey> = { [Key in K]: Handler<Key> };

type PageKey = { [K in CallKey]: (typeof calls)[K] extends { page: true } ? K : never }[CallKey];
/** What browsers get: one page for each row with `page`, or null for JSON. `now`: when the request arrived. */
export type Pages = {
  [K in PageKey & JsonKey]: (answer: Output<K>, lang: Lang, now: string, input: Parsed<K>) => string | null;
};

type AnyHandler = (input: unknown, context: Context) => Promise<unknown>;
type AnyPage = (answer: unknown, lang: Lang, now: string, input: unknown) => string | null;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The caller was checked in this turn of the event loop. */
    justJudged: boolean;
  }
}

/** Always answered, even under overload, so that a load balancer keeps the server. */
const HEALTH: CallKey = 'GET health';

/** Body limit of calls without login: a login needs a few hundred bytes. */
const STRANGERS_LIMIT = 16 * 1024;

/** Per caller: request bodies in transfer. Each is in memory until complete. */
const MAX_PARALLEL_BODIES = 64;

/** Per caller: downloads in progress. Each has buffers until the client has read it. */
const MAX_PARALLEL_DOWNLOADS = 64;

/** Adds one route for each row of the call table. */
export function addRoutes(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers<CallKey>,
  pages: Pages,
): { callsWaiting(): number } {
  app.decorateRequest('caller', null);
  app.decorateRequest('justJudged', false);
  const traffic: Traffic = {
    admission: new Admission(),
    bodies: new ConcurrencyLimit(MAX_PARALLEL_BODIES, overloaded),
    downloads: new ConcurrencyLimit(MAX_PARALLEL_DOWNLOADS, overloaded),
  };
  app.server.on('connection', traffic.admission.see);
  app.addHook('onClose', () => traffic.admission.ended());
  for (const key of Object.keys(calls) as CallKey[]) {
    const row: Call = calls[key];
    const page = row.page ? (pages[key as keyof Pages] as AnyPage) : null;
    const route = routeOf(key, services, traffic, handlers[key] as AnyHandler, page);
    if (row.takesSheet) app.register(async (scope) => void takeSheets(scope).route(route));
    else app.route(route);
  }
  return { callsWaiting: () => traffic.admission.waiting };
}

/** Shared by all routes: admission control and the concurrency limits per caller. */
type Traffic = {
  readonly admission: Admission;
  readonly bodies: ConcurrencyLimit;
  readonly downloads: ConcurrencyLimit;
};

function routeOf(
  key: CallKey,
  services: Services,
  { admission, bodies, downloads }: Traffic,
  handler: AnyHandler,
  page: AnyPage | null,
): RouteOptions {
  const { method, path, inQuery } = splitKey(key);
  const row: Call = calls[key];
  const judge = (request: FastifyRequest, reply: FastifyReply) => judgeCaller(row, services, request, reply);
  // The caller may have lost the session or token while waiting for the body or for admission.
  const judgeAgain = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.justJudged) await judge(request, reply);
  };
  return {
    method,
    url: `/api/${path}`,
    ...('binary' in row.output ? { compress: false } : {}),
    ...(row.who === 'anyone' ? { bodyLimit: STRANGERS_LIMIT } : {}),
    // Before reading the body: an unauthorised caller gets the refusal without sending megabytes.
    onRequest: async (request, reply) => {
      if (key === HEALTH) await judge(request, reply);
      else await admission.admit(admissionKey(request, services), () => judge(request, reply));
      if (bringsBody(request.raw)) bodies.untilClosed(callerKey(request), request.raw);
      if ('binary' in row.output) downloads.untilClosed(callerKey(request), reply.raw);
    },
    ...(method === 'POST' ? { preHandler: judgeAgain } : {}),
    handler: async (request, reply) => {
      const input = read(row, request, inQuery);
      const context = contextOf(key, services, request);
      const work = async () => {
        await judgeAgain(request, reply);
        return handler(input, context);
      };
      const answer = await (key === HEALTH ? work() : admission.during(callerKey(request), work));
      if (row.audited && context.audits === 0) throw new Error(`${key} left no audit row`);
      if (isJudgedByAccount(row) && !context.accountJudged) throw new Error(`${key} did not judge the account`);
      if ('binary' in row.output) return sendDownload(request, reply, answer as Download);
      if (page) reply.header('Vary', 'Accept, Accept-Language');
      const html = page && prefersHtml(request.headers.accept) ? page(answer, context.lang, context.now, input) : null;
      if (html !== null) return sendPage(row, request, reply, html);
      if (!isRestForm(row, queryOf(request))) return sendJson(row, request, reply, answer);
      const { items, contentRange } = restAnswer(answer, input as { page: number; size: number });
      return sendJson(row, request, reply.header('Content-Range', contentRange), items);
    },
  };
}

/**
 * Whether token scope or confirmation depends on the account being changed; then the handler must call `judgeAccount`.
 */
function isJudgedByAccount({ tokenFor, confirmation }: Call): boolean {
  return tokenFor !== undefined || typeof confirmation === 'function';
}

async function judgeCaller(row: Call, services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.caller = await identify(request, reply, services);
  if (request.caller === null && row.who !== 'anyone') throw await notLoggedIn(services.db, request.headers.token);
  authorise(row, request.caller, new Date(services.db.now()).toISOString());
  request.justJudged = true;
  setImmediate(() => {
    request.justJudged = false;
  });
}

function contextOf(key: CallKey, services: Services, request: FastifyRequest): Context {
  return new Context(
    services,
    key,
    request.caller,
    langOf(request.headers['accept-language']),
    request.ip,
    agentOf(request),
    idempotencyKey(calls[key], request),
    ifRangeOf(request),
  );
}

/** The key for limits per caller, after authentication. */
function callerKey({ caller, ip }: FastifyRequest): string {
  return caller?.id ?? networkOf(ip);
}

/** The key for limits before authentication: the account if the token was valid before, otherwise the address. */
function admissionKey({ headers: { token }, ip }: FastifyRequest, { knownTokens }: Services): string {
  return (typeof token === 'string' ? knownTokens.accountOf(token) : undefined) ?? networkOf(ip);
}

const SHEET_LIMIT = 10 * 1024 * 1024;

function takeSheets(app: FastifyInstance): FastifyInstance {
  const options = { parseAs: 'buffer', bodyLimit: SHEET_LIMIT } as const;
  app.addContentTypeParser(FILE_TYPES.xlsx.type, options, async (_request: FastifyRequest, sheet: Buffer) => ({
    sheet,
  }));
  return app;
}

const TOKEN_EXPIRY_NOTICE_DAYS = 14;

/**
 * Identifies the caller. Responses to an access token within 14 days of its end, refusals included, carry
 * `Token-Expires`.
 */
export async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Caller | null> {
  const token = request.headers.token;
  if (typeof token !== 'string' || token === '') return null;
  const now = services.db.now();
  const caller = isToken(token) ? await callerOf(services.db, token, now) : null;
  if (caller === null) services.knownTokens.remove(token);
  else services.knownTokens.add(token, caller.id);
  if (caller?.by.kind === 'token' && Date.parse(caller.by.expiresAt) - now < TOKEN_EXPIRY_NOTICE_DAYS * DAY)
    reply.header('Token-Expires', caller.by.expiresAt);
  return caller;
}

/** Unknown keys to name in an error at most. */
const MAX_NAMED = 50;

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const search = url.indexOf('?');
  return new URLSearchParams(search < 0 ? '' : url.slice(search + 1));
}

function read(row: Call, request: FastifyRequest, inQuery: boolean): unknown {
  const query = queryOf(request);
  // Keys where the call takes none: in the query of a POST, or in the body of a GET.
  const beside = inQuery ? Object.keys(request.body ?? {}) : [...query.keys()];
  if (beside.length > 0)
    throw invalid(
      Object.fromEntries(beside.slice(0, MAX_NAMED).map((name) => [name || 'body', { code: 'unknownKey' }])),
    );
  const inputOf = () => (isRestForm(row, query) ? inputFromRest(row, query) : inputFromQuery(row.input, query));
  const raw = inQuery ? { ...(request.params as object), ...inputOf() } : (request.body ?? {});
  const reasons = unstorableInput(raw);
  if (Object.keys(reasons).length > 0) throw invalid(reasons);
  const result = row.input.safeParse(raw, { reportInput: true });
  if (!result.success) throw invalid(reasonsOf(result.error));
  return result.data;
}

function ifRangeOf(request: FastifyRequest): string | null {
  const value = request.headers['if-range'];
  return typeof value === 'string' ? value : null;
}

function agentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300);
}

function idempotencyKey(row: Call, request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (!row.idempotent || key === undefined) return null;
  if (typeof key !== 'string' || key === '') throw invalid({ 'Idempotency-Key': { code: 'required' } });
  if (key.length > 128) throw invalid({ 'Idempotency-Key': { code: 'tooLong', max: 128 } });
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid({ 'Idempotency-Key': { code: 'characters' } });
  return key;
}

function sendPage(row: Call, request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  reply.header('Content-Type', 'text/html; charset=utf-8');
  if (!row.cacheable) return reply.header('Cache-Control', 'no-store').send(page);
  // A public page; revalidated on each use, so that a revoked rating disappears immediately.
  const tag = tagOf(page);
  reply.header('Cache-Control', 'public, no-cache').header('Vary', PAGE_VARIES).header('ETag', tag);
  return isKnown(request, tag) ? reply.code(304).send() : reply.send(page);
}

/** A page's address answers programs with JSON. */
const PAGE_VARIES = 'Accept, Accept-Language';

const tagOf = (body: string) => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === tag || one === '*') ?? false;
}

function sendJson(row: Call, request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  const body = JSON.stringify(answer);
  if (!row.cacheable) return reply.header('Cache-Control', 'no-store').send(body);
  const tag = tagOf(body);
  // Lists contain personal data: browsers must not write them to disk.
  const caching = row.page ? 'public, no-cache' : row.cacheable === 'weak' ? 'no-store' : 'private, no-cache';
  reply
    .header('Cache-Control', caching)
    .header('Vary', row.page ? PAGE_VARIES : 'Token, Accept-Language')
    .header('ETag', row.cacheable === 'weak' ? `W/${tag}` : tag);
  return isKnown(request, tag) ? reply.code(304).send() : reply.send(body);
}
