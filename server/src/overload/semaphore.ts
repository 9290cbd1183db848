import { HttpError } from '../httpError.ts';

/**
 * A semaphore: runs at most `limit` works, queues up to `maxWaiting` in order, and refuses the rest.
 * @throws HttpError `overloaded`
 */
export function semaphore(limit: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) {
      if (queue.length >= maxWaiting) throw new HttpError('overloaded', { retryAfter: 5 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
