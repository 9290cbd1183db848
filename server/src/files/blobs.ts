import { createHash } from 'node:crypto';
import { link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFile, syncFolder } from './sync.ts';

/** A part of some bytes, both ends included. */
export type ByteRange = { readonly from: number; readonly to: number };

/** Where the bytes of kept files lie, each under its file's id. Another place than the local disk needs no more than this. */
export type BlobStore = {
  /** Keeps the bytes of a local file; they are safe on disk when it returns. The local file stays; a repetition does no harm. */
  put(key: string, file: string): Promise<void>;
  open(key: string, range?: ByteRange): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Every key, some at a time. */
  list(): AsyncIterable<string[]>;
};

/** The blobs of a data directory. */
export function blobsOf(data: string): BlobStore {
  return new LocalBlobs(join(data, 'files'));
}

/** Where a blob lies below its folder. */
export function blobPath(key: string): string {
  return join(createHash('sha256').update(key).digest('hex').slice(0, 2), key);
}

/** Blobs below a folder, spread over 256 folders. The part of an upload must lie on the same file system. */
export class LocalBlobs implements BlobStore {
  constructor(private readonly root: string) {}

  async put(key: string, file: string): Promise<void> {
    await syncFile(file);
    const path = this.path(key);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
    // A second name for the same bytes: until the upload's own name goes, both a crash before and one after are harmless.
    await link(file, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await syncFolder(dirname(path));
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.path(key), 'r');
    return handle.createReadStream(range ? { start: range.from, end: range.to } : {});
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async *list(): AsyncGenerator<string[]> {
    for (const folder of await readdir(this.root).catch(() => [])) yield await readdir(join(this.root, folder));
  }

  private path(key: string): string {
    return join(this.root, blobPath(key));
  }
}
