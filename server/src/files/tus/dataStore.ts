import type { Readable } from 'node:stream';
import { HOUR } from '@shp/shared/domain/lib/days';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { conflict, notFound } from '../../httpError.ts';
import type { Database } from '../../store/db/types.ts';
import { findUpload, removeUnfinished, UPLOAD_HOURS, type UploadRow } from '../../store/repositories/uploads.ts';
import type { PartStore } from '../uploads/uploadBytes.ts';

/** The metadata sent at creation; `HEAD` returns them again. */
function metadataOf({ kind, assessment_id, category, serial, roles, filename }: UploadRow): Record<string, string> {
  const metadata = { target: kind, assessmentId: assessment_id, category, serial, roles, filename };
  return Object.fromEntries(Object.entries(metadata).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** Running uploads as the tus server sees them: database rows and the bytes received for each. */
export class UploadDataStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];

  private readonly writing = new Map<string, Promise<number>>();

  constructor(
    private readonly store: PartStore,
    private readonly db: Pick<Database, 'read' | 'write' | 'now'>,
  ) {
    super();
  }

  /** `Uploads.reserve` has checked and inserted the row before; the part file comes with the first byte. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const writing = this.store.write(id, offset, bytes);
    this.writing.set(id, writing);
    try {
      return await writing;
    } finally {
      this.writing.delete(id);
    }
  }

  /** Resolves once the received bytes are stored. The tus server does not wait for them when a connection breaks. */
  async written(id: string): Promise<void> {
    await this.writing.get(id)?.catch(() => {});
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.db.read, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const offset = row.finished === 1 ? row.size : await this.store.offset(id);
    // Convert to this machine's clock, by which the tus server judges the age.
    const age = this.db.now() - Date.parse(row.expires_at) + this.getExpiration();
    const creation_date = new Date(Date.now() - age).toISOString();
    return new Upload({ id, size: row.size, offset, creation_date, metadata: metadataOf(row) });
  }

  /** @throws HttpError if it became a file in the meantime, or another request ended it. */
  override async remove(id: string): Promise<void> {
    if (!(await removeUnfinished(this.db.write, id))) {
      throw (await findUpload(this.db.read, id)) ? conflict((text) => text.refused.uploadFinished) : notFound();
    }
    await this.store.remove(id);
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * HOUR;
  }
}
