import type { Insertable, Kysely } from 'kysely';

/** Rows a statement: the widest table has some 30 columns, and SQLite takes 32,766 values. */
const ROWS = 500;

/** Inserts many rows, in order, a few hundred a statement. */
export async function insertMany<S, T extends keyof S & string>(
  db: Kysely<S>,
  table: T,
  rows: readonly Insertable<S[T]>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS) {
    await db
      .insertInto(table)
      .values(rows.slice(at, at + ROWS) as never)
      .execute();
  }
}
