import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Db } from '../store/schema.ts';
import { findUpload, removeUpload, UPLOAD_HOURS } from '../store/uploads.ts';

export const PARTS_FOLDER = 'uploads';

/** The ids of the parts below a data directory. */
export async function partsIn(data: string): Promise<string[]> {
  return readdir(join(data, PARTS_FOLDER)).catch(() => []);
}

/** Uploads under way: rows of the database, and for each a part, a file whose length is the upload's offset. */
export class Parts extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];

  private readonly folder: string;

  constructor(
    data: string,
    private readonly db: { read: Db; write: Db },
  ) {
    super();
    this.folder = join(data, PARTS_FOLDER);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  path(id: string): string {
    return join(this.folder, id);
  }

  /** The row is made before, with the checks of a creation (`Uploads.reserve`); the part comes with the first byte. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.path(id), { flags: 'a', mode: 0o600 });
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
    const since = new Date(Date.parse(row.expires_at) - this.getExpiration());
    return new Upload({ id, size: row.size, offset, creation_date: since.toISOString() });
  }

  /** How many bytes have come. */
  async offset(id: string): Promise<number> {
    const info = await stat(this.path(id)).catch(() => null);
    return info?.size ?? 0;
  }

  override async remove(id: string): Promise<void> {
    await removeUpload(this.db.write, id);
    await this.removePart(id);
  }

  async removePart(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * 3_600_000;
  }
}
