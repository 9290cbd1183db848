import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import type { TransportInit, TransportResponse } from '@shp/shared/api/client';
import { NetworkError } from '@shp/shared/api/errors';
import { VERSION } from '../version.ts';

/** A response whose bytes can also be read as they come. */
export type Response = TransportResponse & { chunks(): AsyncIterable<Buffer> };
export type Send = (url: string, init: TransportInit & { bytes?: Uint8Array }) => Promise<Response>;

const AGENT = `shp/${VERSION} (${process.platform})`;

type Requester = { request: typeof plainRequest; agent: PlainAgent };

/** `fetch`'s shape over node:http: the global one costs a hundred milliseconds to load. */
export function createTransport(timeoutSeconds: number): Send {
  const requesters = new Map<string, Promise<Requester>>();
  const requesterOf = (protocol: string) => {
    const known = requesters.get(protocol) ?? load(protocol);
    requesters.set(protocol, known);
    return known;
  };
  return async (url, init) => {
    const target = new URL(url);
    const { request, agent } = await requesterOf(target.protocol);
    return new Promise((resolve, reject) => {
      const body = init.bytes ?? init.body;
      const headers = {
        'User-Agent': AGENT,
        ...init.headers,
        ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      };
      const outgoing = request(target, { method: init.method, headers, agent });
      let running: { destroy(error?: Error): unknown } = outgoing;
      const stop = () => running.destroy(init.signal?.reason);
      const silence = setTimeout(
        () => running.destroy(new Error(`no answer within ${timeoutSeconds} s`)),
        timeoutSeconds * 1000,
      );
      const release = () => {
        clearTimeout(silence);
        init.signal?.removeEventListener('abort', stop);
      };
      if (init.signal?.aborted) stop();
      init.signal?.addEventListener('abort', stop, { once: true });
      outgoing.on('error', (error) => {
        release();
        reject(init.signal?.aborted ? init.signal.reason : error);
      });
      outgoing.on('response', (incoming) => {
        silence.refresh();
        running = incoming;
        incoming.on('close', release);
        resolve(answer(incoming, silence, init.signal));
      });
      outgoing.end(body);
    });
  };
}

async function load(protocol: string): Promise<Requester> {
  const options = { keepAlive: true, maxSockets: 64 };
  if (protocol !== 'https:') return { request: plainRequest, agent: new PlainAgent(options) };
  const { Agent, request } = await import('node:https');
  return { request: request as typeof plainRequest, agent: new Agent(options) as unknown as PlainAgent };
}

function answer(incoming: IncomingMessage, silence: NodeJS.Timeout, signal: TransportInit['signal']): Response {
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of incoming) {
        silence.refresh();
        yield chunk as Buffer;
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new NetworkError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: {
      get(name) {
        const value = incoming.headers[name.toLowerCase()];
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
