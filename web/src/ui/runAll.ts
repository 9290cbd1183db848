import { needsConfirmation } from '@shp/shared/api/client';

export type Outcome<R> =
  | { readonly done: true; readonly result: R }
  | { readonly done: false; readonly error: unknown };

type Options = { lanes?: number; signal?: AbortSignal; onOutcome?: () => void };

/**
 * Runs `work` on many items, a few at a time. Outcomes have their item's index; items not run after a stop have none.
 * If the user declines to confirm, the rest do not ask again.
 */
export async function runAll<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { lanes = 4, signal, onOutcome }: Options = {},
): Promise<(Outcome<R> | undefined)[]> {
  const outcomes: (Outcome<R> | undefined)[] = items.map(() => undefined);
  const queue = items.entries();
  let declined: unknown = null;
  async function lane() {
    for (const [place, item] of queue) {
      if (signal?.aborted) return;
      try {
        if (declined !== null) throw declined;
        outcomes[place] = { done: true, result: await work(item) };
      } catch (error) {
        if (needsConfirmation(error)) declined = error;
        outcomes[place] = { done: false, error };
      }
      onOutcome?.();
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}
