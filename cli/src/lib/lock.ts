import { closeSync, existsSync, fstatSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldFile } from '@shp/server/heldFile';

/** Somebody else holds the lock. */
export class Locked extends Error {
  override readonly name = 'Locked';
  constructor(readonly path: string) {
    super(`${path} is in use`);
  }
}

/** A folder whose disk knows no locks. */
export class NoLocks extends Error {
  override readonly name = 'NoLocks';
  constructor(
    readonly folder: string,
    cause: unknown,
  ) {
    super(`no locks in ${folder}`, { cause });
  }
}

/** The locks of this process: the system does not tell apart who holds a file within one. */
const own = new Set<string>();

/**
 * Runs `work` while `FILE.lock` is held. That of a process that is gone is nobody's, also where it was on another
 * machine or in another container.
 * @throws Locked when another holds it, after `wait` milliseconds; NoLocks
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

/** Whether there is a `FILE.lock` that cannot be had. */
export async function isHeld(file: string): Promise<boolean> {
  if (!existsSync(`${file}.lock`)) return false;
  return withLock(file, { wait: 0 }, async () => false).catch(() => true);
}

/** Takes the lock and answers what lets go of it; null where somebody holds it. */
async function take(path: string): Promise<(() => void) | null> {
  const { holdFile } = await import('@shp/server/heldFile');
  const key = join(folderOf(path), basename(path));
  if (own.has(key)) return null;
  for (;;) {
    create(path);
    const file = openThere(path);
    if (file === null) continue;
    let kept = false;
    try {
      const held = hold(path, holdFile);
      if (held === null) return null;
      if (held === 'damaged') rmSync(path, { force: true });
      else if (isThere(path, file)) {
        kept = true;
        own.add(key);
        return () => {
          own.delete(key);
          // Before it is let go, so that nobody holds a file that is about to go; Windows does it only afterwards.
          const gone = remove(path);
          held.release();
          closeSync(file);
          if (!gone) remove(path);
        };
        // Else it went as its holder let go, and may have a successor under its name.
      } else held.release();
    } finally {
      if (!kept) closeSync(file);
    }
  }
}

/** By its real folder: a lock is one however its path is written. */
function folderOf(path: string): string {
  try {
    return realpathSync(dirname(resolve(path)));
  } catch (error) {
    throw Object.assign(error as Error, { path: dirname(path) });
  }
}

/** Never opens one that is there: closing it again would let go of what this process holds. */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Nobody knows the lock's name.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw Object.assign(error as Error, { path: dirname(path) });
  }
}

/** Kept open as long as the lock is tried for and held: closed, its number might soon be that of another file there. */
function openThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the path still leads to the open file; what has once gone never comes back. */
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
