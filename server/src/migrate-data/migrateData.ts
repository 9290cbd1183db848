import { existsSync, renameSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { verifyAudit } from '../audit/read.ts';
import { openForReading, type StoredFile, schemaOf, storedFiles } from '../backup/snapshot.ts';
import { isBucket, openFiles, refuseForeign } from '../files/blobs/fileStore.ts';
import type { FileStore } from '../files/types.ts';
import { takeDirectory } from '../os/dataDirLock.ts';
import { withoutTriggers } from '../store/db/bulkLoad.ts';
import { openDatabase } from '../store/db/database.ts';
import { disableIdleTimeout, insertRecords } from '../store/db/dialect.ts';
import { openSqlite } from '../store/db/sqlite.ts';
import { type Database, databaseFile } from '../store/db/types.ts';
import { installationOf } from '../store/repositories/settings.ts';
import { anyUser } from '../store/repositories/users.ts';
import { MIGRATIONS } from '../store/schema/migrations.ts';
import type { Db } from '../store/schema/schema.ts';
import { NotTheSame, OtherSchema, TargetNotEmpty } from './faults.ts';
import { moveFiles, moveParts } from './files.ts';
import { clearSeeds, continueNumbers, postgresRows, rowsIn, type Table, TableDigest, tablesOf } from './tables.ts';

export type MoveOptions = {
  /** Where uploaded files are stored, if not in the data directory. */
  files?: string | undefined;
  toDatabase: string;
  /** A directory or a bucket; null: files stay where they are. */
  toFiles: string | null;
  signal: AbortSignal;
  /** Reports progress in bytes of files. */
  watchFiles(done: number, total: number): void;
  /** Reports progress in tables. */
  watchTables(done: number, total: number): void;
};

/** What was copied, compared with the source. */
export type Moved = {
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly digest: string }[];
  readonly files: number;
  /** Ids of files that were already missing or changed. */
  readonly unsound: readonly string[];
};

/**
 * Moves an installation from its directory to PostgreSQL and another file store. Copies the files first, then all rows
 * in one transaction; its commit is the move. If interrupted before, it can run again.
 * @throws NoDatabase, RestoreUnfinished, DirectoryInUse, OtherSchema, TargetNotEmpty, ForeignFiles, NotTheSame, and
 * errors of opening the targets
 */
export async function moveInstallation(data: string, options: MoveOptions): Promise<Moved> {
  const { toFiles } = options;
  openForReading(data).close();
  const lock = takeDirectory(data, '');
  try {
    const installation = await installationIn(data);
    if (toFiles !== null && !isBucket(toFiles)) refuseForeign(toFiles);
    const target = await openDatabase({ url: options.toDatabase });
    const source = openForReading(data);
    try {
      if (await anyUser(target.read)) throw new TargetNotEmpty('database');
      const files = storedFiles(source);
      if (toFiles === null) {
        const tables = await moveRows(source, target, options);
        source.close();
        setAside(data);
        return { tables, files: 0, unsound: [] };
      }
      const store = await openFiles(toFiles, data);
      await store.claim(installation);
      const unsound = await filesOf(data, source, files, store, options);
      const tables = await moveRows(source, target, options);
      return { tables, files: files.length - unsound.length, unsound };
    } finally {
      source.close();
      await target.close();
    }
  } finally {
    lock.release();
  }
}

/** Renames the old database. A server started on it by mistake would delete newly uploaded files as leftovers. */
function setAside(data: string): void {
  const file = databaseFile(data);
  for (const ending of ['-wal', '-shm', '']) {
    if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${file}${MOVED}${ending}`);
  }
}

/** Suffix of a database that has been moved. */
export const MOVED = '.moved';

/** The installation's id; creates one if missing. */
async function installationIn(data: string): Promise<string> {
  const source = openForReading(data);
  const schema = schemaOf(source);
  source.close();
  if (schema !== Object.keys(MIGRATIONS).sort().at(-1)) throw new OtherSchema(!Object.hasOwn(MIGRATIONS, schema));
  const own = openSqlite(data);
  try {
    return await installationOf(own.write);
  } finally {
    await own.close();
  }
}

async function filesOf(
  data: string,
  source: Sqlite.Database,
  files: readonly StoredFile[],
  store: FileStore,
  options: MoveOptions,
): Promise<string[]> {
  const directory = options.files ?? data;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const step = (bytes: number) => {
    done += bytes;
    options.watchFiles(done, total);
  };
  const unsound = await moveFiles(directory, files, store, { signal: options.signal, step });
  const underWay = source.prepare<[], string>('SELECT id FROM uploads WHERE finished = 0').pluck().all();
  await moveParts(directory, underWay, store);
  return unsound;
}

async function moveRows(source: Sqlite.Database, target: Database, options: MoveOptions): Promise<Moved['tables']> {
  const tables = tablesOf(source);
  return target.write.transaction().execute(async (db) => {
    await disableIdleTimeout(db);
    if (await anyUser(db)) throw new TargetNotEmpty('database');
    await clearSeeds(db);
    const moved: Moved['tables'][number][] = [];
    await withoutTriggers(db, async () => {
      for (const table of tables) {
        options.signal.throwIfAborted();
        moved.push(await moveTable(source, db, table));
        options.watchTables(moved.length, tables.length);
      }
    });
    await continueNumbers(db);
    // Without ANALYZE, PostgreSQL plans for empty tables until autovacuum runs, minutes later.
    await sql`ANALYZE ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
    if (!(await verifyAudit(db)).ok) throw new NotTheSame('audit chain');
    options.signal.throwIfAborted();
    return moved;
  });
}

async function moveTable(source: Sqlite.Database, db: Db, table: Table): Promise<Moved['tables'][number]> {
  const { name, columns } = table;
  const [sent, arrived] = [new TableDigest(columns), new TableDigest(columns)];
  for (const rows of rowsIn(source, table)) {
    sent.add(rows);
    await insertRecords(db, name, columns, rows);
  }
  for await (const rows of postgresRows(db, table)) arrived.add(rows);
  if (arrived.rows !== sent.rows || arrived.digest !== sent.digest) throw new NotTheSame(name);
  return { table: name, rows: arrived.rows, digest: arrived.digest };
}
