import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Db } from '../store/schema.ts';
import { findUpload, removeUpload, UPLOAD_HOURS } from '../store/uploads.ts';

/** Uploads under way: rows of the database, and a part file each whose length is the offset. */
export class Parts extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];

  constructor(
    private readonly folder: string,
    private readonly db: { read: Db; write: Db },
  ) {
    super();
  }

  path(id: string): string {
    return join(this.folder, id);
  }

  /** The row is made first, with the checks of a creation: see `onUploadCreate`. */
  override async create(upload: Upload): Promise<Upload> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.path(upload.id), '', { mode: 0o600 });
    return upload;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.path(id), { flags: 'r+', start: offset });
    try {
      await pipeline(bytes, file);
    } finally {
      // A write under way when the line breaks still lands: the next request must not look at the length before.
      if (!file.closed) await once(file, 'close');
    }
    return offset + file.bytesWritten;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.db.read, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const offset = row.finished === 1 ? row.size : await this.offset(id);
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const since = new Date(Date.parse(row.expires_at) - this.getExpiration());
    return new Upload({ id, size: row.size, offset, creation_date: since.toISOString() });
  }

  /** The bytes that have come; null where the part is gone. */
  async offset(id: string): Promise<number | null> {
    const info = await stat(this.path(id)).catch(() => null);
    return info?.size ?? null;
  }

  override async remove(id: string): Promise<void> {
    await removeUpload(this.db.write, id);
    await this.removePart(id);
  }

  async removePart(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  async list(): Promise<string[]> {
    return readdir(this.folder).catch(() => []);
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * 3_600_000;
  }
}
