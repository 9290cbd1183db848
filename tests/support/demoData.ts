import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The folder with the demo data of this test run; unset if each server creates its own. */
const VARIABLE = 'SHP_TEST_DEMO';

/** The vitest setup of tests on SQLite; returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'shp-demo-'));
  process.env[VARIABLE] = folder;
  return async () => rmSync(folder, { recursive: true, force: true });
}

/** Copies the demo data into a new data directory; `serve --demo` creates them once per test run. */
export async function copyDemo(data: string, command: string): Promise<void> {
  const folder = process.env[VARIABLE];
  if (!folder) return;
  const whole = join(folder, 'whole');
  if (!existsSync(whole)) await make(folder, whole, command);
  await copyFolder(whole, data);
}

/** Copies a folder; hard links stay links within the copy. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
  else await cp(from, to, { recursive: true });
}

async function make(folder: string, whole: string, command: string): Promise<void> {
  const own = await mkdtemp(join(folder, 'part-'));
  const child = spawn(process.execPath, [command, 'serve', '--demo', '--port', '0', '--data', own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'exit');
  // Another worker may have been first.
  await rename(own, whole).catch(() => rm(own, { recursive: true }));
}
