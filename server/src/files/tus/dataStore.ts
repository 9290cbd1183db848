import type { Readable } from 'node:stream';
import { HOUR } from '@shp/shared/domain/lib/days';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { conflict, notFound } from '../../httpError.ts';
import type { Database } from '../../store/db/types.ts';
import { findUpload, removeUnfinished, UPLOAD_HOURS, type UploadRow } from '../../store/repositories/uploads.ts';
import type { PartStore } from '../uploads/uploadBytes.ts';

/** What the upload said of itself when it was made: whoever asks how far it has come is told it again. */
function metadataOf({ kind, assessment_id, category, serial, roles, filename }: UploadRow): Record<string, string> {
  const said = { target: kind, assessmentId: assessment_id, category, serial, roles, filename };
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** Uploads under way as the tus server sees them: rows of the database, and for each the bytes that have come. */
export class Parts extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];

  private readonly writing = new Map<string, Promise<number>>();

  constructor(
    private readonly store: PartStore,
    private readonly db: Pick<Database, 'read' | 'write' | 'now'>,
  ) {
    super();
  }

  /** The row is made before, with the checks of a creation (`Uploads.reserve`); the part comes with the first byte. */
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

  /** Resolves once the bytes that have come are where they stay. The tus server does not wait for them where a line breaks. */
  async written(id: string): Promise<void> {
    await this.writing.get(id)?.catch(() => {});
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.db.read, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const offset = row.finished === 1 ? row.size : await this.store.offset(id);
    // The tus server judges its age by this machine's clock.
    const age = this.db.now() - Date.parse(row.expires_at) + this.getExpiration();
    const creation_date = new Date(Date.now() - age).toISOString();
    return new Upload({ id, size: row.size, offset, creation_date, metadata: metadataOf(row) });
  }

  /** @throws Refusal where it has become a file while its end was on the way, or somebody else has ended it. */
  override async remove(id: string): Promise<void> {
    if (!(await removeUnfinished(this.db.write, id))) {
      throw (await findUpload(this.db.read, id)) ? conflict((text) => text.conflicts.uploadFinished) : notFound();
    }
    await this.store.remove(id);
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * HOUR;
  }
}
