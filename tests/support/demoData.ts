import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod, cp, mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyDatabaseOf, DEMO_PREFIX, databaseOf, dropDatabaseOf, ON_SQLITE } from './postgres.ts';

/** The folder with the demo data of this test run; unset if each server creates its own. */
const VARIABLE = 'SHP_TEST_DEMO';

/** The vitest setup of tests with demo data, once for all their projects; returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE]) return async () => {};
  const folder = mkdtempSync(join(tmpdir(), DEMO_PREFIX));
  process.env[VARIABLE] = folder;
  return async () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Copies the demo data into a new data directory, and on PostgreSQL into its new database. `serve --demo` creates them
 * once per test run, database and administrator's password. Returns whether there is a copy.
 */
export async function copyDemo(data: string, command: string, adminPassword?: string): Promise<boolean> {
  const folder = process.env[VARIABLE];
  if (!folder) return false;
  const whole = join(folder, `${ON_SQLITE ? 'sqlite' : 'postgres'}-${adminPassword ?? 'demo'}`);
  if (!existsSync(whole)) await make(folder, whole, command, adminPassword);
  const made = join(folder, await readlink(whole));
  await copyFolder(made, data);
  await copyDatabaseOf(made, data);
  return true;
}

/** Copies a folder; hard links stay links within the copy. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
  else await cp(from, to, { recursive: true });
}

async function make(folder: string, whole: string, command: string, adminPassword?: string): Promise<void> {
  const own = await mkdtemp(join(folder, DEMO_PREFIX));
  await chmod(own, 0o700);
  const env = {
    ...process.env,
    SHP_DATABASE_URL: (await databaseOf(own)) ?? '',
    ...(adminPassword === undefined ? {} : { SHP_ADMIN_PASSWORD: adminPassword }),
  };
  const child = spawn(process.execPath, [command, 'serve', '--demo', '--port', '0', '--data', own], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGTERM');
  await ended;
  // Another worker may have been first.
  await symlink(own.slice(folder.length + 1), whole).catch(async () => {
    await rm(own, { recursive: true });
    await dropDatabaseOf(own);
  });
}
