import type { Lock, Locker } from '@tus/server';
import type { Free, Locks } from '../../store/db/locks.ts';

/** A paused server keeps its locks. After this time the caller gets 503 and can try again. */
const PATIENCE_MS = 15_000;

type Holder = { release: () => Promise<void> | void; done: Promise<void> };

/**
 * One lock per upload, in request order within a server and exclusive among all servers. A waiting request asks the
 * holder to stop, so a client with a broken connection can resume before the server notices.
 */
export class UploadLocks implements Locker {
  private readonly holders = new Map<string, Holder>();

  /** `over` resolves once all work of the request on the upload has ended; only then the lock is released. */
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

  /** Runs `work` with the upload locked. */
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
