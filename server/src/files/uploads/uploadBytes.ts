import { once } from 'node:events';
import { constants } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../os/ensureDir.ts';

/** Where the bytes of uploads under way lie, each upload's under its id. One request at a time has an upload. */
export type PartStore = {
  /** Adds bytes from an offset on and answers the offset after them. Those that came before a line broke stay too. */
  write(id: string, offset: number, bytes: Readable): Promise<number>;
  /** How many bytes have come. */
  offset(id: string): Promise<number>;
  /** Runs some work on the bytes as a local file, which it only reads. */
  asFile<T>(id: string, work: (path: string) => Promise<T>): Promise<T>;
  remove(id: string): Promise<void>;
  /** Every id, some at a time. */
  list(): AsyncIterable<string[]>;
};

const { O_WRONLY, O_CREAT } = constants;

/** A file for each upload, whose length is the upload's offset. */
export class LocalParts implements PartStore {
  constructor(private readonly folder: string) {
    makeFolder(folder, 0o700);
  }

  async write(id: string, offset: number, bytes: Readable): Promise<number> {
    const handle = await open(this.path(id), O_WRONLY | O_CREAT, 0o600);
    // At their place rather than at the end: a server that was paused, and lost the upload, writes again what is there.
    const file = handle.createWriteStream({ start: offset });
    try {
      await pipeline(bytes, file);
    } finally {
      // A write under way when the line breaks still lands: the next request must not look at the length before.
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
