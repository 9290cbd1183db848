import { createHash, randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Digest } from './digest.ts';
import { syncFile, syncFolder } from './sync.ts';

/** Below a data directory, or any other place for files: those that are kept. */
export const FILES_FOLDER = 'files';

/** A part of some bytes, both ends included. */
export type ByteRange = { readonly from: number; readonly to: number };

/** Where the bytes of kept files lie, each under its file's id. */
export type BlobStore = {
  /** Keeps the bytes of a local file; they are safe when it returns. The local file stays; a repetition does no harm. */
  put(key: string, file: string, digest: Digest): Promise<void>;
  /** The bytes of a key; an error where there are none. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Every key, some at a time. */
  list(): AsyncIterable<string[]>;
};

/** Where a blob lies below its folder. */
export function blobPath(key: string): string {
  return join(createHash('sha256').update(key).digest('hex').slice(0, 2), key);
}

/** Blobs below a folder, spread over 256 folders. */
export class LocalBlobs implements BlobStore {
  constructor(private readonly root: string) {}

  async put(key: string, file: string): Promise<void> {
    await syncFile(file);
    const path = this.path(key);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
    // A second name for the same bytes: until the upload's own name goes, both a crash before and one after are harmless.
    await link(file, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EXDEV') return this.copy(file, path);
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

  /** From another file system; what a crash leaves of it has no row's name, so it is swept. */
  private async copy(file: string, path: string): Promise<void> {
    const part = `${path}.${randomBytes(4).toString('hex')}`;
    await copyFile(file, part);
    await syncFile(part);
    await rename(part, path);
  }

  private path(key: string): string {
    return join(this.root, blobPath(key));
  }
}
