import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { databaseFile } from '@shp/server/store/db/types';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { Client } from 'pg';
import { statOf } from '../tests/support/processes.ts';
import { startServer } from '../tests/support/server.ts';

/** A filled database: the SQLite of a data directory, or the PostgreSQL at `url`. */
export type Filled = { data: string; url: string | undefined };
export type Running = { url: string; pid: number; stop(): Promise<unknown> };

const FLOOR = new URL('floor.ts', import.meta.url).pathname;

/** Starts the built `shp serve`. */
export async function startOurs({ data, url = '' }: Filled): Promise<Running> {
  const server = await startServer({ SHP_DATABASE_URL: url }, ['--no-captcha'], data);
  return { url: server.url, pid: server.process.pid ?? 0, stop: server.stop };
}

async function startFloor({ data, url = '' }: Filled): Promise<Running> {
  const server = await startServer({ SHP_DATABASE_URL: url, NODE_OPTIONS: '--import tsx' }, [], data, FLOOR);
  return { url: server.url, pid: server.process.pid ?? 0, stop: server.stop };
}

/** Runs work on the server and its floor, each on a copy of the database if the work writes. */
export async function withFloor<T>(
  filled: Filled,
  { writes }: { writes: boolean },
  work: (ours: Running, floor: Running) => Promise<T>,
): Promise<T> {
  const undo: (() => unknown)[] = [];
  const own = async (name: string) => {
    if (!writes) return filled;
    const copy = await copyOf(filled, name);
    undo.push(copy.discard);
    return copy;
  };
  try {
    const [forOurs, forFloor] = [await own('ours'), await own('floor')];
    const ours = await startOurs(forOurs);
    undo.push(ours.stop);
    const floor = await startFloor(forFloor);
    undo.push(floor.stop);
    return await work(ours, floor);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function copyOf({ data, url }: Filled, name: string): Promise<Filled & { discard(): Promise<void> }> {
  const folder = `${data}.${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copy = new URL(url ?? 'file:');
  if (url === undefined) {
    // The WAL of a server that was killed belongs to the data.
    for (const part of ['', '-wal'])
      if (existsSync(databaseFile(data) + part)) cpSync(databaseFile(data) + part, databaseFile(folder) + part);
  } else {
    const from = copy.pathname.slice(1);
    copy.pathname = `${from}_${name}`;
    await administer(url, `DROP DATABASE IF EXISTS "${from}_${name}" WITH (FORCE)`);
    await administer(url, `CREATE DATABASE "${from}_${name}" TEMPLATE "${from}" STRATEGY file_copy`);
  }
  return {
    data: folder,
    url: url === undefined ? undefined : copy.href,
    async discard() {
      rmSync(folder, { recursive: true, force: true });
      if (url !== undefined) await administer(url, `DROP DATABASE "${copy.pathname.slice(1)}" WITH (FORCE)`);
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const elsewhere = new URL(url);
  elsewhere.pathname = 'template1';
  const client = new Client(elsewhere.href);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Fields of `/proc/PID/stat` after the name: the parent, ticks of 10 ms of its own and of its ended children. */
const [PARENT, OWN, ENDED] = [1, [11, 12], [13, 14]] as const;

/** Milliseconds of processor time that a PostgreSQL on this machine has used, with its ended processes. */
export async function postgresProcessor(url: string): Promise<() => number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = statOf(rows[0]?.pid ?? 0)[PARENT] ?? 0;
  await client.end();
  const time = (stat: readonly number[], fields: readonly number[]) =>
    fields.reduce((sum, field) => sum + (stat[field] ?? 0) * 10, 0);
  return () => {
    const live = readdirSync('/proc').map((name) => (Number(name) > 0 ? statOf(Number(name)) : []));
    const children = live.filter((stat) => stat[PARENT] === server);
    return time(statOf(server), [...OWN, ...ENDED]) + children.reduce((sum, stat) => sum + time(stat, OWN), 0);
  };
}

export const loginBody = (account: string) => ({ account, password: hashPassword(DEMO_PASSWORD), key: '', code: '' });

/** Logs in; returns the headers of the session's calls. */
export async function login(url: string, account: string): Promise<{ token: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/session/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(loginBody(account)),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`${account} cannot log in`);
  return { token };
}

export async function get<T = unknown>(url: string, headers: { token: string }): Promise<T> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as T;
}
