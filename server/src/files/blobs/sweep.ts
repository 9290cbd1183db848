import type { Services } from '../../context.ts';
import { StoreAway } from '../../fileStoreErrors.ts';
import { neededIds, removeExpiredUploads } from '../../store/repositories/uploads.ts';

/**
 * Ends uploads that ran out, and removes bytes that no row needs: what a crash left between bytes and row, or between
 * a deletion and its bytes. Bytes come only while their upload's row is there, and that row goes in the transaction
 * that makes the file's; so what is listed first and needed by neither row afterwards is needed by nobody.
 */
export async function sweepFiles(
  { db, blobs, parts }: Pick<Services, 'db' | 'blobs' | 'parts'>,
  now: number,
): Promise<void> {
  await removeExpiredUploads(db.write, new Date(now).toISOString());
  for (const [store, kept] of [
    [parts, false],
    [blobs, true],
  ] as const) {
    for await (const ids of store.list()) {
      const needed = await neededIds(db.read, ids, kept);
      for (const id of ids) if (!needed.has(id)) await store.remove(id);
    }
  }
}

/** Bytes whose row has gone, or has its own, go; where their store is away the sweep makes up for it. */
export async function orSwept(removal: Promise<void>): Promise<void> {
  await removal.catch((error: unknown) => {
    if (!(error instanceof StoreAway)) throw error;
  });
}
