import { Refusal } from './refusal.ts';

/** So many calls are at work or wait for their turn: about a second of work. */
const MOST = 256;
const AGAIN_SECONDS = 1;

/**
 * The calls under way. Who comes when there are too many is told to come again, which costs little: those that were
 * taken are answered in a bounded time and memory, however many come.
 */
export class Queue {
  private length = 0;

  /** Before anything is done for a request. @throws Refusal `overloaded` */
  readonly turnAway = async (): Promise<void> => {
    if (this.length >= MOST) throw new Refusal('overloaded', { retryAfter: AGAIN_SECONDS });
  };

  /** Does a call's work, whose body has come: one that is slow takes no place. @throws Refusal `overloaded` */
  async during<T>(work: () => Promise<T>): Promise<T> {
    await this.turnAway();
    this.length += 1;
    try {
      return await work();
    } finally {
      // What is answered at once counts until the next turn of the event loop: whatever came meanwhile waited behind it.
      setImmediate(() => {
        this.length -= 1;
      });
    }
  }
}
