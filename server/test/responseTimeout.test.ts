import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setResponseTimeout } from '@shp/server/http/timeouts';
import Fastify from 'fastify';
import { expect, test } from 'vitest';

test('a client that reads nothing is disconnected, however much is left', async () => {
  const app = Fastify({ forceCloseConnections: true });
  setResponseTimeout(app, 100);
  const piece = Buffer.alloc(1 << 20);
  app.get('/', (_request, reply) =>
    reply.send(
      Readable.from(
        (function* () {
          for (;;) yield piece;
        })(),
      ),
    ),
  );
  const url = new URL(await app.listen({ port: 0 }));
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  try {
    const came = once(app.server, 'connection');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [served] = await came;
    await once(served, 'close');
    expect(served.destroyed).toBe(true);
  } finally {
    socket.destroy();
    await app.close();
  }
});
