import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createApi } from '../src/api/client.ts';
import { sendUpload } from '../src/transfer/tus.ts';

let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

test('a HEAD fetches the file id when finishing an upload outlasts the timeout', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const asked: string[] = [];
  server = createServer((request, answer) => {
    asked.push(request.method ?? '');
    request.resume();
    if (request.method === 'PATCH') {
      // Longer than the command's timeout, and no response.
      vi.setSystemTime(Date.now() + 31_000);
      return;
    }
    const all = asked.includes('PATCH');
    answer.writeHead(200, { 'Upload-Offset': all ? 3 : 0, ...(all && { 'File-Id': 'made' }) }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = createApi({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: null,
    lang: 'en',
    timeout: 0.3,
    signal: new AbortController().signal,
    trace: () => {},
    tokenEnds: () => {},
  });
  const read = async () => Buffer.from('abc');
  expect(await sendUpload(api, '/api/upload/x', 3, read, () => {})).toBe('made');
  expect(asked).toEqual(['HEAD', 'PATCH', 'HEAD']);
});
