/** Gives a lock back. */
export type Free = () => Promise<void>;

/**
 * Locks by name among all servers of a database: one holds each at a time, and its end frees them, however it ends.
 * They keep no order and nobody from taking one twice in the same process.
 */
export type Locks = {
  /** Waits for a lock; `wanted` is told when another waits for it, or when it was lost. */
  take(name: string, wanted: () => void): Promise<Free>;
  /** The lock, or null where another holds it. */
  tryTake(name: string): Promise<Free | null>;
};

const nothing: Free = async () => {};

/** The locks of a server that has its database to itself. */
export const NO_LOCKS: Locks = { take: async () => nothing, tryTake: async () => nothing };
