import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdFile } from './fileLock.ts';

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
 * One server a directory: a file is held, and another says by whom.
 * @throws DirectoryInUse
 */
export function takeDirectory(data: string, address: string): DirectoryLock {
  const file = join(data, 'server.lock');
  const held = holdFile(join(data, 'server.held'));
  if (held === null) {
    const { pid, address: at } = readHolder(file);
    throw new DirectoryInUse(pid, at);
  }
  const tell = (at: string) => {
    const own = `${file}.new`;
    writeFileSync(own, JSON.stringify({ pid: process.pid, address: at } satisfies Holder), { mode: 0o600 });
    renameSync(own, file);
  };
  try {
    tell(address);
  } catch (error) {
    held.release();
    throw error;
  }
  return {
    tell,
    release() {
      rmSync(file, { force: true });
      held.release();
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
