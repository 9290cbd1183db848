import { setTimeout as sleep } from 'node:timers/promises';
import { StoreAway } from '../../fileStoreErrors.ts';
import { isLocked } from '../../os/sqliteErrors.ts';
import { LockHeld } from './locks.ts';

/** The PostgreSQL version is too old, or its encoding is not UTF-8. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase';
  constructor(readonly found: { version: string; encoding: string }) {
    super(`PostgreSQL ${found.version}, ${found.encoding}`);
  }
}

/** A newer program has migrated the database; this one does not know its schema. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/** The PostgreSQL database has no tables of this program. */
export class EmptyDatabase extends Error {
  override readonly name = 'EmptyDatabase';
}

/** The PostgreSQL role may not read a table. */
export class DatabaseRefuses extends Error {
  override readonly name = 'DatabaseRefuses';
}
/** SQLSTATE of a missing privilege. */
const DENIED = '42501';

/** Whether an error is a missing read privilege. */
export function isDenied(error: unknown): error is Error {
  return codeOf(error) === DENIED;
}

/** Connecting to PostgreSQL failed, or the connection broke during an examination. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  constructor(cause: unknown) {
    super((cause instanceof Error && cause.message) || codeOf(cause), { cause });
  }
}

/** Serialization failure or deadlock: the transaction rolled back and can be retried. */
const COLLISIONS = ['40001', '40P01'];
/**
 * The database is unreachable, shuts down, has no free connection, or another transaction blocks writing for too long.
 */
const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', '53300', '55P03', '25P03'];
const AWAY_CLASSES = /^(?:08|57P)/;
/** Driver errors without a code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed)/;
const TRIES = 4;
/** How long to retry while another program writes to the SQLite file. */
const LOCKED_MS = 5_000;
const LOOK_AGAIN_MS = 25;

/** A fault that blocks the server until an operator acts. */
export type Trouble = 'full' | 'readOnly' | 'damaged' | 'audit';

const TROUBLES: Record<Trouble, RegExp> = {
  full: /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG|53100)$/,
  readOnly: /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE))|EROFS|EACCES|EPERM|25006)/,
  damaged: /^(?:SQLITE_(?:CORRUPT|NOTADB|IOERR)|EIO|XX00[12])/,
  audit: /^SHP_AUDIT$/,
};

/** The trouble behind an error; null for other errors. */
export function troubleOf(error: unknown): Trouble | null {
  const code = codeOf(error);
  return (Object.keys(TROUBLES) as Trouble[]).find((trouble) => TROUBLES[trouble].test(code)) ?? null;
}

/** Runs a transaction, and retries it after a conflict with another one. Waits without blocking the event loop. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      const locked = isLocked(error);
      const again = locked
        ? performance.now() - began < LOCKED_MS
        : tries < TRIES && COLLISIONS.includes(codeOf(error));
      if (!again) throw error;
      if (locked) await sleep(LOOK_AGAIN_MS);
    }
  }
}

/** Whether writes fail now; reads may still work. */
export function isUnwritable(error: unknown): boolean {
  return isAway(error) || ['full', 'readOnly'].includes(troubleOf(error) ?? '');
}

/** Whether the database is unreachable for the moment, so that a retry may work soon. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof StoreAway ||
    error instanceof LockHeld ||
    AWAY.includes(code) ||
    COLLISIONS.includes(code) ||
    AWAY_CLASSES.test(code) ||
    isLocked(error) ||
    (error instanceof Error && AWAY_WORDS.test(error.message))
  );
}

/** The code that the driver or the operating system gave an error; '' if none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
