import { chmodSync } from 'node:fs';
import { errorTexts } from '@shp/server/errorTexts';
import { ApiError } from '@shp/shared/api/errors';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { MAY_MOUNT, newSmall, type Small } from '../../support/mounts.ts';
import { addManager, managerProfile, newAccount } from '../../support/people.ts';
import { startPostgres, type TestPostgres, usingPostgres } from '../../support/postgres.ts';
import { outcome } from '../../support/strictClient.ts';

const here = test.runIf(MAY_MOUNT);
let disk: Small;
let postgres: TestPostgres;
let asBefore: () => void;
let server: Contract;
beforeAll(async () => {
  if (!MAY_MOUNT) return;
  disk = newSmall(256);
  chmodSync(disk.path, 0o755);
  postgres = await startPostgres(disk.path);
  asBefore = usingPostgres(postgres.url);
  server = await startContract();
});
afterAll(async () => {
  if (!MAY_MOUNT) return;
  await server.stop();
  asBefore();
  await postgres.stop();
  disk.clear();
});

const SOON = { timeout: 30_000 };

const AT_ONCE = 8;

/** Adds accounts until the server refuses one; records the confirmed ones and returns the error. */
async function addUntilRefused(added: string[]): Promise<ApiError> {
  for (;;) {
    const account = newAccount('unit');
    try {
      const profile = managerProfile(account);
      await server.admin.api.call('POST user/add_manager', { account, role: 'ministry_manager', profile });
      added.push(account);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
}

here(
  'the disk of the database is full: said in words, nothing answered is lost, and with room all goes on',
  async () => {
    const added: string[] = [];
    const adding = Promise.all(Array.from({ length: AT_ONCE }, () => addUntilRefused(added)));
    await vi.waitFor(() => expect(added.length).toBeGreaterThan(20), SOON);
    disk.fill();
    const refused = await adding;
    for (const { status, code, retryAfter } of refused) {
      expect([status, code]).toEqual([503, 'overloaded']);
      expect(retryAfter).toBeGreaterThan(0);
    }
    expect(refused.map(({ message }) => message)).toContain(errorTexts.en.text.troubles.full);
    disk.makeRoom();
    // PostgreSQL stops if its log finds no room; the operator then starts it again.
    await vi.waitFor(async () => {
      if ((await outcome(server.guest.call('GET health', {}))) !== '200') await postgres.crash().then(postgres.start);
      await addManager(server, 'ministry_manager');
    }, SOON);
    const rows = await server.rawDatabase.sql<{ account: string }>('SELECT account FROM users');
    const there = new Set(rows.map(({ account }) => account));
    expect(added.filter((account) => !there.has(account))).toEqual([]);
    expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
  },
);
