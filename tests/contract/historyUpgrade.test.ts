import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type Contract, onContract } from '../support/contract.ts';
import { HistoryOwner } from '../support/historyOwner.ts';
import { dropDatabaseOf } from '../support/postgres.ts';
import { type RawDatabase, rawDatabase } from '../support/rawDatabase.ts';
import { COMMAND } from '../support/server.ts';

const ROWS = 60_000;

const data = mkdtempSync(join(tmpdir(), 'shp-tree-'));
afterAll(async () => {
  rmSync(data, { recursive: true, force: true });
  await dropDatabaseOf(data);
});

const onServer = <T>(work: (server: Contract) => Promise<T>) => onContract(data, work);

async function rowsInTree({ sql }: RawDatabase): Promise<number> {
  const [end] = await sql<{ treed: number }>('SELECT treed FROM audit_end');
  return Number(end?.treed);
}

/** Starts the server, and kills it once its start has brought more rows into the tree. */
async function startAndKill(database: string | null, raw: RawDatabase): Promise<number> {
  const before = await rowsInTree(raw);
  const server = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--data', data], {
    env: { ...process.env, SHP_DATABASE_URL: database ?? '' },
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  while ((await rowsInTree(raw)) === before && server.exitCode === null) await sleep(5);
  server.kill('SIGKILL');
  await ended;
  return rowsInTree(raw);
}

test('an audit without a tree gets it at the start, however often that is killed, and none other than at once', async () => {
  const database = await onServer(async (server) => server.database);
  const raw = rawDatabase(data, database);
  const owner = new HistoryOwner(raw, data);
  await owner.forgetTree(ROWS);
  const after = [await startAndKill(database, raw), await startAndKill(database, raw)];
  for (const [index, treed] of after.entries()) {
    expect(treed).toBeGreaterThan(after[index - 1] ?? 0);
    expect(treed).toBeLessThan(ROWS);
  }
  await onServer(async (server) => {
    expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true, history: null });
  });
  expect(await owner.storedTree()).toEqual(await owner.plainTree());
}, 240_000);
