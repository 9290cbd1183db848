import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isLocked } from './store/faults.ts';

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

type Holder = { pid: number; address: string };
export type DirectoryLock = { tell(address: string): void; release(): void };

/**
 * One server a directory. An empty file is held as SQLite holds its databases: the system lets go of it however the
 * process ends, and it holds between containers, where numbers of processes tell nothing. Another file says by whom.
 * @throws DirectoryInUse
 */
export function takeDirectory(data: string, address: string): DirectoryLock {
  const file = join(data, 'server.lock');
  const held = new Sqlite(join(data, 'server.held'), { timeout: 0 });
  const tell = (at: string) => {
    const own = `${file}.new`;
    writeFileSync(own, JSON.stringify({ pid: process.pid, address: at } satisfies Holder), { mode: 0o600 });
    renameSync(own, file);
  };
  try {
    held.exec('BEGIN EXCLUSIVE');
    tell(address);
  } catch (error) {
    held.close();
    if (!isLocked(error)) throw error;
    const { pid, address: at } = readHolder(file);
    throw new DirectoryInUse(pid, at);
  }
  return {
    tell,
    release() {
      rmSync(file, { force: true });
      held.close();
    },
  };
}

function readHolder(file: string): Holder {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    // It has only just begun, or is about to end.
    return { pid: 0, address: '' };
  }
}
