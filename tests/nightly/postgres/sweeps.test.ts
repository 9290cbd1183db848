import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Exporter } from '@shp/server/exports/exporter';
import { localFiles } from '@shp/server/files/blobs/fileStore';
import { sweepFiles } from '@shp/server/files/blobs/sweep';
import { openDatabase } from '@shp/server/store/db/database';
import type { Database } from '@shp/server/store/db/types';
import { HOUR } from '@shp/shared/domain/lib/days';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { dropDatabaseOf } from '../../support/postgres.ts';
import { rawFileStore } from '../../support/rawFileStore.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

/** A server, and the connections of a second one that sweeps expired uploads. */
let data: string;
let server: Contract;
let other: Database;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shp-sweeps-'));
  server = await startContract(undefined, data);
  other = await openDatabase({ url: server.database ?? '' });
});
afterAll(async () => {
  await other.close();
  await server.stop();
  await dropDatabaseOf(data);
  await rm(data, { recursive: true });
});

const SOON = { timeout: 20_000 };

/** Statements that wait for a lock and begin with this text. */
const waiting = (beginning: string) =>
  server.rawDatabase.sql(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE ?`,
    `${beginning}%`,
  );

test('an upload that expires while its last bytes are stored becomes a complete file despite a concurrent cleanup', async () => {
  const bytes = pdfOf(100_000);
  const tus = Tus.of(server, server.admin);
  const location = await tus.begin({ target: 'document', roles: '', filename: 'late.pdf' }, bytes.length);
  const id = location.split('/').at(-1) ?? '';
  const line = await tus.hold(location, 0, bytes.length, bytes.slice(0, 60_000));
  await vi.waitFor(async () => expect(await rawFileStore(data).partSize(id)).toBe(60_000), SOON);
  await server.rawDatabase.sql("UPDATE uploads SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ?", id);
  const holder = new Client(server.database ?? '');
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE files IN SHARE MODE');
  line.send(bytes.slice(60_000));
  await vi.waitFor(async () => expect(await waiting('insert into "files"')).toHaveLength(1), SOON);
  const sweeping = sweepFiles({ db: other, ...localFiles(data) }, Date.now());
  const waits = vi.waitFor(async () => expect(await waiting('delete from "uploads"')).toHaveLength(1), SOON);
  await Promise.race([sweeping, waits]);
  await holder.end();
  await Promise.all([sweeping, line.ended]);
  await waits.catch(() => {});
  const { items } = await server.admin.api.call('GET document/list', {});
  const kept = [...(await rawFileStore(data).blobs())].map(([key, content]) => [key, sha256(content)]);
  expect(kept).toEqual(items.map((file) => [file.id, file.sha256]));
  expect(items.map((file) => file.id)).toEqual([id]);
  expect((await tus.head(location)).headers.get('File-Id')).toBe(id);
});

test('an upload cleaned up by another server while its bytes are read is either gone or a file, and the response says which', async () => {
  const bytes = pdfOf(32_000_000, 2);
  const tus = Tus.of(server, server.admin);
  for (let round = 0; round < 6; round++) {
    const location = await tus.begin({ target: 'document', roles: '', filename: 'swept.pdf' }, bytes.length);
    const id = location.split('/').at(-1) ?? '';
    let over = false;
    const answer = tus.patch(location, 0, bytes).finally(() => {
      over = true;
    });
    // Until all bytes are stored, or the upload is already a file.
    while (!over && (await rawFileStore(data).partSize(id)) < bytes.length) await new Promise(setImmediate);
    await server.rawDatabase.sql(
      "UPDATE uploads SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ? AND finished = 0",
      id,
    );
    await sweepFiles({ db: other, ...localFiles(data) }, Date.now());
    const { status } = await answer;
    const { items } = await server.admin.api.call('GET document/list', { desc: true, size: 1 });
    const became = items[0]?.id === id ? 'a file' : 'gone';
    expect([
      [204, 'a file', true],
      [404, 'gone', false],
    ]).toContainEqual([status, became, (await rawFileStore(data).blobs()).has(id)]);
  }
});

test('an export that expires while its audit row is queued is requested again or sent whole', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    server.request('GET', '/api/user/export?kind=managers&format=ndjson', {
      headers: { Token: server.admin.token, ...headers },
    });
  const first = await ask();
  const etag = first.headers.get('ETag') ?? '';
  const whole = await first.text();
  const writer = new Client(server.database ?? '');
  await writer.connect();
  await writer.query('BEGIN');
  await writer.query('SELECT pg_advisory_xact_lock(5484879)');
  const answer = ask({ 'If-Range': etag, Range: 'bytes=5-' });
  await vi.waitFor(async () => expect(await waiting('begin; set local lock_timeout')).toHaveLength(1), SOON);
  await new Exporter(data, { url: server.database ?? '' }).sweep(Date.now() + 2 * HOUR);
  await writer.end();
  const { status, headers } = await answer;
  expect([status, headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  const again = await ask({ 'If-Range': etag, Range: 'bytes=5-' });
  expect(await again.text()).toBe(again.status === 206 ? whole.slice(5) : whole);
});
