import { HOUR } from '@shp/shared/domain/lib/days';
import { sql } from 'kysely';
import { batchesOf } from '../db/batches.ts';
import type { Db, UploadsTable } from '../schema/schema.ts';

export type UploadRow = UploadsTable;

/** An upload may be gone on with for this long after its creation, and is remembered for as long once finished. */
export const UPLOAD_HOURS = 24;

/** When an upload runs out that was made, or finished, at this time. */
export function uploadEnd(from: string): string {
  return new Date(Date.parse(from) + UPLOAD_HOURS * HOUR).toISOString();
}

/** Keeps a new upload, whose size counts as taken from now on. */
export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute();
}

/** An upload by its id; only its creator's, where one is named. */
export async function findUpload(db: Db, id: string, owner?: string): Promise<UploadRow | undefined> {
  let query = db.selectFrom('uploads').selectAll().where('id', '=', id);
  if (owner !== undefined) query = query.where('owner_id', '=', owner);
  return query.executeTakeFirst();
}

/** Bytes that uploads of an assessment still under way have reserved, one of them left out. */
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

/** Notes that an upload has become a file; it is remembered for those who ask once more. Answers whether it was still there. */
export async function markFinished(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ finished: 1, expires_at: uploadEnd(now) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that an upload is being gone on with. */
export async function touchUpload(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('uploads').set({ touched_at: now }).where('id', '=', id).execute();
}

/** Ends an upload, unless it has become a file or is not there. Answers whether it did. */
export async function removeUnfinished(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('finished', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Forgets the uploads that have run out; their bytes are swept. */
export async function removeExpiredUploads(db: Db, now: string): Promise<void> {
  await db.deleteFrom('uploads').where('expires_at', '<=', now).execute();
}

/** Of these ids, those whose bytes some row needs: an upload under way, or (`kept`) a file. */
export async function neededIds(db: Db, ids: readonly string[], kept: boolean): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const some of batchesOf(ids)) {
    let query = db.selectFrom('uploads').select('id').where('id', 'in', some).where('finished', '=', 0);
    if (kept) query = query.union(db.selectFrom('files').select('id').where('id', 'in', some));
    for (const { id } of await query.execute()) needed.add(id);
  }
  return needed;
}
