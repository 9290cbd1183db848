import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { databaseFile } from '../store/db/types.ts';
import { isSwapPending } from './swap.ts';

/** There is no database in a data directory. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
  constructor(readonly data: string) {
    super(`no database in ${data}`);
  }
}

/** A restore was cut off after its data were complete: the directory is neither the old one nor the new one. */
export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished';
  constructor(readonly data: string) {
    super(`an unfinished restore in ${data}`);
  }
}

export type KeptFile = { readonly id: string; readonly size: number; readonly sha256: string };

/** Opens a data directory's database for reading, beside a server that runs. @throws NoDatabase, RestoreUnfinished */
export function openForReading(data: string): Sqlite.Database {
  if (isSwapPending(data)) throw new RestoreUnfinished(data);
  const file = databaseFile(data);
  if (!existsSync(file)) throw new NoDatabase(data);
  return new Sqlite(file, { readonly: true, timeout: 5000 });
}

/** Copies a database as it is at one moment; whoever writes meanwhile does not wait. */
export async function snapshotInto(live: Sqlite.Database, file: string): Promise<void> {
  for (const one of [file, `${file}-journal`]) await rm(one, { force: true });
  live.prepare('VACUUM INTO ?').run(file);
}

/** Every file that a row names, with what its bytes must be. */
export function keptFiles(database: Sqlite.Database): KeptFile[] {
  return database.prepare<[], KeptFile>('SELECT id, size, sha256 FROM files ORDER BY id').all();
}

/** Whether a row names this file. */
export function isKept(database: Sqlite.Database, id: string): boolean {
  return database.prepare('SELECT 1 FROM files WHERE id = ?').get(id) !== undefined;
}

/** Rows by table. */
export function countRows(database: Sqlite.Database): Record<string, number> {
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all();
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()]);
  return Object.fromEntries(rows) as Record<string, number>;
}

/** The last step of the schema that a database has. */
export function schemaOf(database: Sqlite.Database): string {
  return database.prepare('SELECT max(name) FROM kysely_migration').pluck().get() as string;
}
