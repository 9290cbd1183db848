import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendUpload } from '@shp/shared/api/tus';
import { afterEach, expect, test, vi } from 'vitest';
import { createApi } from '../src/api/client.ts';
import { tusTransport } from '../src/transfer/tus.ts';

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
    // Seconds: a busy machine answers the HEAD within it.
    timeout: 3,
    signal: new AbortController().signal,
    trace: () => {},
    tokenEnds: () => {},
  });
  const read = async () => Buffer.from('abc');
  const upload = { path: '/api/upload/x', size: 3, begun: true, pieceSize: () => 3, read, retry: api.retry };
  expect(await sendUpload(tusTransport(api), { ...upload, onSent: () => {} })).toBe('made');
  expect(asked).toEqual(['HEAD', 'PATCH', 'HEAD']);
});
