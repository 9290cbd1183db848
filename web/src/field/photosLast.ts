import { uploadsOf } from '../files/upload/useUploads.ts';
import { nextBatch } from '../outbox/entries.ts';
import { outboxOf } from '../outbox/outboxInstance.ts';

/** Lets photographs wait while edits are on their way: on a slow line they would keep them waiting for minutes. */
export function sendPhotosLast(account: string): () => void {
  const [outbox, uploads] = [outboxOf(account), uploadsOf(account)];
  const holds = () => {
    const { entries, halted } = outbox.snapshot();
    return (halted === null || halted === 'network') && nextBatch(entries).length > 0;
  };
  uploads.holdsPhotos = holds;
  let held = holds();
  return outbox.subscribe(() => {
    const before = held;
    held = holds();
    if (before && !held) uploads.wake();
  });
}
