import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { databaseFile } from '../store/db/types.ts';
import { isSwapPending } from './swap.ts';

/** The data directory has no database. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
  constructor(readonly data: string) {
    super(`no database in ${data}`);
  }
}

/** A restore stopped after its data were complete: the directory is between the old state and the new one. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished';
  constructor(readonly data: string) {
    super(`an unfinished restore in ${data}`);
  }
}

export type StoredFile = { readonly id: string; readonly size: number; readonly sha256: string };

/** Opens the database of a data directory read-only; a server may be running. @throws NoDatabase, RestoreUnfinished */
export function openForReading(data: string): Sqlite.Database {
  if (isSwapPending(data)) throw new RestoreUnfinished(data);
  const file = databaseFile(data);
  if (!existsSync(file)) throw new NoDatabase(data);
  return new Sqlite(file, { readonly: true, timeout: 5000 });
}

/** Copies a consistent snapshot of a database without blocking writers. */
export async function snapshotInto(live: Sqlite.Database, file: string): Promise<void> {
  for (const one of [file, `${file}-journal`]) await rm(one, { force: true });
  live.prepare('VACUUM INTO ?').run(file);
}

/** Every file with a row, with the expected size and digest. */
export function storedFiles(database: Sqlite.Database): StoredFile[] {
  return database.prepare<[], StoredFile>('SELECT id, size, sha256 FROM files ORDER BY id').all();
}

/** Whether the file has a row. */
export function hasRow(database: Sqlite.Database, id: string): boolean {
  return database.prepare('SELECT 1 FROM files WHERE id = ?').get(id) !== undefined;
}

/** Number of rows by table. */
export function countRows(database: Sqlite.Database): Record<string, number> {
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all();
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()]);
  return Object.fromEntries(rows) as Record<string, number>;
}

/** The last migration applied to a database. */
export function schemaOf(database: Sqlite.Database): string {
  return database.prepare('SELECT max(name) FROM kysely_migration').pluck().get() as string;
}
