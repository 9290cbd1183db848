import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Locked, withLock } from '../src/files/lock.ts';

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

test('is held while the work runs, and gone after it, also when the work fails', async () => {
  expect(await withLock(file, now, async () => readdirSync(folder))).toEqual(['file.lock']);
  await expect(withLock(file, now, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(readdirSync(folder)).toEqual([]);
});

test('is refused to a second holder, by the number of the first, or waited for', async () => {
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
  expect(refused).toMatchObject({ path: `${file}.lock`, pid: process.pid });
  const second = withLock(file, { wait: 5000 }, async () => 'mine');
  release();
  await first;
  expect(await second).toBe('mine');
});

test('of a process that is gone is taken over, by one of many', async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  writeFileSync(`${file}.lock`, JSON.stringify({ pid: gone.pid, started: '1', id: 'dead' }));
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

test.runIf(existsSync('/proc/self/stat'))(
  'of a dead process whose number another one has now is taken over',
  async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    children.push(other);
    await once(other, 'spawn');
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: other.pid, started: '1', id: 'before the restart' }));
    expect(await withLock(file, now, async () => 'mine')).toBe('mine');
  },
);

test('that is damaged does not lock for ever', async () => {
  writeFileSync(`${file}.lock`, '');
  expect(await withLock(file, now, async () => 'mine')).toBe('mine');
});
