import { useMemo, useSyncExternalStore } from 'react';
import { useUser } from '../session.ts';
import { outboxOf } from './current.ts';
import type { Entry } from './entries.ts';
import type { Outbox, Snapshot } from './outbox.ts';

/** The outbox of the person at work, and what is in it. */
export function useOutbox(): Snapshot & { outbox: Outbox } {
  return useOutboxOf(useUser().id);
}

export function useOutboxOf(account: string): Snapshot & { outbox: Outbox } {
  const outbox = outboxOf(account);
  const snapshot = useSyncExternalStore(outbox.subscribe, outbox.snapshot);
  return useMemo(() => ({ ...snapshot, outbox }), [snapshot, outbox]);
}

/** One object's entries by place. */
export function useEntries(object: string): ReadonlyMap<string, Entry> {
  const { entries } = useOutbox();
  return useMemo(
    () => new Map(entries.filter((entry) => entry.object === object).map((entry) => [entry.place, entry])),
    [entries, object],
  );
}
