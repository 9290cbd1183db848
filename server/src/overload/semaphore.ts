import { Refusal } from '../httpError.ts';

/**
 * A semaphore: runs at most `atOnce` works, queues up to `mostWaiting` in order, and refuses the rest.
 * @throws Refusal `overloaded`
 */
export function inTurns(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= mostWaiting) throw new Refusal('overloaded', { retryAfter: 5 });
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
