import { StoreAway } from '../files/faults.ts';

/** The PostgreSQL is too old, or keeps texts in a narrow encoding. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase';
  constructor(readonly found: { version: string; encoding: string }) {
    super(`PostgreSQL ${found.version}, ${found.encoding}`);
  }
}

/** No connection to the PostgreSQL could be made as the server started. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  constructor(cause: unknown) {
    super((cause instanceof Error && cause.message) || codeOf(cause), { cause });
  }
}

/** A transaction that stood in the way of another: nothing is kept of it, and it may be tried again. */
const COLLISIONS = ['40001', '40P01'];
/** The database cannot be reached, ends, has no connection left, or another holds up the writing for too long. */
const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', '53300', '55P03', '25P03'];
const AWAY_CLASSES = /^(?:08|57P)/;
/** What the driver says without a code. */
const AWAY_WORDS = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;
const TRIES = 4;

/** Runs a transaction, and runs it again where it stood in another's way. */
export async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await transaction();
    } catch (error) {
      if (left === 0 || !COLLISIONS.includes(codeOf(error))) throw error;
    }
  }
}

/** Whether a fault is that the database is away for a moment: the same call may do soon. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof StoreAway ||
    AWAY.includes(code) ||
    COLLISIONS.includes(code) ||
    AWAY_CLASSES.test(code) ||
    (error instanceof Error && AWAY_WORDS.test(error.message))
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
