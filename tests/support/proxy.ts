import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Seen = { method: string; url: string; range: string | undefined };
/**
 * The handling of a request: answer it here, cut the response after some bytes, lose the request after some bytes, pass
 * it on later, never answer, or drop its `Range` header.
 */
type Fate =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { cutAfter: number }
  | { loseAfter: number }
  | { passWhen: Promise<unknown> }
  | 'hang'
  | 'whole';

export type FaultyLine = {
  url: string;
  seen: Seen[];
  /** Decides the handling of each request; `count` is the number of earlier requests to the same path. */
  rule: (seen: Seen, count: number) => Fate | undefined;
  stop(): void;
};

/** A gate: requests wait for `opened` until the test calls `open`. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A faulty line: a proxy in front of a real server. */
export async function startProxy(target: string): Promise<FaultyLine> {
  const proxy: FaultyLine = { url: '', seen: [], rule: () => undefined, stop: () => {} };
  const server = createServer((incoming, answer) => {
    const url = incoming.url ?? '';
    const path = url.split('?')[0];
    const count = proxy.seen.filter((one) => one.url.split('?')[0] === path).length;
    const seen = { method: incoming.method ?? '', url, range: incoming.headers.range };
    proxy.seen.push(seen);
    const fate = proxy.rule(seen, count);
    if (fate === 'hang') return;
    if (fate === 'whole') delete incoming.headers.range;
    if (typeof fate === 'object' && 'status' in fate) {
      incoming.resume();
      const body = fate.body ?? '';
      answer.writeHead(fate.status, { 'Content-Length': Buffer.byteLength(body), ...fate.headers }).end(body);
      return;
    }
    if (typeof fate === 'object' && 'loseAfter' in fate) return lose(target, incoming, fate.loseAfter);
    if (typeof fate === 'object' && 'passWhen' in fate) {
      void fate.passWhen.then(() => forward(target, incoming, answer, undefined));
      return;
    }
    forward(target, incoming, answer, typeof fate === 'object' ? fate.cutAfter : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return proxy;
}

function forward(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  cutAfter: number | undefined,
): void {
  const outgoing = request(new URL(incoming.url ?? '', target), { method: incoming.method, headers: incoming.headers });
  incoming.pipe(outgoing);
  outgoing.on('error', () => answer.destroy());
  outgoing.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 0, response.headers);
    if (cutAfter === undefined) return response.pipe(answer);
    let left = cutAfter;
    answer.flushHeaders();
    if (left === 0) setImmediate(() => answer.socket?.end());
    response.on('data', (chunk: Buffer) => {
      if (left <= 0) return;
      const part = chunk.subarray(0, left);
      left -= part.length;
      // Close only after the bytes are written: a reset would discard them.
      answer.write(part, () => {
        if (left <= 0) answer.socket?.end(() => answer.destroy());
      });
    });
    return response;
  });
}

/** Passes the first bytes of a request to the server, then closes both connections. */
function lose(target: string, incoming: IncomingMessage, bytes: number): void {
  const outgoing = request(new URL(incoming.url ?? '', target), { method: incoming.method, headers: incoming.headers });
  outgoing.on('error', () => {});
  let left = bytes;
  incoming.on('data', (chunk: Buffer) => {
    if (left <= 0) return;
    const part = chunk.subarray(0, left);
    left -= part.length;
    outgoing.write(part, () => {
      if (left > 0) return;
      outgoing.destroy();
      incoming.socket.destroy();
    });
  });
}
