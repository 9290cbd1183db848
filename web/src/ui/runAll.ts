import { needsConfirmation } from '@shp/shared/api/client';

export type Outcome<R> =
  | { readonly done: true; readonly result: R }
  | { readonly done: false; readonly error: unknown };

type Options = { lanes?: number; signal?: AbortSignal; onOutcome?: () => void };

/**
 * Does the same for many, a few at a time. An outcome stands at its item's place; what a stop left undone has none. A
 * user who declines to confirm is not asked again for the rest.
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
