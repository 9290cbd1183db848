import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { addStation, COUNTY } from '../support/people.ts';
import { rawFileStore } from '../support/rawFileStore.ts';
import { pdfOf, sha256, Tus } from '../support/tus.ts';

/** Background work normally takes a moment; a busy machine takes longer. */
const SOON = { timeout: 20_000 };
/** The size of the blocks in which a bucket receives an upload. */
const BLOCK = 4 << 20;
const SENT = 5_000_000;
const running: Contract[] = [];
afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.stop();
});
async function start(data?: string): Promise<Contract> {
  const server = await startContract(['--no-captcha'], data);
  running.push(server);
  return server;
}

type Kept = { id: string; sha256: string };
const rows = (server: Contract) => server.rawDatabase.sql<Kept>('SELECT id, sha256 FROM files ORDER BY id');

const idOf = (location: string) => location.split('/').at(-1) ?? '';

test('repeated kills while uploads finish leave no row without bytes and no bytes without a row; every upload can be finished', async () => {
  let server = await start();
  const person = await addStation(server, COUNTY);
  const { id: assessmentId } = await person.api.call('POST assessment/add_assessment', { level: 3 });
  const metadata = { target: 'evidence', assessmentId, serial: '1.1.1', filename: 'a.pdf' };
  const pending = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let round = 0; round < 3; round++) {
    const tus = Tus.of(server, person);
    for (let each = 0; each < 15; each++) {
      const bytes = pdfOf(3000 + each, round * 100 + each);
      pending.set(await tus.begin(metadata, bytes.length), bytes);
    }
    let finished = 0;
    let killed: Promise<void> | null = null;
    const all = [...pending].map(async ([location, bytes]) => {
      const answer = await tus.patch(location, 0, bytes).catch(() => null);
      if (answer?.headers.get('File-Id')) finished++;
      if (finished === 3 + round * 4) killed ??= server.kill9();
    });
    await Promise.all(all);
    await killed;
    const { data } = server;
    server = await start(data);
    const stored = rawFileStore(data);
    const there = await stored.blobs();
    for (const row of await rows(server)) expect(sha256(there.get(row.id) ?? new Uint8Array())).toBe(row.sha256);
    const again = Tus.of(server, person);
    for (const [location, bytes] of pending) {
      const head = await again.head(location);
      expect(head.status).toBe(200);
      const offset = Number(head.headers.get('Upload-Offset'));
      if (head.headers.get('File-Id') === null)
        expect((await again.patch(location, offset, bytes.slice(offset))).status).toBe(204);
      expect((await again.head(location)).headers.get('File-Id')).not.toBeNull();
      pending.delete(location);
    }
    await vi.waitFor(async () => {
      expect([...(await stored.blobs()).keys()].sort()).toEqual((await rows(server)).map(({ id }) => id));
      expect(await stored.parts()).toEqual([]);
    }, SOON);
  }
  expect(await rows(server)).toHaveLength(45);
  expect(new Set((await rows(server)).map((row) => row.sha256)).size).toBe(45);
}, 180_000);

test('a start deletes bytes without a row and expired uploads, and keeps unfinished ones', async () => {
  const first = await start();
  const tus = Tus.of(first, first.admin);
  const metadata = { target: 'document', roles: '', filename: 'a.pdf' };
  const kept = await tus.upload(metadata, pdfOf(500, 1));
  const lost = await tus.upload(metadata, pdfOf(500, 4));
  const underWay = await tus.begin(metadata, 1000);
  await tus.patch(underWay, 0, pdfOf(400, 2));
  const expired = idOf(await tus.begin(metadata, 1000));
  await tus.patch(`/api/upload/${expired}`, 0, pdfOf(400, 3));
  await first.kill9();
  const { data } = first;
  const stored = rawFileStore(data);
  await stored.putPart('stray', 'bytes of a crash');
  await first.rawDatabase.sql('DELETE FROM files WHERE id = ?', lost);
  await first.rawDatabase.sql('UPDATE uploads SET expires_at = ? WHERE id = ?', '2026-01-01T00:00:00.000Z', expired);
  const second = await start(data);
  await vi.waitFor(async () => {
    expect([...(await stored.blobs()).keys()]).toEqual([kept]);
    expect(await stored.parts()).toEqual([idOf(underWay)]);
  }, SOON);
  const admin = await second.login('admin', first.admin.password);
  const after = Tus.of(second, admin);
  expect((await after.head(underWay)).headers.get('Upload-Offset')).toBe('400');
  expect((await after.head(`/api/upload/${expired}`)).status).toBe(404);
  expect(sha256((await stored.blobs()).get(kept) ?? new Uint8Array())).toBe((await rows(second))[0]?.sha256);
}, 120_000);

test('after a kill between the last byte and the file row, HEAD creates the file', async () => {
  const server = await start();
  const tus = Tus.of(server, server.admin);
  const metadata = { target: 'document', roles: '', filename: 'a.pdf' };
  const bytes = pdfOf(500);
  const location = await tus.begin(metadata, bytes.length);
  const id = idOf(location);
  await rawFileStore(server.data).putPart(id, bytes);
  // The received bytes stay until their row in `files` is committed.
  await server.rawDatabase.sql('ALTER TABLE files RENAME TO elsewhere');
  expect((await tus.head(location)).status).toBe(500);
  await server.rawDatabase.sql('ALTER TABLE elsewhere RENAME TO files');
  expect((await tus.head(location)).headers.get('File-Id')).toBe(id);
  const refused = await tus.begin(metadata, 20);
  await rawFileStore(server.data).putPart(idOf(refused), 'no type that is kept');
  expect((await tus.head(refused)).status).toBe(415);
  expect((await tus.head(refused)).status).toBe(404);
  expect((await rows(server)).map((row) => row.sha256)).toEqual([sha256(bytes)]);
}, 120_000);

test('after a kill between the file row and the removal of its upload there is still one file', async () => {
  const server = await start();
  const tus = Tus.of(server, server.admin);
  const bytes = pdfOf(500);
  const location = await tus.begin({ target: 'document', roles: '', filename: 'a.pdf' }, bytes.length);
  await tus.patch(location, 0, bytes);
  const id = idOf(location);
  await rawFileStore(server.data).putPart(id, bytes);
  expect((await tus.head(location)).headers.get('File-Id')).toBe(id);
  expect((await tus.patch(location, 500, new Uint8Array())).headers.get('File-Id')).toBe(id);
  expect(await rows(server)).toHaveLength(1);
}, 120_000);

test('a stopping server does not wait for an upload; the upload resumes after the restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'shp-test-'));
  const first = await start(data);
  const tus = Tus.of(first, first.admin);
  const bytes = pdfOf(2 * SENT);
  const location = await tus.begin({ target: 'document', roles: '', filename: 'a.pdf' }, bytes.length);
  const line = await tus.hold(location, 0, bytes.length, bytes.slice(0, SENT));
  const stored = rawFileStore(data);
  await vi.waitFor(async () => expect(await stored.partSize(idOf(location))).toBeGreaterThanOrEqual(BLOCK), SOON);
  expect(await first.stop()).toBe(0);
  await line.cut();
  const second = await start(data);
  const admin = await second.login('admin', first.admin.password);
  const after = Tus.of(second, admin);
  const offset = Number((await after.head(location)).headers.get('Upload-Offset'));
  expect(offset).toBeGreaterThanOrEqual(BLOCK);
  expect(offset).toBeLessThanOrEqual(SENT);
  expect((await after.patch(location, offset, bytes.slice(offset))).headers.get('File-Id')).not.toBeNull();
  await second.stop();
  rmSync(data, { recursive: true });
}, 120_000);

test('deleting a file deletes its bytes', async () => {
  const server = await start();
  const tus = Tus.of(server, server.admin);
  const fileId = await tus.upload({ target: 'document', roles: '', filename: 'a.pdf' }, pdfOf(500));
  const stored = rawFileStore(server.data);
  expect((await stored.blobs()).size).toBe(1);
  await server.admin.api.call('POST document/delete?', { fileId });
  expect((await stored.blobs()).size).toBe(0);
});
