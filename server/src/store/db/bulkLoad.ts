import { sql } from 'kysely';
import { fillDaysSql, fillTotalsSql } from '../counters/assessments.ts';
import { expertsFilled, loadsFilled } from '../counters/experts.ts';
import { findingsFilled } from '../counters/findings.ts';
import { monthsFilled } from '../counters/months.ts';
import { ratingsFilled } from '../counters/ratings.ts';
import type { Db } from '../schema/schema.ts';
import { dialectOf } from './dialect.ts';

/**
 * Runs work that inserts whole tables into PostgreSQL, within a transaction. Disables the triggers and checks foreign
 * keys once at the end. Locks the tables meanwhile.
 */
export async function withoutTriggers(db: Db, work: () => Promise<void>): Promise<void> {
  const { rows: references } = await sql<{ table: string; name: string; is: string }>`
    SELECT conrelid::regclass AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS is
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`.execute(db);
  const { rows: watched } = await sql<{ table: string }>`
    SELECT DISTINCT tgrelid::regclass AS table FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace`.execute(db);
  await all(db, [
    ...references.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...watched.map(({ table }) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ]);
  await work();
  await all(db, [
    ...references.map(({ table, name, is }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${is}`),
    ...watched.map(({ table }) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
  ]);
}

/**
 * Runs work that fills an empty database, within a transaction. On PostgreSQL, computes the counter tables at the end:
 * a counter updated row by row leaves a dead version per update, which every later update must skip.
 */
export async function bulkLoad(db: Db, work: () => Promise<void>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return work();
  await withoutTriggers(db, work);
  await all(db, [
    'ANALYZE users, assessments, assessment_experts',
    ...fillTotalsSql,
    fillDaysSql('postgres'),
    monthsFilled('postgres'),
    findingsFilled('postgres'),
    ratingsFilled,
    loadsFilled,
    expertsFilled,
  ]);
}

const all = (db: Db, statements: readonly string[]) => sql.raw(statements.join(';')).execute(db);
