import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { MIGRATIONS } from './migrations.ts';
import type { Db, Schema } from './schema.ts';
import { seedStandard } from './standards.ts';

/**
 * One writing connection and one for reading: a read never waits for a transaction. A commit is on disk when it
 * returns (`synchronous=FULL`).
 */
export type Database = { readonly read: Db; readonly write: Db; close(): Promise<void> };

export function databaseFile(data: string): string {
  return join(data, 'shp.sqlite');
}

/** Opens the database of a data directory, makes the directory if there is none, and brings the schema up to date. */
export async function openDatabase(data: string): Promise<Database> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const write = connect(databaseFile(data), false);
  await migrate(write);
  await seedStandard(write);
  const read = connect(databaseFile(data), true);
  return {
    read,
    write,
    async close() {
      await read.destroy();
      await write.destroy();
    },
  };
}

/** A connection of its own that reads only: for a worker's snapshot. */
export function openReadOnly(data: string): Db {
  return connect(databaseFile(data), true);
}

function connect(file: string, readonly: boolean): Db {
  const sqlite = new Sqlite(file, { readonly, timeout: 5000 });
  if (!readonly) {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
  }
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('cache_size = -32000');
  sqlite.pragma('temp_store = MEMORY');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
}

async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
