import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { setVariable } from '../../support/environment.ts';
import { managerProfile, newAccount } from '../../support/people.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';
import { doctor } from './commands.ts';

/** Each flush of a file to the disk takes this much longer. */
const FLUSH_MS = 100;
const WRITERS = 8;
const EACH = 5;

const folder = mkdtempSync(join(tmpdir(), 'shp-slow-'));
const library = join(folder, 'slowDisk.so');
const source = new URL('slowDisk.c', import.meta.url).pathname;
const HAS_COMPILER =
  process.platform === 'linux' && spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']).status === 0;
const here = test.runIf(HAS_COMPILER);

const data = join(folder, 'data');
let server: Contract;
let restore: (() => void)[] = [];
const start = () => startContract(undefined, data);

beforeAll(async () => {
  if (!HAS_COMPILER) return;
  restore = [setVariable('LD_PRELOAD', library), setVariable('SLOW_DISK_MS', String(FLUSH_MS))];
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  for (const each of restore) each();
  rmSync(folder, { recursive: true, force: true });
});

const add = (account: string) =>
  server.admin.api.call('POST user/add_manager', {
    account,
    role: 'ministry_manager',
    profile: managerProfile(account),
  });

/** The milliseconds that a call takes. */
async function timed(call: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call;
  return performance.now() - began;
}

here('concurrent writes share flushes, and reads go on between them', async () => {
  expect(await timed(add(newAccount('alone')))).toBeGreaterThan(FLUSH_MS);
  let isDone = false;
  const writing = timed(
    Promise.all(
      Array.from({ length: WRITERS }, async () => {
        for (let count = 0; count < EACH; count += 1) await add(newAccount('slow'));
      }),
    ),
  ).finally(() => {
    isDone = true;
  });
  const reads: number[] = [];
  while (!isDone) reads.push(await timed(server.admin.api.call('GET user', {})));
  expect(await writing).toBeLessThan(WRITERS * EACH * FLUSH_MS);
  const typical = reads.sort((a, b) => a - b)[reads.length >> 1];
  expect(typical).toBeLessThan(3 * FLUSH_MS);
});

here('what was answered outlives a kill, and an upload is whole', async () => {
  const tus = Tus.of(server, server.admin);
  const bytes = pdfOf(3_000_000);
  const fileId = await tus.upload({ target: 'document', roles: '', filename: 'slow.pdf' }, bytes);
  const answered: string[] = [];
  const adding = Array.from({ length: WRITERS }, async () => {
    for (;;) {
      const account = newAccount('killed');
      await add(account);
      answered.push(account);
    }
  }).map((each) => each.catch(() => {}));
  await expect.poll(() => answered.length).toBeGreaterThan(WRITERS);
  await server.kill9();
  await Promise.all(adding);
  server = await start();
  const { items } = await server.admin.api.call('GET user/managers', { keyword: 'killed', size: 200 });
  const there = new Set(items.map(({ account }) => account));
  expect(answered.filter((account) => !there.has(account))).toEqual([]);
  const { token } = await server.admin.api.call('GET document/token', { fileId });
  const got = await server.request('GET', `/api/document/download/slow.pdf?token=${token}`);
  expect(sha256(new Uint8Array(await got.arrayBuffer()))).toBe(sha256(bytes));
  await server.stop();
  expect(doctor(data)).toBe(0);
  server = await start();
});
