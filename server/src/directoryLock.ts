import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type ProcessMark, thisProcess } from './processes.ts';

/** The data directory is in use by another server. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  constructor(
    readonly pid: number,
    readonly address: string,
  ) {
    super(`in use by process ${pid}, ${address}`);
  }
}

type Holder = ProcessMark & { address: string };
export type DirectoryLock = { tell(address: string): void; release(): void };

/**
 * One server a directory: a lock file that names the process, taken over when that process is gone.
 * @throws DirectoryInUse
 */
export function takeDirectory(data: string, address: string): DirectoryLock {
  const file = join(data, 'server.lock');
  const own = `${file}.${process.pid}`;
  // Written aside and then put into place: a lock never exists without its holder's name.
  const write = (at: string) =>
    writeFileSync(own, JSON.stringify({ ...thisProcess(), address: at } satisfies Holder), { mode: 0o600 });
  write(address);
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = readHolder(file);
    if (holder && holder.pid !== process.pid && isRunning(holder)) throw new DirectoryInUse(holder.pid, holder.address);
    renameSync(own, file);
  } finally {
    rmSync(own, { force: true });
  }
  return {
    tell(at) {
      write(at);
      renameSync(own, file);
    },
    release() {
      if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
