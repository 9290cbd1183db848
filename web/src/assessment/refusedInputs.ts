import { useEffect, useId, useSyncExternalStore } from 'react';

/** The inputs whose value is not valid and therefore not saved. */
const refused = new Set<string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notify = () => {
  for (const listener of listeners) listener();
};

/** Counts an input among those with a value that is not saved. */
export function useRefused(isRefused: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isRefused) return;
    refused.add(id);
    notify();
    return () => {
      refused.delete(id);
      notify();
    };
  }, [id, isRefused]);
}

/** Number of values on the page that are not saved because they are not valid. */
export function useRefusedCount(): number {
  return useSyncExternalStore(subscribe, () => refused.size);
}
