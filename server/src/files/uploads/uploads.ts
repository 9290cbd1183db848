import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import { HOUR } from '@shp/shared/domain/lib/days';
import { checkStillSignedIn } from '../../auth/authenticate.ts';
import { type Services, transact } from '../../context.ts';
import { HttpError, notFound } from '../../httpError.ts';
import { fullName, insertFile } from '../../store/repositories/files.ts';
import { countHit } from '../../store/repositories/limits.ts';
import {
  findUpload,
  insertUpload,
  markFinished,
  removeUnfinished,
  type UploadRow,
  uploadEnd,
} from '../../store/repositories/uploads.ts';
import type { Caller, Write } from '../../types.ts';
import { detectType } from '../blobs/detectType.ts';
import { digestFile } from '../blobs/digest.ts';
import { titleOf } from '../blobs/names.ts';
import { orLeaveToSweep } from '../blobs/sweep.ts';
import { UploadDataStore } from '../tus/dataStore.ts';
import { UploadLocks } from '../tus/locks.ts';
import { checkTarget, readTarget } from './uploadTarget.ts';

/** The uploading caller, and the address. */
export type Uploader = { readonly caller: Caller; readonly address: string };

const PER_HOUR = 1200;

/** Uploads from creation until they become files. */
export class Uploads {
  readonly dataStore: UploadDataStore;
  readonly locks: UploadLocks;

  constructor(private readonly services: Services) {
    this.dataStore = new UploadDataStore(services.parts, services.db);
    this.locks = new UploadLocks(services.db.locks, (id) => this.dataStore.written(id));
  }

  /** Creates an upload and reserves its length. @throws HttpError if the target cannot take it. */
  async reserve(by: Uploader, id: string, size: number, metadata: Record<string, string>): Promise<void> {
    const target = readTarget(metadata, by.caller);
    const now = this.services.db.now();
    const at = new Date(now).toISOString();
    await this.act(by, async (write) => {
      const wait = await countHit(write.db, `uploads:${by.caller.id}`, PER_HOUR, HOUR, now);
      if (wait !== null)
        throw new HttpError('too_many_requests', {
          retryAfter: wait,
          message: (text) => text.refused.tooManyUploads,
        });
      const row: UploadRow = {
        id,
        owner_id: by.caller.id,
        kind: target.target,
        assessment_id: 'assessmentId' in target ? target.assessmentId : null,
        finding_id: 'findingId' in target ? target.findingId : null,
        category: 'category' in target ? target.category : null,
        serial: 'serial' in target ? target.serial : null,
        roles: 'roles' in target ? target.roles.join(',') : '',
        filename: target.filename,
        size,
        created_at: at,
        touched_at: at,
        expires_at: uploadEnd(at),
        finished: 0,
      };
      await checkTarget(write, by.caller, row);
      await insertUpload(write.db, row);
    });
  }

  /**
   * Turns a complete upload into a file, exactly once; ignores any other. A rejected upload is deleted, except on 401:
   * the user can log in again and resume. After a crash between the last byte and the file, the next request completes
   * it.
   */
  async complete(by: Uploader, id: string): Promise<void> {
    await this.locks.during(id, async () => {
      const row = await findUpload(this.services.db.read, id, by.caller.id);
      if (!row || row.finished === 1 || (await this.services.parts.offset(id)) !== row.size) return;
      try {
        await this.makeFile(by, row);
      } catch (error) {
        // An upload that expired or was ended lost its bytes while they were read: report 404, not the resulting error.
        const gone = !(await findUpload(this.services.db.read, id));
        if (gone || (error instanceof HttpError && error.code !== 'unauthenticated')) await this.discard(id);
        throw gone ? notFound() : error;
      }
      await orLeaveToSweep(this.services.parts.remove(id));
    });
  }

  /** Store the bytes first, then insert the row, then remove the part: no crash leaves a row without bytes. */
  private async makeFile(by: Uploader, row: UploadRow): Promise<void> {
    const { blobs, parts } = this.services;
    const { extension, digest } = await parts.asFile(row.id, async (part) => {
      const extension = await detectType(part);
      if (extension === null) {
        const allowed = { code: 'oneOf', values: Object.keys(FILE_TYPES) } as const;
        throw new HttpError('unsupported_type', { fields: { filename: allowed } });
      }
      const digest = await digestFile(part);
      await blobs.put(row.id, part, digest);
      return { extension, digest };
    });
    const now = new Date(this.services.db.now()).toISOString();
    const file = {
      id: row.id,
      kind: row.kind,
      assessment_id: row.assessment_id,
      finding_id: row.finding_id,
      category: row.category,
      serial: row.serial,
      title: titleOf(row.filename),
      extension,
      ...digest,
      roles: row.roles,
      uploaded_at: now,
      by_id: by.caller.id,
      by_name: by.caller.name,
      is_deleted: 0,
    };
    await this.act(by, async (write) => {
      const present = await findUpload(write.db, row.id);
      if (!present) throw notFound();
      // Another server has completed it, after this one lost its lock. Nothing is left to do or to delete.
      if (present.finished === 1) return;
      await checkTarget(write, by.caller, row);
      // Marks the upload finished, so that its row stays. If a sweep just removed the row, its bytes are gone too.
      if (!(await markFinished(write.db, row.id, now))) throw notFound();
      await insertFile(write.db, file);
      const { assessment_id: assessment, finding_id: finding, category, serial, size, sha256 } = file;
      const made = Object.entries({ assessment, finding, category, serial, size, sha256 }).filter(
        ([, value]) => value !== null,
      );
      await write.audit({
        object: { kind: row.kind, id: row.id, name: fullName(file) },
        changes: Object.fromEntries(made.map(([key, value]) => [key, [null, value]])),
      });
    });
  }

  /** Deletes an upload unless it became a file. Deletes the bytes first, because they may be what fills the disk. */
  async discard(id: string): Promise<void> {
    const { parts, blobs, db } = this.services;
    await parts.remove(id);
    await removeUnfinished(db.write, id);
    // If the row is still there, the upload became a file and only the database's reply was lost.
    if (!(await findUpload(db.read, id))) await blobs.remove(id);
  }

  private act<T>(by: Uploader, work: (write: Write) => Promise<T>): Promise<T> {
    return transact(this.services.db, { by: by.caller, address: by.address, action: 'upload' }, async (write) => {
      await checkStillSignedIn(write.db, by.caller);
      return work(write);
    });
  }
}
