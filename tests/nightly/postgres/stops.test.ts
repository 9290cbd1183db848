import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { dropDatabaseOf } from '../../support/postgres.ts';
import { startServer } from '../../support/server.ts';

/** One server that keeps running; others on its database are stopped. */
let data: string;
let server: Contract;
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

/** The statement that waits for a lock and begins with this text. */
const waits = (beginning: string) =>
  vi.waitFor(async () => {
    const found = await server.rawDatabase.sql(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE ?`,
      `${beginning}%`,
    );
    expect(found).toHaveLength(1);
  }, SOON);

test('stopping a server during a cleanup logs no error', async () => {
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE captchas IN ACCESS EXCLUSIVE MODE');
  const stopped = await startServer({}, undefined, data);
  const closed = once(stopped.process, 'close');
  await waits('delete from "captchas"');
  stopped.process.kill('SIGTERM');
  await vi.waitFor(() => expect(fetch(`${stopped.url}/api/health`)).rejects.toThrow(), SOON);
  await holder.query('ROLLBACK');
  expect(await closed).toEqual([0, null]);
  expect(stopped.written()).not.toContain('failed');
});

test('a stopping server finishes running calls, also for clients that disconnected', async () => {
  const stopped = await startServer({}, undefined, data);
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
