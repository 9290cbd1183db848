import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { managerProfile, newAccount } from '../../support/people.ts';
import { startPostgres, type TestPostgres, usingPostgres } from '../../support/postgres.ts';
import { outcome, refusal } from '../../support/strictClient.ts';
import { restartRounds } from '../faults/loop.ts';

let postgres: TestPostgres;
let asBefore: () => void;
let server: Contract;
beforeAll(async () => {
  postgres = await startPostgres();
  asBefore = usingPostgres(postgres.url);
  server = await startContract();
});
afterAll(async () => {
  await server.stop();
  asBefore();
  await postgres.stop();
});

const SOON = { timeout: 20_000 };
const add = (account: string) =>
  server.admin.api.call(
    'POST user/add_manager',
    { account, role: 'ministry_manager', profile: managerProfile(account) },
    { idempotencyKey: account },
  );

test('calls during a database crash get Retry-After, and everything works after its restart', async () => {
  const became = new Map<string, string>();
  // Each writer adds accounts until the server refuses one.
  const adding = Array.from({ length: 8 }, async () => {
    for (let last = '200'; last === '200'; ) {
      const account = newAccount('restart');
      last = await outcome(add(account));
      became.set(account, last);
    }
  });
  await vi.waitFor(() => expect(became.size).toBeGreaterThan(4), SOON);
  await postgres.crash();
  await Promise.all(adding);
  const accounts = [...became.keys()];
  expect(new Set(became.values())).toEqual(new Set(['200', '503 overloaded']));
  const told = [server.admin.api.call('GET user', {}), server.guest.call('GET health', {})].map(refusal);
  for (const { status, code, retryAfter } of await Promise.all(told)) {
    expect([status, code]).toEqual([503, 'overloaded']);
    expect(retryAfter).toBeGreaterThan(0);
  }
  await postgres.start();
  await vi.waitFor(async () => expect(await outcome(add(accounts[0] ?? ''))).toBe('200'), SOON);
  const there = new Set((await server.rawDatabase.sql('SELECT account FROM users')).map(({ account }) => account));
  for (const [account, answer] of became) if (answer === '200') expect(there).toContain(account);
  for (const account of accounts) await add(account);
  expect((await server.admin.api.call('GET user/managers', { keyword: 'restart' })).total).toBe(accounts.length);
  expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
  expect(server.process.exitCode).toBeNull();
});

test('two database crashes under mixed load lose no confirmed write; sessions, uploads, exports and imports continue', async () => {
  const { kills, answered, refused, imported } = await restartRounds({ rounds: 2, seed: 20_260_102, imported: 60 });
  expect(kills).toBe(2);
  expect(Object.values(answered).reduce((sum, acts) => sum + acts, 0)).toBeGreaterThan(1);
  expect(refused).toBeGreaterThan(0);
  expect(imported.rows).toBe(60);
});
