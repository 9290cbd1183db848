import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessMark, thisProcess } from './processes.ts';

/** Who holds a lock; `id` tells apart the locks of one process. */
type Holder = ProcessMark & { id: string };

/** Another process holds the lock. */
export class Locked extends Error {
  override readonly name = 'Locked';
  constructor(
    readonly path: string,
    readonly pid: number,
  ) {
    super(`${path} is in use by process ${pid}`);
  }
}

/**
 * Runs `work` while `FILE.lock` is held. A lock whose process is gone is taken over.
 * @throws Locked when another process holds it, after `wait` milliseconds.
 */
export async function withLock<T>(file: string, { wait }: { wait: number }, work: () => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  const holder: Holder = {
    ...thisProcess(),
    id: `${process.pid}.${process.hrtime.bigint()}`,
  };
  const until = Date.now() + wait;
  for (;;) {
    const other = take(path, holder);
    if (other === null) break;
    if (Date.now() >= until) throw new Locked(path, other.pid);
    await sleep(20);
  }
  const drop = () => rmSync(path, { force: true });
  process.once('exit', drop);
  try {
    return await work();
  } finally {
    process.off('exit', drop);
    drop();
  }
}

/** Whether a living process holds `FILE.lock`. */
export function isHeld(file: string): boolean {
  const holder = holderOf(`${file}.lock`);
  return holder !== null && isRunning(holder);
}

/** Takes the lock; answers its living holder where there is one. */
function take(path: string, holder: Holder): Holder | null {
  // Linked, not written, into place: a lock never exists without its holder's name.
  const own = `${path}.${holder.id}`;
  try {
    writeFileSync(own, JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    // Nobody knows the lock's name.
    throw Object.assign(error as Error, { path: dirname(path) });
  }
  try {
    linkSync(own, path);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = holderOf(path);
    if (other !== null && isRunning(other)) return other;
    return takeOver(path, own, other) ? null : (holderOf(path) ?? holder);
  } finally {
    rmSync(own, { force: true });
  }
}

function takeOver(path: string, own: string, stale: Holder | null): boolean {
  const aside = `${own}.stale`;
  try {
    renameSync(path, aside);
    const moved = holderOf(aside);
    // Somebody else took the dead lock over in between: this one is alive and goes back.
    linkSync(moved !== null && moved.id !== stale?.id ? aside : own, path);
    return moved === null || moved.id === stale?.id;
  } catch {
    return false;
  } finally {
    rmSync(aside, { force: true });
  }
}

function holderOf(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
