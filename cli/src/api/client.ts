import { type CallOptions, createClient, splitKey, type TransportInit } from '@shp/shared/api/client';
import type { BinaryKey, Input, JsonKey, Output } from '@shp/shared/api/index';
import { LANG_TAGS, type Lang } from '@shp/shared/domain/lib/lang';
import { type OnRetry, withRetries } from './retry.ts';
import { createTransport, type Response, type Send } from './transport.ts';

export type { CallOptions } from '@shp/shared/api/client';

/** Client for all API calls. Retries safe calls and stops on Ctrl-C. */
export type Api = {
  readonly server: string;
  readonly send: Send;
  /** Request headers for requests outside the call table. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Retries on temporary failures; only for idempotent work. */
  retry<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  call<K extends JsonKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Output<K>>;
  open<K extends BinaryKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Response>;
};

export type ApiOptions = {
  server: string;
  token: string | null;
  lang: Lang;
  timeout: number;
  signal: AbortSignal;
  /** Receives a line for each request, response and wait before a retry. */
  trace: (line: string) => void;
  /** Called before a retry with its number. */
  onRetry?: (error: unknown, next: number) => void;
  /** Asks for the password and confirms the session; false if the user declines. */
  confirm?: ((api: Api) => Promise<boolean>) | undefined;
  /** Called when the access token expires soon. */
  tokenEnds: (at: string) => void;
};

export function createApi(options: ApiOptions): Api {
  const { confirm } = options;
  const send = traced(createTransport(options.timeout, options.lang), options);
  const client = createClient<Response>({
    base: options.server,
    transport: send,
    token: () => options.token,
    lang: () => options.lang,
    ...(confirm ? { confirm: () => confirm(api) } : {}),
  });
  const onRetry: OnRetry = (error, wait, next) => {
    options.trace(`! ${error instanceof Error ? error.message : error}; again in ${Math.round(wait)} ms`);
    options.onRetry?.(error, next);
  };
  const often = <T>(key: string, extra: CallOptions | undefined, attempt: (extra: CallOptions) => Promise<T>) => {
    const full = { signal: options.signal, ...extra };
    const safe = splitKey(key).method === 'GET' || full.idempotencyKey !== undefined;
    return safe ? withRetries(() => attempt(full), full.signal, onRetry) : attempt(full);
  };
  const api: Api = {
    server: options.server,
    send,
    headers: {
      'Accept-Language': LANG_TAGS[options.lang],
      ...(options.token === null ? {} : { Token: options.token }),
    },
    signal: options.signal,
    retry: (work, signal = options.signal) => withRetries(work, signal, onRetry),
    call: (key, input, extra) => often(key, extra, (full) => client.call(key, input, full)),
    open: (key, input, extra) => often(key, extra, (full) => client.open(key, input, full)),
  };
  return api;
}

const SECRET = /([?&]token=)[^&]+/g;

function traced(send: Send, { trace, tokenEnds }: ApiOptions): Send {
  return async (url: string, init: TransportInit) => {
    const started = performance.now();
    trace(`> ${init.method} ${url.replace(SECRET, '$1…')}`);
    const response = await send(url, init);
    trace(`< ${response.status} ${Math.round(performance.now() - started)} ms`);
    const ends = response.headers.get('token-expires');
    if (ends !== null) tokenEnds(ends);
    return response;
  };
}
