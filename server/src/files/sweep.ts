import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../context.ts';
import { neededIds, removeExpiredUploads } from '../store/uploads.ts';
import { PARTS_FOLDER, partsIn } from './parts.ts';

/**
 * Ends uploads that ran out, and removes bytes that no row needs: what a crash left between bytes and row, or between
 * a deletion and its bytes. Bytes come only while their upload's row is there, and that row goes in the transaction
 * that makes the file's; so what is listed first and needed by neither row afterwards is needed by nobody.
 */
export async function sweepFiles({ db, blobs, files }: Services, now: number): Promise<void> {
  await removeExpiredUploads(db.write, new Date(now).toISOString());
  const parts = await partsIn(files);
  const running = await neededIds(db.read, parts, false);
  for (const id of parts) if (!running.has(id)) await rm(join(files, PARTS_FOLDER, id), { force: true });
  for await (const keys of blobs.list()) {
    const needed = await neededIds(db.read, keys, true);
    for (const key of keys) if (!needed.has(key)) await blobs.remove(key);
  }
}
