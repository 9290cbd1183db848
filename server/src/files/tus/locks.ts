import type { Lock, Locker } from '@tus/server';
import type { Free, Locks } from '../../store/db/locks.ts';

/** A server that has stopped keeps its locks: who wants one is told to come again, rather than nothing. */
const PATIENCE_MS = 15_000;

type Holder = { release: () => Promise<void> | void; done: Promise<void> };

/**
 * One lock an upload, handed on in the order of asking within a server, and held by one of all servers. Whoever waits
 * asks the holder to come to an end, so that a client whose line broke need not wait until the server notices.
 */
export class UploadLocks implements Locker {
  private readonly holders = new Map<string, Holder>();

  /** `over`: what a request began with an upload has ended; nobody else gets it before. */
  constructor(
    private readonly among: Locks,
    private readonly over: (id: string) => Promise<void>,
  ) {}

  newLock(id: string): Lock {
    let unlock = async () => {};
    return {
      lock: async (_stop, cancel) => {
        unlock = await this.take(id, cancel);
      },
      unlock: async () => {
        await this.over(id);
        await unlock();
      },
    };
  }

  /** Runs some work while nobody else has the upload. */
  async during<T>(id: string, work: () => Promise<T>): Promise<T> {
    const unlock = await this.take(id, () => {});
    try {
      return await work();
    } finally {
      await unlock();
    }
  }

  private async take(id: string, release: Holder['release']): Promise<Free> {
    const before = this.holders.get(id);
    let handOn = () => {};
    const done = new Promise<void>((resolve) => {
      handOn = resolve;
    });
    const holder = { release, done };
    this.holders.set(id, holder);
    if (before) {
      await before.release();
      await before.done;
    }
    const leave = () => {
      if (this.holders.get(id) === holder) this.holders.delete(id);
      handOn();
    };
    try {
      const free = await this.among.take(`upload ${id}`, () => void release(), PATIENCE_MS);
      return async () => {
        await free();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
