import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdFile } from './fileLock.ts';

/** Another server uses the data directory. */
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

/** Locks a data directory for one server; `server.lock` names the holder. @throws DirectoryInUse */
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
    // The holder has only just started, or is about to end.
    return { pid: 0, address: '' };
  }
}
