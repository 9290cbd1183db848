import { once } from 'node:events';
import { constants } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ensureDir } from '../../os/ensureDir.ts';

/** The bytes of running uploads, by upload id. Only one request at a time works on an upload. */
export type PartStore = {
  /** Writes bytes at an offset and returns the offset after them. Bytes received before a connection broke stay. */
  write(id: string, offset: number, bytes: Readable): Promise<number>;
  /** The number of bytes received. */
  offset(id: string): Promise<number>;
  /** Runs `work` on the bytes as a local file, read-only. */
  asFile<T>(id: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(id: string): Promise<void>;
  /** Every id, in batches. */
  list(): AsyncIterable<string[]>;
};

const { O_WRONLY, O_CREAT } = constants;

/** One file per upload; its length is the upload's offset. */
export class LocalParts implements PartStore {
  constructor(private readonly folder: string) {
    ensureDir(folder, 0o700);
  }

  async write(id: string, offset: number, bytes: Readable): Promise<number> {
    const handle = await open(this.path(id), O_WRONLY | O_CREAT, 0o600);
    // Write at the offset, not at the end: a paused server that lost its lock repeats bytes that are there already.
    const file = handle.createWriteStream({ start: offset });
    try {
      await pipeline(bytes, file);
    } finally {
      // Wait for a write that runs when the connection breaks: the next request must see its bytes.
      if (!file.closed) await once(file, 'close');
    }
    return offset + file.bytesWritten;
  }

  async offset(id: string): Promise<number> {
    const info = await stat(this.path(id)).catch(() => null);
    return info?.size ?? 0;
  }

  asFile<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    return work(this.path(id));
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  async *list(): AsyncGenerator<string[]> {
    yield await readdir(this.folder);
  }

  private path(id: string): string {
    return join(this.folder, id);
  }
}
