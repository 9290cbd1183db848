/** Runs `work` on all items with limited concurrency until done or `stop()`; results in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  concurrency: number,
  stop: () => boolean,
  work: (item: T) => Promise<R>,
): Promise<(R | undefined)[]> {
  const results: (R | undefined)[] = items.map(() => undefined);
  let next = 0;
  const worker = async () => {
    while (next < items.length && !stop()) {
      const place = next++;
      results[place] = await work(items[place] as T);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
