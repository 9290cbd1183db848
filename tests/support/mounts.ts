import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system that can be filled up and remounted read-only. */
export type Small = {
  path: string;
  /** Fills all free space. */
  fill(): void;
  /** Frees this many bytes, or all. */
  makeRoom(bytes?: number): void;
  readOnly(yes: boolean): void;
  clear(): void;
};

/** Whether the user may mount file systems; without that right `newSmall` fails. */
export const MAY_MOUNT = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'shp-mount-'));
  const may = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', folder);
  if (may) run('umount', folder);
  rmSync(folder, { recursive: true, force: true });
  return may;
})();

export function newSmall(megabytes: number): Small {
  const path = mkdtempSync(join(tmpdir(), 'shp-small-'));
  must('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'none', path);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => fill(ballast),
    makeRoom: (bytes) =>
      bytes === undefined ? rmSync(ballast) : truncateSync(ballast, statSync(ballast).size - bytes),
    readOnly: (yes) => must('mount', '-o', `remount,${yes ? 'ro' : 'rw'}`, path),
    clear() {
      must('umount', path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const piece of [2 ** 20, 2 ** 16, 2 ** 12, 1]) for (;;) if (!wrote(file, Buffer.alloc(piece))) break;
  } finally {
    closeSync(file);
  }
}

function wrote(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch {
    return false;
  }
}

function must(...command: [string, ...string[]]): void {
  if (!run(...command)) throw new Error(command.join(' '));
}

function run(...[command, ...args]: [string, ...string[]]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** A disk that fails in use: after `fail` the system refuses every write to it. */
export type Failing = { path: string; fail(): void; mend(): void; clear(): void };

export function newFailing(megabytes: number): Failing {
  const folder = mkdtempSync(join(tmpdir(), 'shp-failing-'));
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')];
  mkdirSync(path);
  must('truncate', '-s', `${megabytes}m`, image);
  must('mkfs.ext4', '-q', image);
  const mount = () => must('mount', '-o', 'loop', image, path);
  mount();
  return {
    path,
    fail: () => must('mount', '-o', 'remount,abort', path),
    mend() {
      must('umount', path);
      // e2fsck exits with 1 after a repair.
      spawnSync('e2fsck', ['-p', '-f', image], { stdio: 'ignore' });
      mount();
    },
    clear() {
      must('umount', path);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the user may mount file systems and the system has ext4; otherwise `newFailing` fails. */
export const MAY_FAIL = (() => {
  if (!MAY_MOUNT) return false;
  try {
    newFailing(8).clear();
    return true;
  } catch {
    return false;
  }
})();
