import { uploadsOf } from '../../files/upload/useUploads.ts';
import { nextBatch } from '../../outbox/entries.ts';
import { outboxOf } from '../../outbox/outboxInstance.ts';
import { partsOf } from '../../outbox/senders.ts';

/** Lets photographs wait while edits are on their way: on a slow connection they would keep them waiting for minutes. */
export function sendPhotosLast(account: string): () => void {
  const [outbox, uploads] = [outboxOf(account), uploadsOf(account)];
  const holds = () => {
    const { loaded, entries, halted } = outbox.snapshot();
    if (!loaded) return true;
    // A step of a finding itself waits for its photographs.
    const first = entries.filter(({ object }) => partsOf(object).kind !== 'findingStep');
    return (halted === null || halted === 'network') && nextBatch(first).length > 0;
  };
  uploads.holdsPhotos = holds;
  let held = holds();
  return outbox.subscribe(() => {
    const before = held;
    held = holds();
    if (before && !held) uploads.wake();
  });
}
