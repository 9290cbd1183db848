import { Refusal } from '../httpError.ts';

/**
 * Lets so many works run at once; the rest wait in order, and where too many wait, one more is refused.
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
