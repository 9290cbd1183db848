import { setTimeout as sleep } from 'node:timers/promises';
import { StoreAway } from '../../fileStoreErrors.ts';
import { isLocked } from '../../os/sqliteErrors.ts';
import { LockHeld } from './locks.ts';

/** The PostgreSQL is too old, or keeps texts in a narrow encoding. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase';
  constructor(readonly found: { version: string; encoding: string }) {
    super(`PostgreSQL ${found.version}, ${found.encoding}`);
  }
}

/** A newer program has brought the database further than this one knows. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/** The PostgreSQL has none of this program's tables. */
export class EmptyDatabase extends Error {
  override readonly name = 'EmptyDatabase';
}

/** The PostgreSQL does not let a table be read by this role. */
export class DatabaseRefuses extends Error {
  override readonly name = 'DatabaseRefuses';
}
/** A privilege that a role lacks. */
const DENIED = '42501';

/** Whether a fault is that a role may not read what it asked for. */
export function isDenied(error: unknown): error is Error {
  return codeOf(error) === DENIED;
}

/** No connection to the PostgreSQL could be made, or the one that whoever examines it had is gone. */
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
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed)/;
const TRIES = 4;
/** Another program writes to the SQLite file at this moment. */
const LOCKED_MS = 5_000;
const LOOK_AGAIN_MS = 25;

/** What keeps a server from its data until somebody does something about it. */
export type Trouble = 'full' | 'readOnly' | 'damaged' | 'audit';

const TROUBLES: Record<Trouble, RegExp> = {
  full: /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG|53100)$/,
  readOnly: /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM|IOERR_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE))|EROFS|EACCES|EPERM|25006)/,
  damaged: /^(?:SQLITE_(?:CORRUPT|NOTADB|IOERR)|EIO|XX00[12])/,
  audit: /^SHP_AUDIT$/,
};

/** The trouble that a fault tells of; null where it is another kind of fault. */
export function troubleOf(error: unknown): Trouble | null {
  const code = codeOf(error);
  return (Object.keys(TROUBLES) as Trouble[]).find((trouble) => TROUBLES[trouble].test(code)) ?? null;
}

/** Runs a transaction, and runs it again where it stood in another's way; meanwhile everybody else is served. */
export async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
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

/** Whether a fault is that nothing can be written now: whoever only reads need not mind. */
export function isUnwritable(error: unknown): boolean {
  return isAway(error) || ['full', 'readOnly'].includes(troubleOf(error) ?? '');
}

/** Whether a fault is that the database is away for a moment: the same call may do soon. */
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

/** The code that a driver or the system gave a fault; '' where there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
