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
export const COMMAND = process.env.SHP_TEST_COMMAND ?? new URL('../cli/dist/shp.js', import.meta.url).pathname;

export type TestServer = {
  url: string;
  data: string;
  /** Its PostgreSQL, null where it has a SQLite of its own. */
  database: string | null;
  /** What it printed until it was ready. */
  printed: string[];
  process: ChildProcess;
  /** All that it has written so far, on both streams. */
  written(): string;
  /** SIGTERM, and waits for the end; answers the exit code. The data directory goes unless it was given. */
  stop(): Promise<number | null>;
};

/**
 * The built `shp serve` as a process of its own, on a free port and a private data directory; where the tests run on
 * PostgreSQL, on a database of that directory's own, and where they run on a store of files, on a part of it.
 */
export async function startServer(
  env: Record<string, string> = {},
  flags: readonly string[] = ['--no-captcha'],
  data?: string,
  command = COMMAND,
): Promise<TestServer> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'shp-test-')));
  const database = await databaseOf(folder);
  const store = storeOf(folder);
  // The administrator's password is made with the data.
  const copied = flags.includes('--demo') && data === undefined && !database && !store && !env.SHP_ADMIN_PASSWORD;
  if (copied) await copyDemo(folder, command);
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
