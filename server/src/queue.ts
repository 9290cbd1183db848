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

  /** Judges who makes a call, whose body may still take its time: meanwhile it takes no place. @throws Refusal `overloaded` */
  async admit(judge: () => Promise<void>): Promise<void> {
    this.enter();
    try {
      await judge();
    } finally {
      this.length -= 1;
    }
  }

  /** Does a call's work, whose body has come. @throws Refusal `overloaded` */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.enter();
    try {
      return await work();
    } finally {
      // What is answered at once counts until the next turn of the event loop: whatever came meanwhile waited behind it.
      setImmediate(() => {
        this.length -= 1;
      });
    }
  }

  private enter(): void {
    if (this.length >= MOST) throw new Refusal('overloaded', { retryAfter: AGAIN_SECONDS });
    this.length += 1;
  }
}
