import { createHash, randomBytes } from 'node:crypto';
import { linkSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFile, syncFolder } from '../../os/fsync.ts';
import type { ByteRange } from '../../types.ts';
import type { Digest } from './digest.ts';

/** The folder of stored files below a data directory or another file store. */
export const FILES_FOLDER = 'files';

export type Blob = { readonly key: string; readonly file: string; readonly digest: Digest };

/** The bytes of stored files, by file id. */
export type BlobStore = {
  /** Stores the bytes of a local file, durable on return. Keeps the local file; repeating is harmless. */
  put(key: string, file: string, digest: Digest): Promise<void>;
  /** Stores many blobs of few different local files, durable on return. Faster than one `put` each. */
  putAll(blobs: readonly Blob[]): Promise<void>;
  /** The bytes of a key; throws if there are none. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Every key, in batches. */
  list(): AsyncIterable<string[]>;
};

/** A blob's path below its folder. */
export function blobPath(key: string): string {
  return join(createHash('sha256').update(key).digest('hex').slice(0, 2), key);
}

/** Blobs in a folder, spread over 256 subfolders. */
export class LocalBlobs implements BlobStore {
  constructor(private readonly root: string) {}

  async put(key: string, file: string): Promise<void> {
    await syncFile(file);
    const path = this.path(key);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
    // Hard link: until the upload's own name goes, a crash before or after is harmless.
    await link(file, path).catch((error: NodeJS.ErrnoException) => {
      // Another file system, or one without hard links (EXDEV, EPERM, ENOTSUP, EMLINK): copy, and report a failed copy.
      if (error.code !== 'EEXIST') return this.copy(file, path);
    });
    await syncFolder(dirname(path));
  }

  async putAll(blobs: readonly Blob[]): Promise<void> {
    const folders = new Set<string>();
    for (const file of new Set(blobs.map((blob) => blob.file))) await syncFile(file);
    for (const { key, file } of blobs) {
      const path = this.path(key);
      const folder = dirname(path);
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
      try {
        // Synchronous, many in a row: an asynchronous call would wait longer for its turn than the link takes.
        linkSync(file, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await this.copy(file, path);
      }
    }
    for (const folder of folders) await syncFolder(folder);
    if (folders.size > 0) await syncFolder(this.root);
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

  /** Copies under a temporary name first; the sweep removes what a crash leaves. */
  private async copy(file: string, path: string): Promise<void> {
    const part = `${path}.${randomBytes(4).toString('hex')}`;
    try {
      await copyFile(file, part);
      await syncFile(part);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
  }

  private path(key: string): string {
    return join(this.root, blobPath(key));
  }
}
