import { FILE_TYPES } from '../domain/assessment/files.ts';
import { LANG_TAGS, type Lang } from '../domain/lib/lang.ts';
import { ApiError, type ErrorBody, type ErrorCode, ForeignAnswer, NetworkError, noBodyMessage } from './errors.ts';
import type { BinaryKey, CallKey, Input, JsonKey, Output } from './index.ts';

/** The subset of `fetch` that the client uses; tests and the terminal pass their own implementation. */
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
  /** Sends `If-None-Match` with the last ETag; on 304 the call returns the same object as last time. */
  revalidate?: boolean;
};

export type ClientOptions<R extends TransportResponse> = {
  /** The server's address without `/api`; '' for the page's own origin. */
  base: string;
  transport: (url: string, init: TransportInit) => Promise<R>;
  token: () => string | null;
  lang: () => Lang;
  /**
   * Asks the user for the password if a call needs a confirmed session; the client then repeats the call. Resolves to
   * false if the user declines, and the call fails with the original error.
   */
  confirm?: () => Promise<boolean>;
};

/** All calls of the table, each typed by its row. */
export type Client<R extends TransportResponse = TransportResponse> = {
  /** A call with a JSON response. A `sheet` of bytes is sent as a workbook. @throws ApiError, NetworkError */
  call<K extends JsonKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Output<K>>;
  /**
   * A call with a binary response; returns the transport's response after the status check. @throws ApiError,
   * NetworkError
   */
  open<K extends BinaryKey>(key: K, input: Input<K>, options?: CallOptions): Promise<R>;
};

/** Number of responses remembered for `revalidate`; the oldest is dropped first. */
const MAX_REMEMBERED = 50;

/**
 * The typed client. It takes method, path and input placement from the row's key alone, so a page that makes one call
 * loads no schema.
 */
export function createClient<R extends TransportResponse>(options: ClientOptions<R>): Client<R> {
  let confirmations = 0;
  let confirming: Promise<boolean> | null = null;
  /** Calls refused at the same time share one password prompt. */
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
      // If another call was confirmed while this one was in flight, retry without asking again.
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
    const answer: unknown = await jsonIn(response);
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
      return jsonIn(response);
    },
    open(key, input, extra = {}) {
      return send(key, input as Record<string, unknown>, extra);
    },
  };
}

/** Whether the server refused a call only because the session is not confirmed. */
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

/** The JSON of a response. @throws ForeignAnswer, NetworkError */
export async function jsonIn(response: TransportResponse) {
  const text = await textOf(response);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ForeignAnswer('the answer is no JSON', { cause: error });
  }
}

export type CallRequest = Pick<TransportInit, 'method' | 'body'> & { url: string };

/** Method, URL and body of a call; the URL begins with `/api/`. */
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

/** Splits a key `METHOD path`; a trailing `?` marks a POST that sends its input in the query string. */
export function splitKey(key: string): { method: 'GET' | 'POST'; path: string; inQuery: boolean } {
  const [method = 'GET', rest = ''] = key.split(' ');
  const inQuery = method === 'GET' || rest.endsWith('?');
  return { method: method as 'GET' | 'POST', path: rest.replace(/\?$/, ''), inQuery };
}

/** Builds a query string: arrays repeat their key without brackets; null and undefined are left out. */
export function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(key, String(one));
    }
  }
  return query.toString();
}

/** Turns an error response into an ApiError. `lang` is for the default message when the response has none. */
export async function errorOf(response: TransportResponse, lang: Lang): Promise<ApiError> {
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const errorBody = errorBodyIn(await textOf(response));
  const body = errorBody ?? { code: codeOf(status), message: noBodyMessage(status, lang) };
  return new ApiError(status, body, Number.isFinite(retryAfter) ? retryAfter : null, errorBody === null);
}

/** The error body of our API; null for anything else, such as a proxy's page. */
function errorBodyIn(text: string): ErrorBody | null {
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
