/** Gives a lock back. */
export type Free = () => Promise<void>;

/** Another holds a lock, and for longer than somebody wanted to wait. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
  constructor(lock: string) {
    super(`${lock} is held`);
  }
}

/**
 * Locks by name among all servers of a database: one holds each at a time, and its end frees them, however it ends.
 * They keep no order and nobody from taking one twice in the same process.
 */
export type Locks = {
  /** Waits for a lock; `wanted` is told when another waits for it, or when it was lost. @throws LockHeld after `patienceMs` */
  take(name: string, wanted: () => void, patienceMs?: number): Promise<Free>;
  /** The lock, or null where another holds it. */
  tryTake(name: string): Promise<Free | null>;
};

const nothing: Free = async () => {};

/** The locks of a server that has its database to itself. */
export const NO_LOCKS: Locks = { take: async () => nothing, tryTake: async () => nothing };
