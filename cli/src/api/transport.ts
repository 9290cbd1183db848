import type { TransportInit, TransportResponse } from '@shp/shared/api/client';
import { NetworkError } from '@shp/shared/api/errors';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { loadOnce } from '@shp/shared/domain/lib/loadOnce';
import { NO_ANSWER } from '@shp/shared/text/noAnswer';
import type { Dispatcher } from 'undici';
import { ConnectError } from '../lib/networkErrors.ts';
import { VERSION } from '../version.ts';
import { connectError, speaksTls } from './faults.ts';

/** A response that can also be streamed. */
export type Response = TransportResponse & { chunks(): AsyncIterable<Buffer> };
export type Send = (url: string, init: TransportInit & { bytes?: Uint8Array }) => Promise<Response>;

const USER_AGENT = `shp/${VERSION} (${process.platform})`;
const CONNECTIONS = 64;

/** Sends one request, through the proxy that the environment sets for it. */
export type Dispatch = (options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;

/** Like `fetch`, over undici. Loads undici with the first request and reads proxies from the environment. */
export function createTransport(timeoutSeconds: number, lang: Lang): Send {
  const proxies = proxiesFrom(process.env);
  const loaded = loadOnce(() => loadDispatch(proxies));
  let answered = false;
  return async (url, init) => {
    const dispatch = await loaded();
    const target = new URL(url);
    const secure = target.protocol === 'https:';
    const proxy = (secure ? proxies.https : proxies.http) ?? null;
    const about = { host: target.host, proxy: proxy === null ? null : shownProxy(proxy) };
    const stop = new AbortController();
    const abort = () => stop.abort(init.signal?.reason);
    const silence = setTimeout(() => stop.abort(new Error(NO_ANSWER[lang](timeoutSeconds))), timeoutSeconds * 1000);
    const release = () => {
      clearTimeout(silence);
      init.signal?.removeEventListener('abort', abort);
    };
    if (init.signal?.aborted) abort();
    init.signal?.addEventListener('abort', abort, { once: true });
    // An https server drops plain http, or answers 400 with an HTML page.
    const isTlsServer = async () => !secure && proxy === null && (await speaksTls(target.hostname, portOf(target)));
    try {
      const answer = await dispatch({
        origin: target.origin,
        path: target.pathname + target.search,
        method: init.method as Dispatcher.HttpMethod,
        headers: { 'User-Agent': USER_AGENT, ...init.headers },
        body: init.bytes ?? init.body ?? null,
        signal: stop.signal,
        // One timer covers the whole request.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      silence.refresh();
      const { statusCode, headers, body } = answer;
      const foreign = !String(headers['content-type']).startsWith('application/json');
      const fault =
        statusCode === 407 ? 'proxyLogin' : statusCode === 400 && foreign && (await isTlsServer()) ? 'tlsServer' : null;
      if (fault !== null) {
        body.on('error', () => {}).destroy();
        throw new ConnectError(`HTTP ${statusCode}`, fault, about);
      }
      answered = true;
      body.once('close', release);
      return responseOf(answer, silence, init.signal);
    } catch (error) {
      release();
      if (init.signal?.aborted) throw init.signal.reason;
      if (error instanceof ConnectError) throw error;
      const failed = connectError(error, about);
      if (answered || stop.signal.aborted || failed.fault !== null || isRefused(failed)) throw failed;
      throw (await isTlsServer()) ? new ConnectError(failed.detail, 'tlsServer', about, { cause: error }) : failed;
    }
  };
}

/** Loads undici, and its proxy agent only if the environment sets a proxy. @throws ConnectError a proxy's address is not valid */
export async function loadDispatch(proxies: Proxies, connections: number | null = CONNECTIONS): Promise<Dispatch> {
  for (const [protocol, address] of Object.entries(proxies)) {
    if (URL.canParse(address)) continue;
    throw new ConnectError(address, 'badProxy', { host: '', proxy: `${protocol.toUpperCase()}_PROXY` });
  }
  const { Agent, request } = await import('./undici.ts');
  // Waiting for a connection counts toward the timeout too.
  const options = { connections, connect: { timeout: 0 } };
  const agent = await agentFor();
  return (wanted) => request.call(agent, wanted);

  async function agentFor(): Promise<Dispatcher> {
    const { http: httpProxy, https: httpsProxy } = proxies;
    if (httpProxy === undefined && httpsProxy === undefined) return new Agent(options);
    const { EnvHttpProxyAgent } = await import('./undiciProxy.ts');
    // Sends plain http to the proxy with the full URL: many proxies tunnel to port 443 only.
    const through = { ...options, proxyTunnel: false, httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '' };
    return new EnvHttpProxyAgent(through);
  }
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** If nothing listens, do not probe for TLS. */
const isRefused = ({ cause }: Error): boolean => (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

function responseOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  silence: NodeJS.Timeout,
  signal: TransportInit['signal'],
): Response {
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) {
        silence.refresh();
        yield chunk as Buffer;
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new NetworkError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
  return {
    status: statusCode,
    headers: {
      get(name) {
        const value = headers[name.toLowerCase()];
        return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
      },
    },
    chunks,
    async text() {
      const read: Buffer[] = [];
      for await (const chunk of chunks()) read.push(chunk);
      return Buffer.concat(read).toString('utf8');
    },
  };
}

/** Proxies from the environment. */
export type Proxies = { readonly http?: string; readonly https?: string };

/** Reads HTTP_PROXY and HTTPS_PROXY; lower case wins, as in curl. The `http://` may be missing. */
export function proxiesFrom(env: NodeJS.ProcessEnv): Proxies {
  const http = addressOf(env.http_proxy ?? env.HTTP_PROXY);
  const https = addressOf(env.https_proxy ?? env.HTTPS_PROXY) ?? http;
  return { ...(http ? { http } : {}), ...(https ? { https } : {}) };
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return text.includes('://') ? text.trim() : `http://${text.trim()}`;
}

/** A proxy's address without user name and password. */
function shownProxy(address: string): string {
  return URL.canParse(address) ? new URL(address).origin.replace(/^null$/, '') || address.replace(/\/\/.*@/, '//') : '';
}
