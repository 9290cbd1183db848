import { startTransition, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useUser } from '../core/session.ts';
import type { Entry } from './entries.ts';
import type { Outbox, Snapshot } from './outbox.ts';
import { outboxOf } from './outboxInstance.ts';
import { partsOf } from './senders.ts';

/** The current user's outbox. */
export function useOutbox(): Outbox {
  return outboxOf(useUser().id);
}

/** The state of an account's outbox. A component that uses it renders on every key. */
export function useSnapshot(account: string): Snapshot {
  const { subscribe, snapshot } = outboxOf(account);
  return useSyncExternalStore(subscribe, snapshot);
}

/** Whether the entries of earlier tabs have been read. */
export function useOutboxLoaded(): boolean {
  const { subscribe, snapshot } = useOutbox();
  return useSyncExternalStore(subscribe, () => snapshot().loaded);
}

/** Number of unsent edits of an assessment, or of an expert's review of it. */
export function useUnsent(id: string): number {
  const { subscribe, snapshot } = useOutbox();
  return useSyncExternalStore(
    subscribe,
    () => snapshot().entries.filter(({ object }) => partsOf(object).id === id).length,
  );
}

/** The unsent edit of one place, without delay: for the input that edits it. */
export function useEntry(object: string, place: string): Entry | undefined {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, () => outbox.entryAt(object, place));
}

/**
 * One object's entries by place. They follow typing with a short delay, so that rendering does not block the next key, and
 * stay the same while only other objects change.
 */
export function useEntries(object: string): ReadonlyMap<string, Entry> {
  const outbox = useOutbox();
  const entriesNow = useCallback(
    () => outbox.snapshot().entries.filter((entry) => entry.object === object),
    [outbox, object],
  );
  const [entries, setEntries] = useState(entriesNow);
  useEffect(() => {
    const follow = () => {
      const next = entriesNow();
      startTransition(() => setEntries((before) => (areSame(before, next) ? before : next)));
    };
    follow();
    return outbox.subscribe(follow);
  }, [outbox, entriesNow]);
  return useMemo(() => new Map(entries.map((entry) => [entry.place, entry])), [entries]);
}

const areSame = (before: readonly Entry[], now: readonly Entry[]): boolean =>
  before.length === now.length && now.every((entry, index) => entry === before[index]);
