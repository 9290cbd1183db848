import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readInPieces } from '../src/files/blobs/readRange.ts';
import type { ByteRange } from '../src/types.ts';

/** More than both socket buffers hold, so that the sender must wait for the reader. */
const bytes = randomBytes(24 * 2 ** 20);
const folder = mkdtempSync(join(tmpdir(), 'shp-test-'));
const path = join(folder, 'file');
let server: Server;
beforeAll(async () => {
  writeFileSync(path, bytes);
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Lets the sender block first, then reads the response; returns its digest. */
async function sent(range?: ByteRange): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const reader = get({ port, host: '127.0.0.1', agent: false });
  const [, answer] = await asked;
  const response = once(reader, 'response') as Promise<[IncomingMessage]>;
  (await readInPieces(path, range)).pipe(answer);
  const begun = await response;
  for (let quiet = 0; quiet < 50 && !answer.writableFinished; quiet += answer.writableNeedDrain ? 1 : 0) await turn();
  const hash = createHash('sha256');
  for await (const chunk of begun[0]) hash.update(chunk);
  return hash.digest('hex');
}

const digest = (part: Uint8Array) => createHash('sha256').update(part).digest('hex');

test('a slow reader gets every byte of the file', async () => {
  expect(await sent()).toBe(digest(bytes));
});

test.each([
  { from: 0, to: 0 },
  { from: 1, to: 131_072 },
  { from: 131_071, to: 23 * 2 ** 20 },
  { from: bytes.length - 5, to: bytes.length - 1 },
])('from $from to $to', async ({ from, to }) => {
  expect(await sent({ from, to })).toBe(digest(bytes.subarray(from, to + 1)));
});

test('a missing file is an error before anything is sent', async () => {
  await expect(readInPieces(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a file removed after opening is sent whole and closed; an unread one is closed too', async () => {
  const removed = join(folder, 'removed');
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(removed);
      } catch {
        return false;
      }
    });
  for (const read of [true, false]) {
    writeFileSync(removed, bytes);
    const file = await readInPieces(removed);
    expect(isOpen()).toBe(true);
    if (read) {
      rmSync(removed);
      const hash = createHash('sha256');
      for await (const chunk of file) hash.update(chunk as Buffer);
      expect(hash.digest('hex')).toBe(digest(bytes));
    }
    file.destroy();
    await vi.waitFor(() => expect(isOpen()).toBe(false));
  }
});
