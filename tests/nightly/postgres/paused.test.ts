import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addManager, managerProfile, newAccount } from '../../support/people.ts';
import { dropDatabaseOf } from '../../support/postgres.ts';
import { rawFileStore } from '../../support/rawFileStore.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

/** Two servers on one database and one file directory; the test pauses one of them. */
let data: string;
let paused: Contract;
let other: Contract;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shp-paused-'));
  [paused, other] = await Promise.all([startContract(undefined, data), startContract(undefined, data)]);
});
afterEach(() => paused.process.kill('SIGCONT'));
afterAll(async () => {
  await Promise.all([paused.stop(), other.stop()]);
  await dropDatabaseOf(data);
  await rm(data, { recursive: true });
});

const SOON = { timeout: 30_000 };
const document = { target: 'document', roles: '', filename: 'a.pdf' };
const PAUSE_MS = 20_000;

/** Holds the lock of write transactions, as another server would. */
async function holdWriting(): Promise<() => Promise<void>> {
  const client = new Client(paused.database ?? '');
  await client.connect();
  await client.query('select pg_advisory_lock(5484879)');
  return () => client.end();
}

/** Terminates the connection with which a server holds an upload lock. */
function loseLocks(): Promise<unknown> {
  return other.rawDatabase.sql(
    // Only in this database: parallel tests have theirs on the same PostgreSQL.
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 5484880
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
}

test('a server paused while holding locks blocks no other server; its work is done once or not at all', async () => {
  const county = await addManager(other, 'county_manager', '450304');
  const accounts = Array.from({ length: 40 }, () => newAccount('paused'));
  const add = (server: Contract, account: string) =>
    server.admin.api.call(
      'POST user/add_manager',
      { account, role: 'ministry_manager', profile: managerProfile(account) },
      { idempotencyKey: account },
    );
  const line = await Tus.of(paused, paused.admin).begin(document, 300_000);
  const bytes = pdfOf(300_000, 5);
  const held = await Tus.of(paused, paused.admin).hold(line, 0, bytes.length, bytes.slice(0, 100_000));
  const offset = async (server: Contract) =>
    Number((await Tus.of(server, paused.admin).head(line)).headers.get('Upload-Offset'));
  await vi.waitFor(
    async () => expect(await rawFileStore(data).partSize(line.split('/').at(-1) ?? '')).toBe(100_000),
    SOON,
  );
  const adding = accounts.map((account) => add(paused, account).then(() => '200', String));
  await adding[3];
  paused.process.kill('SIGSTOP');
  const began = performance.now();
  expect(await outcome(add(other, newAccount('meanwhile')))).toBe('200');
  expect(await outcome(county.api.call('POST user/my_profile', {}))).toBe('200');
  await Tus.of(other, other.admin).upload({ ...document, filename: 'b.pdf' }, pdfOf(500));
  // The paused server still holds its upload.
  const asked = await Tus.of(other, paused.admin).head(line);
  expect(asked.status).toBe(503);
  await sleep(Math.max(0, PAUSE_MS - (performance.now() - began)));
  paused.process.kill('SIGCONT');
  await Promise.all(adding);
  for (const account of accounts) await add(other, account);
  expect((await other.admin.api.call('GET user/managers', { keyword: 'paused' })).total).toBe(accounts.length);
  await vi.waitFor(async () => expect(await offset(other)).toBe(100_000), SOON);
  await held.cut();
  const done = await Tus.of(other, paused.admin).patch(line, 100_000, bytes.slice(100_000));
  const id = done.headers.get('File-Id') ?? '';
  expect(sha256((await rawFileStore(data).blobs()).get(id) ?? new Uint8Array())).toBe(sha256(bytes));
  expect(await other.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
});

test('an upload continues on another server after a paused one lost its lock; late writes of the paused server have no effect', async () => {
  const bytes = pdfOf(600_000, 9);
  const [here, there] = [Tus.of(paused, paused.admin), Tus.of(other, paused.admin)];
  const location = await here.begin(document, bytes.length);
  const id = location.split('/').at(-1) ?? '';
  const line = await here.hold(location, 0, bytes.length, bytes.slice(0, 50_000));
  await vi.waitFor(async () => expect(await rawFileStore(data).partSize(id)).toBe(50_000), SOON);
  paused.process.kill('SIGSTOP');
  line.send(bytes.slice(50_000, 120_000));
  await loseLocks();
  expect(Number((await there.head(location)).headers.get('Upload-Offset'))).toBe(50_000);
  expect((await there.patch(location, 50_000, bytes.slice(50_000, 100_000))).status).toBe(204);
  paused.process.kill('SIGCONT');
  await line.ended;
  const at = Number((await there.head(location)).headers.get('Upload-Offset'));
  expect(at).toBeGreaterThanOrEqual(100_000);
  expect((await there.patch(location, at, bytes.slice(at))).headers.get('File-Id')).toBe(id);
  expect(sha256((await rawFileStore(data).blobs()).get(id) ?? new Uint8Array())).toBe(sha256(bytes));
});

test('an upload taken over by two servers, one of which lost its lock, becomes one file', async () => {
  const bytes = pdfOf(3000, 11);
  const [here, there] = [Tus.of(paused, paused.admin), Tus.of(other, paused.admin)];
  const location = await here.begin(document, bytes.length);
  const id = location.split('/').at(-1) ?? '';
  await here.patch(location, 0, bytes.slice(0, 1000));
  const waiting = () =>
    other.rawDatabase.sql(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
  await here.patch(location, 1000, bytes.slice(1000, 2000));
  await rawFileStore(data).putPart(id, bytes);
  const free = await holdWriting();
  const first = here.head(location);
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), SOON);
  await loseLocks();
  const second = there.head(location);
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), SOON);
  await free();
  for (const answer of await Promise.all([first, second])) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('File-Id')).toBe(id);
  }
  expect(await other.rawDatabase.sql('SELECT id FROM files WHERE id = ?', id)).toHaveLength(1);
  expect(sha256((await rawFileStore(data).blobs()).get(id) ?? new Uint8Array())).toBe(sha256(bytes));
});
