import type { Insertable, Kysely } from 'kysely';
import { dialectOf, insertRecords } from '../store/db/dialect.ts';

/** Rows per statement: the widest table has about 30 columns, and SQLite allows 32,766 values. */
const ROWS = 500;

/** Inserts many rows in order, `ROWS` per statement; all have the columns of the first. */
export async function insertMany<S, T extends keyof S & string>(
  db: Kysely<S>,
  table: T,
  rows: readonly Insertable<S[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (let at = 0; at < rows.length; at += ROWS) {
    const some = rows.slice(at, at + ROWS);
    if (dialectOf(db) === 'postgres') await insertRecords(db, table, columns, some);
    else
      await db
        .insertInto(table)
        .values(some as never)
        .execute();
  }
}
