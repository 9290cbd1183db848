import Sqlite from 'better-sqlite3';
import { type CompiledQuery, type DatabaseConnection, Kysely, type SqliteStatement } from 'kysely';
import { ensureDir } from '../../os/ensureDir.ts';
import type { Db, Schema } from '../schema/schema.ts';
import type { Connection } from './batchedTransaction.ts';
import { GroupCommitDialect } from './groupCommit.ts';
import { NO_LOCKS } from './locks.ts';
import { CompilingSqliteDialect } from './sqliteCompiler.ts';
import { type Database, databaseFile } from './types.ts';

/**
 * One connection for writing and one for reading, so that a read never waits for a transaction. A transaction is on
 * disk when it returns (`synchronous=FULL`); parallel ones share a commit.
 */
export function openSqlite(data: string): Database {
  ensureDir(data, 0o700);
  // Temporary files of large sorts in exports: the data directory is always writable.
  process.env.SQLITE_TMPDIR ??= data;
  const write = connect(data, false);
  const read = connect(data, true);
  return {
    read,
    write,
    probe: read,
    locks: NO_LOCKS,
    now: Date.now,
    startTimeouts() {},
    async close() {
      await close(read);
      await close(write);
    },
  };
}

/** A read-only connection; each transaction reads one snapshot. */
export function openSqliteReader(data: string): Db {
  return connect(data, true, LONG_READS);
}

type Memory = { readonly cacheKb: number; readonly sorting: 'MEMORY' | 'FILE' };
const SHORT: Memory = { cacheKb: 8000, sorting: 'MEMORY' };
/** For exports: they read each page about once, so a small cache is enough, and sort large results in a file. */
const LONG_READS: Memory = { cacheKb: 2000, sorting: 'FILE' };
const OPENING_MS = 5_000;

const HANDLES = new WeakMap<Db, Sqlite.Database>();

/** Kysely does not close a connection that was never used. */
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
  // Waiting for a lock inside SQLite would block the event loop; `withRetries` waits outside.
  if (!readonly) sqlite.pragma('busy_timeout = 0');
  const database = cachingStatements(sqlite);
  const db = new Kysely<Schema>({
    dialect: readonly
      ? new CompilingSqliteDialect({
          database,
          onCreateConnection: async (connection) => streamInBatches(connection, sqlite),
        })
      : new GroupCommitDialect(database),
  });
  HANDLES.set(db, sqlite);
  return db;
}

const MAX_STATEMENTS = 300;
const MAX_SQL_LENGTH = 4000;

/** Caches prepared statements: preparing takes longer than running most of them. */
function cachingStatements(sqlite: Sqlite.Database): Connection {
  const known = new Map<string, SqliteStatement>();
  return {
    get inTransaction() {
      return sqlite.inTransaction;
    },
    close: () => sqlite.close(),
    prepare(text) {
      const statement = known.get(text) ?? withRows(sqlite.prepare(text));
      if (text.length > MAX_SQL_LENGTH) return statement;
      known.delete(text);
      known.set(text, statement);
      const [oldest] = known.keys();
      if (known.size > MAX_STATEMENTS && oldest !== undefined) known.delete(oldest);
      return statement;
    },
  };
}

/** Builds row objects from lists of values, which takes a third of the time that the driver needs for objects. */
function withRows(statement: Sqlite.Statement): SqliteStatement {
  if (!statement.reader) return statement;
  const names = statement.columns().map(({ name }) => name);
  statement.raw();
  return {
    reader: true,
    all: (values) => (statement.all(values) as unknown[][]).map((cells) => rowOf(names, cells)),
    run: (values) => statement.run(values),
    *iterate(values) {
      for (const cells of statement.iterate(values)) yield rowOf(names, cells as unknown[]);
    },
  };
}

function rowOf(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index++) row[names[index] as string] = cells[index];
  return row;
}

/** Makes a connection stream rows in batches. Kysely's own stream yields row by row, which makes exports a quarter slower. */
function streamInBatches(connection: DatabaseConnection, sqlite: Sqlite.Database): void {
  connection.streamQuery = async function* <R>({ sql, parameters }: CompiledQuery, size = 1) {
    let rows: R[] = [];
    for (const row of withRows(sqlite.prepare(sql)).iterate(parameters)) {
      rows.push(row as R);
      if (rows.length < size) continue;
      yield { rows };
      rows = [];
    }
    if (rows.length > 0) yield { rows };
  };
}
