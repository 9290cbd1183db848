/** Releases a lock. */
export type Free = () => Promise<void>;

/** Another process held the lock for longer than the caller's patience. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
  constructor(lock: string) {
    super(`${lock} is held`);
  }
}

/**
 * Named locks among all servers of a database. Each has one holder and is released when its process ends, however it
 * ends. They are not fair, and the same process can take one twice.
 */
export type Locks = {
  /**
   * Waits for a lock. Calls `wanted` when another process waits for it, or when it was lost. @throws LockHeld after
   * `patienceMs`
   */
  take(name: string, wanted: () => void, patienceMs?: number): Promise<Free>;
  /** The lock, or null if another process holds it. */
  tryTake(name: string): Promise<Free | null>;
};

const nothing: Free = async () => {};

/** The locks of a server that does not share its database. */
export const NO_LOCKS: Locks = { take: async () => nothing, tryTake: async () => nothing };
