import { needsConfirmation } from '@shp/shared/api/client';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';

export type Outcome<R> =
  | { readonly done: true; readonly result: R }
  | { readonly done: false; readonly error: unknown };

type Options = { lanes?: number; signal?: AbortSignal; onOutcome?: () => void };

/**
 * Runs `work` on many items, a few at a time. Outcomes have their item's index; items not run after a stop have none.
 * If the user declines to confirm, the rest do not ask again.
 */
export function runAll<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  { lanes = 4, signal, onOutcome }: Options = {},
): Promise<(Outcome<R> | undefined)[]> {
  let declined: unknown = null;
  async function outcomeOf(item: T): Promise<Outcome<R>> {
    try {
      if (declined !== null) throw declined;
      return { done: true, result: await work(item) };
    } catch (error) {
      if (needsConfirmation(error)) declined = error;
      return { done: false, error };
    }
  }
  const counted = (item: T) => outcomeOf(item).finally(onOutcome);
  return mapLimit(items, lanes, counted, signal);
}
