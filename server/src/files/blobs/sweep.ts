import type { Services } from '../../context.ts';
import { StoreAway } from '../../fileStoreErrors.ts';
import { neededIds, removeExpiredUploads } from '../../store/repositories/uploads.ts';

/**
 * Ends expired uploads and removes bytes without a row, left by a crash between writing bytes and row, or row and
 * bytes. A file's row is created in the transaction that marks its upload as finished, so bytes listed first and
 * then found in neither table are not needed.
 */
export async function sweepFiles(
  { db, blobs, parts }: Pick<Services, 'db' | 'blobs' | 'parts'>,
  now: number,
): Promise<void> {
  await removeExpiredUploads(db.write, new Date(now).toISOString());
  for (const [store, isStored] of [
    [parts, false],
    [blobs, true],
  ] as const) {
    for await (const ids of store.list()) {
      const needed = await neededIds(db.read, ids, isStored);
      for (const id of ids) if (!needed.has(id)) await store.remove(id);
    }
  }
}

/** Removes bytes that are no longer needed. If the file store is unreachable, the next sweep removes them. */
export async function orLeaveToSweep(removal: Promise<void>): Promise<void> {
  await removal.catch((error: unknown) => {
    if (!(error instanceof StoreAway)) throw error;
  });
}
