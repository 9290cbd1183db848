import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../schema/schema.ts';

/** Faults of one kind to report at most. */
const MAX_REPORTED = 20;

/**
 * The database's own checks: rows with broken references, and for SQLite damaged pages and indexes. PostgreSQL checks
 * each page when it reads it.
 */
export async function damagesIn(db: Db): Promise<string[]> {
  if (dialectOf(db) === 'postgres') return orphansIn(db);
  const { rows: results } = await sql<{
    integrity_check: string;
  }>`PRAGMA integrity_check(${sql.lit(MAX_REPORTED)})`.execute(db);
  const { rows: orphans } = await sql<Record<'table' | 'rowid' | 'parent', string>>`PRAGMA foreign_key_check`.execute(
    db,
  );
  return [
    ...results.map((one) => one.integrity_check).filter((one) => one !== 'ok'),
    ...orphans.slice(0, MAX_REPORTED).map(({ table, rowid, parent }) => `${table} ${rowid} → ${parent}`),
  ];
}

/** Whether the error means that the database is unreadable, or lacks a table or a column. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(?:SQLITE_|XX00[12]|42P01|42703)/.test(String(error.code));
}

/** Finds rows with a broken reference. Each reference has one column. */
async function orphansIn(db: Db): Promise<string[]> {
  const { rows: references } = await sql<Record<'table' | 'column' | 'parent' | 'key', string>>`
    SELECT conrelid::regclass AS table, mine.attname AS column, confrelid::regclass AS parent, theirs.attname AS key
      FROM pg_constraint
      JOIN pg_attribute mine ON mine.attrelid = conrelid AND mine.attnum = conkey[1]
      JOIN pg_attribute theirs ON theirs.attrelid = confrelid AND theirs.attnum = confkey[1]
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
      ORDER BY 1, 2`.execute(db);
  const found: string[] = [];
  for (const { table, column, parent, key } of references) {
    const named = sql.ref(`child.${column}`);
    const { rows } = await sql<{ value: string }>`
      SELECT DISTINCT ${named} AS value FROM ${sql.table(table)} child
        WHERE ${named} IS NOT NULL
          AND NOT EXISTS (SELECT FROM ${sql.table(parent)} parent WHERE ${sql.ref(`parent.${key}`)} = ${named})
        ORDER BY 1 LIMIT ${sql.lit(MAX_REPORTED)}`.execute(db);
    found.push(...rows.map(({ value }) => `${table} ${value} → ${parent}`));
  }
  return found;
}
