import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

/** Sends the beginning at once, then one byte per second until the server closes the connection. */
async function drip(beginning: string): Promise<{ seconds: number; answer: string }> {
  const { hostname, port } = new URL(server.url);
  const socket: Socket = connect(Number(port), hostname);
  const begun = Date.now();
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.on('error', () => {});
  if (beginning !== '') socket.write(beginning);
  const drops = setInterval(() => beginning !== '' && socket.write('x'), 1000);
  await once(socket, 'close');
  clearInterval(drops);
  return { seconds: (Date.now() - begun) / 1000, answer };
}

const HEAD = 'POST /api/session/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe.concurrent('a slow connection is closed', () => {
  test.each([
    ['by headers that never end', `${HEAD}X-Slow: `],
    ['by a body that never ends', `${HEAD}Content-Length: 100000\r\n\r\n`],
    ['by chunks that never end', `${HEAD}Transfer-Encoding: chunked\r\n\r\nffff\r\n`],
    ['by saying nothing at all', ''],
  ])(
    '%s',
    async (_name, beginning) => {
      const { seconds, answer } = await drip(beginning);
      expect(seconds).toBeLessThan(120);
      expect(answer).not.toMatch(/^HTTP\/1\.1 [25]/);
    },
    180_000,
  );

  test('other clients are served meanwhile', async () => {
    const slow = Array.from({ length: 200 }, () => drip(`${HEAD}X-Slow: `));
    for (let call = 0; call < 5; call++)
      expect(await server.guest.call('GET health', {})).toMatchObject({ status: 'ok' });
    await Promise.all(slow);
  }, 180_000);
});
