import { FILE_TYPES } from '../domain/assessment/files.ts';
import { LANG_TAGS, type Lang } from '../domain/lib/lang.ts';
import { ApiError, bareMessage, type ErrorBody, type ErrorCode, ForeignAnswer, NetworkError } from './errors.ts';
import type { BinaryKey, CallKey, Input, JsonKey, Output } from './index.ts';

/** The part of `fetch` that the client uses; the global one fits, and so does any function of this shape. */
export type TransportInit = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
};
export type TransportResponse = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

export type CallOptions = {
  idempotencyKey?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Asks only whether the last answer still holds (`If-None-Match`); if it does, that same object is the answer. */
  revalidate?: boolean;
};

export type ClientOptions<R extends TransportResponse> = {
  /** The server's address, without `/api`; '' for the page's own. */
  base: string;
  transport: (url: string, init: TransportInit) => Promise<R>;
  token: () => string | null;
  lang: () => Lang;
  /**
   * Confirms the session with the password when a call needs that; the call is then made again. Answers false where the
   * user declines: the call stays refused.
   */
  confirm?: () => Promise<boolean>;
};

/** Every call of the table, typed by its row. */
export type Client<R extends TransportResponse = TransportResponse> = {
  /** A call that answers with JSON. Bytes under `sheet` are sent as they are, as a workbook. @throws ApiError, NetworkError */
  call<K extends JsonKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Output<K>>;
  /** A call that answers with bytes; the transport's own response, its status already judged. @throws ApiError, NetworkError */
  open<K extends BinaryKey>(key: K, input: Input<K>, options?: CallOptions): Promise<R>;
};

/** How many answers a client remembers for `revalidate`; the oldest goes first. */
const MAX_REMEMBERED = 50;

/**
 * The typed client. It reads a call's method, path and the place of its input from the row's key alone, so that a page
 * that makes one call loads no schema.
 */
export function createClient<R extends TransportResponse>(options: ClientOptions<R>): Client<R> {
  let confirmations = 0;
  let confirming: Promise<boolean> | null = null;
  /** Calls that are refused at the same time share one question. */
  function confirmOnce(confirm: () => Promise<boolean>): Promise<boolean> {
    confirming ??= confirm()
      .then((confirmed) => {
        if (confirmed) confirmations += 1;
        return confirmed;
      })
      .finally(() => {
        confirming = null;
      });
    return confirming;
  }
  async function send(key: CallKey, input: Record<string, unknown>, extra: CallOptions): Promise<R> {
    const before = confirmations;
    try {
      return await sendOnce(key, input, extra);
    } catch (error) {
      if (!options.confirm || !needsConfirmation(error)) throw error;
      // A confirmation that came while this call was on its way counts for it.
      if (before === confirmations && !(await confirmOnce(options.confirm))) throw error;
      return sendOnce(key, input, extra);
    }
  }
  async function sendOnce(key: CallKey, input: Record<string, unknown>, extra: CallOptions): Promise<R> {
    const { method, url, body } = requestOf(key, input);
    const headers: Record<string, string> = { 'Accept-Language': LANG_TAGS[options.lang()], ...extra.headers };
    const token = options.token();
    if (token !== null) headers.Token = token;
    if (body !== undefined)
      headers['Content-Type'] = typeof body === 'string' ? 'application/json' : FILE_TYPES.xlsx.type;
    if (extra.idempotencyKey !== undefined) headers['Idempotency-Key'] = extra.idempotencyKey;
    const init: TransportInit = { method, headers };
    if (body !== undefined) init.body = body;
    if (extra.signal) init.signal = extra.signal;
    let response: R;
    try {
      response = await options.transport(options.base + url, init);
    } catch (error) {
      if (extra.signal?.aborted || error instanceof NetworkError) throw error;
      throw new NetworkError(error instanceof Error ? error.message : String(error), { cause: error });
    }
    if (response.status >= 200 && response.status < 300) return response;
    if (response.status === 304 && 'If-None-Match' in headers) return response;
    throw await errorOf(response, options.lang());
  }
  const remembered = new Map<string, { etag: string; answer: unknown }>();
  async function revalidated(key: CallKey, input: Record<string, unknown>, extra: CallOptions): Promise<unknown> {
    const name = JSON.stringify([options.token(), options.lang(), requestOf(key, input).url]);
    const known = remembered.get(name);
    const headers = known ? { ...extra.headers, 'If-None-Match': known.etag } : { ...extra.headers };
    const response = await send(key, input, { ...extra, headers });
    if (known && response.status === 304) return known.answer;
    const answer: unknown = jsonOf(await textOf(response));
    const etag = response.headers.get('etag');
    const [oldest] = remembered.keys();
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.delete(name);
    if (etag !== null) remembered.set(name, { etag, answer });
    return answer;
  }
  return {
    async call<K extends JsonKey>(key: K, input: Input<K>, extra: CallOptions = {}) {
      if (extra.revalidate) return (await revalidated(key, input as Record<string, unknown>, extra)) as Output<K>;
      const response = await send(key, input as Record<string, unknown>, extra);
      return jsonOf(await textOf(response));
    },
    open(key, input, extra = {}) {
      return send(key, input as Record<string, unknown>, extra);
    },
  };
}

/** Whether a call was refused only because the session is not confirmed. */
export function needsConfirmation(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'confirmation_required';
}

async function textOf(response: TransportResponse): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    throw new NetworkError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ForeignAnswer('the answer is no JSON', { cause: error });
  }
}

export type CallRequest = Pick<TransportInit, 'method' | 'body'> & { url: string };

/** The request that a call's key and input stand for; the path begins with `/api/`. */
export function requestOf(key: string, input: Record<string, unknown>): CallRequest {
  const { method, path, inQuery } = splitKey(key);
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (!inQuery) return { method, url: `/api/${filled}`, body: bodyOfInput(rest) };
  const query = queryOf(rest);
  return { method, url: `/api/${filled}${query && `?${query}`}` };
}

function bodyOfInput(input: Record<string, unknown>): string | Uint8Array<ArrayBuffer> {
  const { sheet } = input;
  return sheet instanceof Uint8Array ? (sheet as Uint8Array<ArrayBuffer>) : JSON.stringify(input);
}

/** A key is `METHOD path`; a trailing `?` marks a POST whose input goes into the query. */
export function splitKey(key: string): { method: 'GET' | 'POST'; path: string; inQuery: boolean } {
  const [method = 'GET', rest = ''] = key.split(' ');
  const inQuery = method === 'GET' || rest.endsWith('?');
  return { method: method as 'GET' | 'POST', path: rest.replace(/\?$/, ''), inQuery };
}

/** A query string: arrays repeat their key without brackets, absent values are left out. */
export function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(key, String(one));
    }
  }
  return query.toString();
}

/** An answer that is no success, as the error it stands for; `lang` is for an answer that brings no message. */
export async function errorOf(response: TransportResponse, lang: Lang): Promise<ApiError> {
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const said = saidIn(await textOf(response));
  const body = said ?? { code: codeOf(status), message: bareMessage(status, lang) };
  return new ApiError(status, body, Number.isFinite(retryAfter) ? retryAfter : null, said === null);
}

/** The body of an error of the contract; null for anything else, as the page of a proxy. */
function saidIn(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body)) return null;
    return typeof body.message === 'string' && body.message.trim() !== '' ? (body as ErrorBody) : null;
  } catch {
    return null;
  }
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  return [502, 503, 504].includes(status) ? 'overloaded' : 'internal';
}
