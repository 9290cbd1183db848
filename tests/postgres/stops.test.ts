import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/passwords';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../contract/harness.ts';
import { dropDatabaseOf } from '../postgres.ts';
import { startServer, type TestServer } from '../server.ts';

/** A server that stays, and one that is stopped. */
let data: string;
let server: Contract;
let stopped: TestServer;
let holder: Client;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shp-stops-'));
  server = await startContract(undefined, data);
  holder = new Client(server.database ?? '');
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await server.stop();
  await dropDatabaseOf(data);
  await rm(data, { recursive: true });
});

const SOON = { timeout: 20_000 };

/** So many statements that begin like this wait for a lock. */
const wait = (beginning: string, count: number) =>
  vi.waitFor(async () => {
    const { sql } = server.behind;
    const found = await sql(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE ?`,
      `${beginning}%`,
    );
    expect(found).toHaveLength(count);
  }, SOON);

/** Stops it while somebody holds a lock, which is given back once it listens no more. */
async function stopHeld(): Promise<void> {
  const closed = once(stopped.process, 'close');
  stopped.process.kill('SIGTERM');
  await vi.waitFor(() => expect(fetch(`${stopped.url}/api/health`)).rejects.toThrow(), SOON);
  await holder.query('ROLLBACK');
  expect(await closed).toEqual([0, null]);
}

test('a server that is stopped while it sweeps tells of no failure', async () => {
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE captchas IN ACCESS EXCLUSIVE MODE');
  stopped = await startServer({}, undefined, data);
  await wait('delete from "captchas"', 1);
  await stopHeld();
  expect(stopped.written()).not.toContain('failed');
});

test('a server that is stopped ends what is under way, also for somebody who has gone', async () => {
  stopped = await startServer({}, undefined, data);
  const closed = once(stopped.process, 'close');
  const { account, password } = server.admin;
  const body = JSON.stringify({ account, password: hashPassword(password), key: '', code: '' });
  const headers = { 'Content-Type': 'application/json' };
  const asked = Array.from({ length: 40 }, () => {
    const sending = request(`${stopped.url}/api/session/login`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.end(body);
    return sending;
  });
  await Promise.race(asked.map((sending) => once(sending, 'response')));
  for (const sending of asked) sending.destroy();
  stopped.process.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
  expect(stopped.written()).not.toContain('error');
});
