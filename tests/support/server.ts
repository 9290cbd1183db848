import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyDemo } from './demoData.ts';
import { databaseOf, dropDatabaseOf } from './postgres.ts';
import { storeOf } from './store.ts';

/** The built command. */
export const COMMAND = process.env.SHP_TEST_COMMAND ?? new URL('../../cli/dist/shp.js', import.meta.url).pathname;

export type TestServer = {
  url: string;
  data: string;
  /** The URL of its PostgreSQL database; null if it uses SQLite. */
  database: string | null;
  /** The lines printed until it was ready. */
  printed: string[];
  process: ChildProcess;
  /** Everything written so far to both output streams. */
  written(): string;
  /**
   * Sends SIGTERM, waits for the end and returns the exit code. Deletes the data directory unless the caller passed
   * one.
   */
  stop(): Promise<number | null>;
};

/**
 * Runs the built `shp serve` as a process on a free port, with its own data directory, and with its own database or
 * file store prefix if the tests run on PostgreSQL or a store.
 */
export async function startServer(
  env: Record<string, string> = {},
  flags: readonly string[] = ['--no-captcha'],
  data?: string,
  command = COMMAND,
): Promise<TestServer> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'shp-test-')));
  const store = storeOf(folder);
  const isDemo = flags.some((flag) => flag === '--demo' || flag === '--demo=small');
  if (isDemo && data === undefined && !store) await copyDemo(folder, command, env.SHP_ADMIN_PASSWORD);
  const database = await databaseOf(folder);
  const files = store && !flags.includes('--files') ? ['--files', store.place] : [];
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--data', folder, ...files, ...flags], {
    env: { ...process.env, SHP_LANG: 'en', SHP_DATABASE_URL: database ?? '', ...store?.environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    const look = (line: string) => {
      printed.push(line);
      const found = /https?:\/\/[\w.:[\]]+/.exec(line);
      if (found) resolve(found[0]);
    };
    createInterface({ input: child.stdout }).on('line', look);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors}`)));
  });
  return {
    url,
    data: folder,
    database,
    printed,
    process: child,
    written: () => [...printed, errors].join('\n'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      if (data === undefined) {
        await rm(folder, { recursive: true, force: true });
        await dropDatabaseOf(folder);
      }
      return child.exitCode;
    },
  };
}
