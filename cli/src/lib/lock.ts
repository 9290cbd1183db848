import { closeSync, existsSync, fstatSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldFile } from '@shp/server/os/fileLock';

/** Another process holds the lock. */
export class Locked extends Error {
  override readonly name = 'Locked';
  constructor(readonly path: string) {
    super(`${path} is in use`);
  }
}

/** The file system has no locks. */
export class NoLocks extends Error {
  override readonly name = 'NoLocks';
  constructor(
    readonly folder: string,
    cause: unknown,
  ) {
    super(`no locks in ${folder}`, { cause });
  }
}

/** Locks held by this process: the system does not tell holders within one process apart. */
const own = new Set<string>();

/**
 * Runs `work` while holding `FILE.lock`. The lock of a dead process does not count, even from another machine or
 * container.
 * @throws Locked if another process holds it for longer than `wait` milliseconds; NoLocks
 */
export async function withLock<T>(file: string, { wait }: { wait: number }, work: () => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  const until = Date.now() + wait;
  for (;;) {
    const drop = await take(path);
    if (drop !== null) {
      process.once('exit', drop);
      try {
        return await work();
      } finally {
        process.off('exit', drop);
        drop();
      }
    }
    if (Date.now() >= until) throw new Locked(path);
    await sleep(20);
  }
}

/** Whether another process holds `FILE.lock`. */
export async function isLocked(file: string): Promise<boolean> {
  if (!existsSync(`${file}.lock`)) return false;
  return withLock(file, { wait: 0 }, async () => false).catch(() => true);
}

/** Takes the lock and returns its release function; null if it is held. */
async function take(path: string): Promise<(() => void) | null> {
  const { holdFile } = await import('@shp/server/os/fileLock');
  const key = join(folderOf(path), basename(path));
  if (own.has(key)) return null;
  for (;;) {
    create(path);
    const file = openThere(path);
    if (file === null) continue;
    let isHeld = false;
    try {
      const held = hold(path, holdFile);
      if (held === null) return null;
      if (held === 'damaged') rmSync(path, { force: true });
      else if (isThere(path, file)) {
        isHeld = true;
        own.add(key);
        return () => {
          own.delete(key);
          // Removes the file before the release, so that no other process locks a deleted file; Windows allows it only
          // after.
          const gone = remove(path);
          held.release();
          closeSync(file);
          if (!gone) remove(path);
        };
        // The previous holder removed the file; a new one may exist.
      } else held.release();
    } finally {
      if (!isHeld) closeSync(file);
    }
  }
}

/** Resolves the folder, so that one lock has one name. */
function folderOf(path: string): string {
  try {
    return realpathSync(dirname(resolve(path)));
  } catch (error) {
    throw Object.assign(error as Error, { path: dirname(path) });
  }
}

/** Never opens an existing file: closing it would drop this process's lock. */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Report the folder: users do not know the lock file.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw Object.assign(error as Error, { path: dirname(path) });
  }
}

/** Stays open while the lock is tried and held, so that the inode number is not reused. */
function openThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the path still leads to the open file. */
function isThere(path: string, file: number): boolean {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  return there?.ino === fstatSync(file, { bigint: true }).ino;
}

function hold(path: string, holdFile: (path: string) => HeldFile | null): HeldFile | 'damaged' | null {
  try {
    return holdFile(path);
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    if (code === 'SQLITE_NOTADB') return 'damaged';
    if (/^SQLITE_(?:IOERR|PROTOCOL|NOLFS)/.test(code)) throw new NoLocks(dirname(path), error);
    if (/^SQLITE_(?:CANTOPEN|READONLY|PERM)/.test(code))
      throw Object.assign(new Error(code, { cause: error }), { code: 'EACCES', syscall: 'open', path });
    throw error;
  }
}

function remove(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
