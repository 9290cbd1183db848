import { HOUR } from '@shp/shared/domain/lib/days';
import { sql } from 'kysely';
import { batchesOf } from '../db/batches.ts';
import type { Db, UploadsTable } from '../schema/schema.ts';

export type UploadRow = UploadsTable;

/** How long an upload can be resumed after its creation, and how long its row stays after completion. */
export const UPLOAD_HOURS = 24;

/** The expiry of an upload created or completed at this time. */
export function uploadEnd(from: string): string {
  return new Date(Date.parse(from) + UPLOAD_HOURS * HOUR).toISOString();
}

/** Inserts a new upload; its size is reserved from now on. */
export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute();
}

/** An upload by id; only the owner's, if given. */
export async function findUpload(db: Db, id: string, owner?: string): Promise<UploadRow | undefined> {
  let query = db.selectFrom('uploads').selectAll().where('id', '=', id);
  if (owner !== undefined) query = query.where('owner_id', '=', owner);
  return query.executeTakeFirst();
}

/** Bytes reserved by an assessment's running uploads, except one. */
export async function bytesReserved(db: Db, assessment: string, now: string, but = ''): Promise<number> {
  const { sum } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), sql<number>`0`).as('sum'))
    .where('assessment_id', '=', assessment)
    .where('finished', '=', 0)
    .where('expires_at', '>', now)
    .where('id', '!=', but)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** Bytes reserved by the running uploads for a station's findings, except one. */
export async function findingBytesReserved(db: Db, station: string, now: string, but: string): Promise<number> {
  const { sum } = await db
    .selectFrom('uploads')
    .innerJoin('findings', 'findings.id', 'uploads.finding_id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('uploads.size'), sql<number>`0`).as('sum'))
    .where('findings.station_id', '=', station)
    .where('uploads.finished', '=', 0)
    .where('uploads.expires_at', '>', now)
    .where('uploads.id', '!=', but)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** Marks an upload as completed; its row stays for clients that ask again. Returns whether the row still existed. */
export async function markFinished(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ finished: 1, expires_at: uploadEnd(now) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that an upload makes progress. */
export async function touchUpload(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('uploads').set({ touched_at: now }).where('id', '=', id).execute();
}

/** Deletes an upload unless it became a file. Returns whether it did. */
export async function removeUnfinished(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('finished', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes expired uploads; the sweep removes their bytes. */
export async function removeExpiredUploads(db: Db, now: string): Promise<void> {
  await db.deleteFrom('uploads').where('expires_at', '<=', now).execute();
}

/** The ids whose bytes are still needed: those of a running upload or, with `files`, of a file. */
export async function neededIds(db: Db, ids: readonly string[], files: boolean): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const some of batchesOf(ids)) {
    let query = db.selectFrom('uploads').select('id').where('id', 'in', some).where('finished', '=', 0);
    if (files) query = query.union(db.selectFrom('files').select('id').where('id', 'in', some));
    for (const { id } of await query.execute()) needed.add(id);
  }
  return needed;
}
