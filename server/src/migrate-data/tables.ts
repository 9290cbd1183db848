import { createHash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db } from '../store/schema/schema.ts';

/** A table's name and columns. */
export type Table = { readonly name: string; readonly columns: readonly string[] };
export type Row = Record<string, unknown>;

const BATCH = 500;

/** Every SQLite table, referenced tables first. */
export function tablesOf(database: Sqlite.Database): Table[] {
  const names = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'kysely_%'",
    )
    .pluck()
    .all();
  const sorted = new Set<string>();
  const add = (name: string) => {
    if (sorted.has(name)) return;
    const parents = database.pragma(`foreign_key_list(${name})`) as { table: string }[];
    for (const { table } of parents) if (table !== name) add(table);
    sorted.add(name);
  };
  for (const name of names) add(name);
  return [...sorted].map((name) => ({
    name,
    columns: (database.pragma(`table_info(${name})`) as { name: string }[]).map((column) => column.name),
  }));
}

/** The rows of a SQLite table, in batches. */
export function* rowsIn(database: Sqlite.Database, { name, columns }: Table): Generator<Row[]> {
  let batch: Row[] = [];
  const statement = database.prepare<[], Row>(`SELECT ${quoted(columns)} FROM "${name}"`);
  for (const row of statement.iterate()) {
    if (batch.push(row) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The rows of a PostgreSQL table, in batches; needs a transaction. */
export async function* postgresRows(db: Db, { name, columns }: Table): AsyncGenerator<Row[]> {
  await sql.raw(`DECLARE moved NO SCROLL CURSOR FOR SELECT ${quoted(columns)} FROM "${name}"`).execute(db);
  for (;;) {
    const { rows } = await sql.raw<Row>(`FETCH ${BATCH} FROM moved`).execute(db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql.raw('CLOSE moved').execute(db);
}

/** Deletes the rows that a new PostgreSQL database starts with. */
export async function clearSeeds(db: Db): Promise<void> {
  for (const seeded of ['standards', 'settings', 'counters', 'audit_end'])
    await sql.raw(`DELETE FROM ${seeded}`).execute(db);
}

/** Sets the sequence of the audit to its last row. */
export async function continueNumbers(db: Db): Promise<void> {
  await sql`SELECT setval(pg_get_serial_sequence('audit', 'seq'), greatest(max(seq), 1), max(seq) IS NOT NULL) FROM audit`.execute(
    db,
  );
}

/** Count and digest of a table's rows, independent of their order. */
export class TableDigest {
  rows = 0;
  private sum = 0n;

  constructor(private readonly columns: readonly string[]) {}

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const text = JSON.stringify(this.columns.map((column) => row[column] ?? null));
      const digest = createHash('sha256').update(text).digest('hex');
      this.sum = BigInt.asUintN(256, this.sum + BigInt(`0x${digest}`));
    }
    this.rows += rows.length;
  }

  get digest(): string {
    return this.sum.toString(16).padStart(64, '0');
  }
}

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');
