import Sqlite from 'better-sqlite3';
import { Kysely, type SqliteStatement } from 'kysely';
import { makeFolder } from '../../os/ensureDir.ts';
import type { Db, Schema } from '../schema/schema.ts';
import type { Connection } from './batchedTransaction.ts';
import { GroupCommitDialect } from './groupCommit.ts';
import { NO_LOCKS } from './locks.ts';
import { ReadingDialect, withRows } from './sqliteStream.ts';
import { type Database, databaseFile } from './types.ts';

/**
 * One writing connection and one for reading: a read never waits for a transaction. A transaction is on disk when it
 * returns (`synchronous=FULL`); those that come together share the way there.
 */
export function openSqlite(data: string): Database {
  makeFolder(data, 0o700);
  // Where exports sort what is too long for memory: the one place that is always there to be written to.
  process.env.SQLITE_TMPDIR ??= data;
  const write = connect(data, false);
  const read = connect(data, true);
  return {
    read,
    write,
    probe: read,
    locks: NO_LOCKS,
    now: Date.now,
    hurry() {},
    async close() {
      await close(read);
      await close(write);
    },
  };
}

/** A connection that only reads; what it reads in one transaction is one snapshot. */
export function openSqliteReader(data: string): Db {
  return connect(data, true, LONG_READS);
}

type Memory = { readonly cacheKb: number; readonly sorting: 'MEMORY' | 'FILE' };
const SHORT: Memory = { cacheKb: 8000, sorting: 'MEMORY' };
/** They go through tables in their order: a page that was read is hardly read again. What they sort may be long. */
const LONG_READS: Memory = { cacheKb: 2000, sorting: 'FILE' };
const OPENING_MS = 5_000;

const HANDLES = new WeakMap<Db, Sqlite.Database>();

/** Kysely itself leaves a connection open that was never used. */
async function close(db: Db): Promise<void> {
  await db.destroy();
  const sqlite = HANDLES.get(db);
  if (sqlite?.open) sqlite.close();
}

function connect(data: string, readonly: boolean, { cacheKb, sorting } = SHORT): Db {
  const sqlite = new Sqlite(databaseFile(data), { readonly, timeout: OPENING_MS });
  if (!readonly) {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
  }
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma(`cache_size = -${cacheKb}`);
  sqlite.pragma(`temp_store = ${sorting}`);
  // While SQLite waits for a lock nobody is served; transactions wait outside it (`repeated`).
  if (!readonly) sqlite.pragma('busy_timeout = 0');
  const database = remembering(sqlite);
  const db = new Kysely<Schema>({
    dialect: readonly ? new ReadingDialect(database) : new GroupCommitDialect(database),
  });
  HANDLES.set(db, sqlite);
  return db;
}

const REMEMBERED = 300;
const LONGEST = 4000;

/** Statements are prepared once: preparing costs more than running most of them. */
function remembering(sqlite: Sqlite.Database): Connection {
  const known = new Map<string, SqliteStatement>();
  return {
    get inTransaction() {
      return sqlite.inTransaction;
    },
    close: () => sqlite.close(),
    prepare(text) {
      const statement = known.get(text) ?? withRows(sqlite.prepare(text));
      if (text.length > LONGEST) return statement;
      known.delete(text);
      known.set(text, statement);
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
      return statement;
    },
  };
}
