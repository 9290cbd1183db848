import type { Lock, Locker } from '@tus/server';

type Holder = { release: () => Promise<void> | void; done: Promise<void> };

/**
 * One lock an upload, handed on in the order of asking. Whoever waits asks the holder to come to an end, so that a
 * client whose line broke need not wait until the server notices.
 */
export class UploadLocks implements Locker {
  private readonly holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    let unlock = () => {};
    return {
      lock: async (_stop, cancel) => {
        unlock = await this.take(id, cancel);
      },
      unlock: async () => unlock(),
    };
  }

  /** Runs some work while nobody else has the upload. */
  async during<T>(id: string, work: () => Promise<T>): Promise<T> {
    const unlock = await this.take(id, () => {});
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  private async take(id: string, release: Holder['release']): Promise<() => void> {
    const before = this.holders.get(id);
    let unlock = () => {};
    const done = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    const holder = { release, done };
    this.holders.set(id, holder);
    if (before) {
      await before.release();
      await before.done;
    }
    return () => {
      if (this.holders.get(id) === holder) this.holders.delete(id);
      unlock();
    };
  }
}
