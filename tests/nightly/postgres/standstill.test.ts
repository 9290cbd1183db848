import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addManager, managerProfile, newAccount } from '../../support/people.ts';
import { startPostgres, type TestPostgres, usingPostgres } from '../../support/postgres.ts';
import { memory } from '../../support/processes.ts';
import { rawFileStore } from '../../support/rawFileStore.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

let postgres: TestPostgres;
let asBefore: () => void;
let server: Contract;
beforeAll(async () => {
  postgres = await startPostgres();
  asBefore = usingPostgres(postgres.url);
  server = await startContract();
});
afterEach(() => postgres.resume());
afterAll(async () => {
  await server.stop();
  asBefore();
  await postgres.stop();
});

const SOON = { timeout: 30_000 };
/** Far less than the 15 s after which the server gives up waiting for the database. */
const AT_ONCE_MS = 5000;
const MOST_MEGABYTES = 150;
const WRITERS = 6;
const document = { target: 'document', roles: '', filename: 'a.pdf' };
const CALLS = ['/api/health', '/api/user', '/api/user/managers', '/api/user/export?kind=managers&format=csv'];

/** Adds accounts until the server answers 503; records the confirmed ones. */
async function addUntilAway(added: string[]): Promise<void> {
  for (;;) {
    const account = newAccount('still');
    const body = { account, role: 'ministry_manager', profile: managerProfile(account) } as const;
    const became = await outcome(server.admin.api.call('POST user/add_manager', body));
    if (became !== '200') {
      expect(became).toBe('503 overloaded');
      return;
    }
    added.push(account);
  }
}

/** The status of a call; every answer but 200 must have `Retry-After`. */
async function ask(path: string, token: string): Promise<number> {
  const answer = await server.request('GET', path, { headers: { Token: token } });
  await answer.arrayBuffer();
  if (answer.status !== 200) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return answer.status;
}

test('while the database hangs under load, calls get Retry-After in bounded time; no confirmed write is lost', async () => {
  const { pid = 0 } = server.process;
  const reader = await addManager(server, 'province_manager', '450000');
  const askAll = () => Promise.all(CALLS.map((path) => ask(path, reader.token)));
  const bytes = pdfOf(200_000, 3);
  const tus = Tus.of(server, server.admin);
  const location = await tus.begin(document, bytes.length);
  await tus.patch(location, 0, bytes.slice(0, 50_000));
  let waiting = WRITERS + 1;
  const answered = <T>(work: Promise<T>) =>
    work.finally(() => {
      waiting -= 1;
    });
  const added: string[] = [];
  const adding = Promise.all(Array.from({ length: WRITERS }, () => answered(addUntilAway(added))));
  await vi.waitFor(() => expect(added.length).toBeGreaterThan(2 * WRITERS), SOON);
  const before = memory(pid);
  postgres.pause();
  const first = answered(askAll());
  const uploading = tus.head(location);
  const later: Promise<number[]>[] = [];
  for (let round = 0; round < 50; round++, await sleep(100)) later.push(askAll());
  expect(new Set(await first)).toEqual(new Set([503]));
  // From now on the server knows that the database is away.
  const asked = performance.now();
  // Two calls, because one of them may still wait for the database.
  expect(await Promise.race(CALLS.slice(1, 3).map((path) => ask(path, server.admin.token)))).toBe(503);
  expect(performance.now() - asked).toBeLessThan(AT_ONCE_MS);
  await vi.waitFor(() => expect(waiting).toBe(0), SOON);
  expect(memory(pid) - before).toBeLessThan(MOST_MEGABYTES);
  postgres.resume();
  // An account may run four exports at once.
  for (const status of (await Promise.all(later)).flat()) expect([200, 429, 503]).toContain(status);
  await uploading;
  await vi.waitFor(async () => expect(await askAll()).toEqual([200, 200, 200, 200]), SOON);
  await vi.waitFor(() => addManager(server, 'ministry_manager'), SOON);
  const rows = await server.rawDatabase.sql<{ account: string }>('SELECT account FROM users');
  const there = new Set(rows.map(({ account }) => account));
  await adding;
  for (const account of added) expect(there).toContain(account);
  await vi.waitFor(async () => expect((await tus.head(location)).status).toBe(200), SOON);
  const done = await tus.patch(location, 50_000, bytes.slice(50_000));
  const kept = (await rawFileStore(server.data).blobs()).get(done.headers.get('File-Id') ?? '');
  expect(sha256(kept ?? new Uint8Array())).toBe(sha256(bytes));
  expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
  expect(server.process.exitCode).toBeNull();
});
