import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLocked, Locked, withLock } from '../src/lib/lock.ts';

let folder: string;
let file: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shp-lock-'));
  file = join(folder, 'file');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const now = { wait: 0 };

test('is held while the work runs and released afterwards, also on failure', async () => {
  expect(await withLock(file, now, async () => readdirSync(folder))).toEqual(['file.lock']);
  await expect(withLock(file, now, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

test('a second holder is refused or waits', async () => {
  let release = () => {};
  const first = withLock(
    file,
    now,
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const refused = await withLock(file, now, async () => {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Locked);
  expect(refused).toMatchObject({ path: `${file}.lock` });
  const second = withLock(file, { wait: 5000 }, async () => 'mine');
  release();
  await first;
  expect(await second).toBe('mine');
});

/** Starts another process that holds a lock until it is killed. */
async function holder(command: string, ...flags: string[]): Promise<ChildProcess> {
  const script = `
    const Sqlite = require('better-sqlite3');
    new Sqlite(${JSON.stringify(`${file}.lock`)}).exec('BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(command, [...flags, '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('of a living process is respected; of a killed one it is taken over by exactly one process', async () => {
  const other = await holder(process.execPath);
  await expect(withLock(file, now, async () => {})).rejects.toThrow(Locked);
  expect(await isLocked(file)).toBe(true);
  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
  expect(existsSync(`${file}.lock`)).toBe(true);
  expect(await isLocked(file)).toBe(false);
  let inside = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(file, { wait: 5000 }, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        return true;
      }),
    ),
  );
  expect([results.length, most]).toEqual([8, 1]);
  expect(readdirSync(folder)).toEqual([]);
});

const inContainer = ['--pid', '--fork', '--mount-proc', '--kill-child', process.execPath];

test.runIf(spawnSync('unshare', [...inContainer, '-e', '']).status === 0)(
  'holds between containers with different process numbers',
  async () => {
    await holder('unshare', ...inContainer);
    await expect(withLock(file, now, async () => {})).rejects.toThrow(Locked);
  },
);

test('is the same for every spelling of a path', async () => {
  symlinkSync(folder, `${folder}-link`);
  try {
    const twice = withLock(file, now, () => withLock(join(`${folder}-link`, 'file'), now, async () => {}));
    await expect(twice).rejects.toThrow(Locked);
  } finally {
    rmSync(`${folder}-link`);
  }
});

test.each(['', '{"pid":1}'])('that is damaged does not lock for ever: %j', async (content) => {
  writeFileSync(`${file}.lock`, content);
  expect(await withLock(file, now, async () => 'mine')).toBe('mine');
  expect(readdirSync(folder)).toEqual([]);
});

test('reports a missing folder, a missing permission and a folder in its place', async () => {
  const at = (path: string) => withLock(path, now, async () => {}).catch((error: NodeJS.ErrnoException) => error.code);
  expect(await at(join(folder, 'none', 'file'))).toBe('ENOENT');
  mkdirSync(`${file}.lock`);
  expect(await at(file)).toBe('EACCES');
});
