import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { webRequest } from '../src/files/tus/adapter.ts';

/** A request with a connection that closed before anything read its body. */
async function closedRequest(length: number, sent: string): Promise<IncomingMessage> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`PATCH /api/upload/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${sent}`);
  const [raw] = (await once(server, 'request')) as [IncomingMessage];
  raw.on('error', () => {});
  const closed = new Promise((resolve) => raw.once('close', resolve));
  socket.destroy();
  await closed;
  server.close();
  return raw;
}

test.each([
  ['part of its body had come', 100, 'abc'],
  ['its whole body had come', 3, 'abc'],
])('the body of a request closed when %s ends with an error instead of hanging', async (_name, length, sent) => {
  const raw = await closedRequest(length, sent);
  const request = webRequest({ raw, method: 'PATCH', url: '/api/upload/x', headers: raw.headers } as FastifyRequest);
  await expect(request.text()).rejects.toThrow();
});
