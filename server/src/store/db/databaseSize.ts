import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';
import { dialectOf } from './dialect.ts';
import { databaseFile } from './types.ts';

/** The bytes of a database on disk, including SQLite's write-ahead log. */
export async function databaseBytes(db: Db, data: string): Promise<number> {
  if (dialectOf(db) === 'sqlite') {
    const file = databaseFile(data);
    return [file, `${file}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0);
  }
  const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}
