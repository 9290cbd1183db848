/**
 * Runs `work` on all items, at most `limit` at a time, and returns the results in the order of the items. After an abort
 * nothing more starts, and the rest has no result. After an error nothing more starts either; `mapLimit` throws it when
 * the running work has ended.
 */
export async function mapLimit<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
  signal?: AbortSignal,
): Promise<(R | undefined)[]> {
  const results: (R | undefined)[] = items.map(() => undefined);
  const errors: unknown[] = [];
  const rest = items.entries();
  async function lane(): Promise<void> {
    for (const [place, item] of rest) {
      if (errors.length > 0 || signal?.aborted) return;
      try {
        results[place] = await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  if (errors.length > 0) throw errors[0];
  return results;
}
