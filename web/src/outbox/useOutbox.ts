import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useUser } from '../core/session.ts';
import type { Entry } from './entries.ts';
import type { Outbox, Snapshot } from './outbox.ts';
import { outboxOf } from './outboxInstance.ts';
import { partsOf } from './senders.ts';

/** The outbox of the person at work. */
export function useOutbox(): Outbox {
  return outboxOf(useUser().id);
}

/** What is told of an account's outbox. Whoever reads it is drawn again with every key. */
export function useSnapshot(account: string): Snapshot {
  const { subscribe, snapshot } = outboxOf(account);
  return useSyncExternalStore(subscribe, snapshot);
}

/** Whether what an earlier tab left has been read. */
export function useOutboxLoaded(): boolean {
  const { subscribe, snapshot } = useOutbox();
  return useSyncExternalStore(subscribe, () => snapshot().loaded);
}

/** How many edits of an assessment, or of an expert's review of it, the server does not have yet. */
export function useUnsent(id: string): number {
  const { subscribe, snapshot } = useOutbox();
  return useSyncExternalStore(
    subscribe,
    () => snapshot().entries.filter(({ object }) => partsOf(object).id === id).length,
  );
}

/** What waits to be sent at one place, at this very moment: for what it is typed in. */
export function useEntry(object: string, place: string): Entry | undefined {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, () => outbox.entryAt(object, place));
}

/** One object's entries by place. They follow what is typed a moment later, so that the next key need not wait for it. */
export function useEntries(object: string): ReadonlyMap<string, Entry> {
  const outbox = useOutbox();
  const [entries, setEntries] = useState(() => outbox.snapshot().entries);
  useEffect(() => {
    const follow = () => startTransition(() => setEntries(outbox.snapshot().entries));
    follow();
    return outbox.subscribe(follow);
  }, [outbox]);
  return useMemo(
    () => new Map(entries.filter((entry) => entry.object === object).map((entry) => [entry.place, entry])),
    [entries, object],
  );
}
