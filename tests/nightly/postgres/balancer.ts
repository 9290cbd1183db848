import type { ChildProcess } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export type Balancer = { url: string; close(): Promise<void> };

/**
 * Spreads requests over servers in turn, each on its own connection; if a server refuses the connection, it tries the
 * next one. Awaits `before` with the request's number before each request.
 */
export async function balance(urls: readonly string[], before: (turn: number) => Promise<void>): Promise<Balancer> {
  let turn = 0;
  const server = createServer(async (from, to) => {
    turn++;
    await before(turn);
    const order = urls.map((_, index) => urls[(turn + index) % urls.length] ?? '');
    forward(from, to, order);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(from: IncomingMessage, to: ServerResponse, [url, ...others]: readonly string[]): void {
  if (url === undefined) {
    to.writeHead(502).end();
    return;
  }
  const { method, headers } = from;
  const onward = request(`${url}${from.url}`, { method, headers, agent: false }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  // The body is only read after the connection is established, so another server can still get it.
  onward.once('socket', (socket) => socket.once('connect', () => from.pipe(onward)));
  onward.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(from, to, others);
    else if (to.headersSent) to.destroy();
    else to.writeHead(502).end();
  });
}

/** Kills a process, as a power cut would. */
export async function kill(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
}
