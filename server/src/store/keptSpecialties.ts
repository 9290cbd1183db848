import { type QueryExecutorProvider, sql } from 'kysely';
import { type Dialect, dialectOf, jsonTexts, onRows, schemaScript } from './dialect.ts';
import type { SpecialtyTotalsTable } from './schema.ts';

/** How many experts there are of each specialty and division, deleted and not, kept by the database in the transaction of each change. */
export function specialtyTotals(dialect: Dialect): string[] {
  return [
    schemaScript(dialect, TABLE),
    `CREATE UNIQUE INDEX specialty_totals_place ON specialty_totals ${PLACE}`,
    specialtiesFilled(dialect),
    ...onRows(
      dialect,
      'users',
      ['profile', 'is_deleted', 'division'],
      { gained: added(dialect, 'NEW', 1), lost: added(dialect, 'OLD', -1) },
      'specialties',
    ),
  ];
}

// With the role, though it is one, so that the conditions of users serve.
const TABLE = `CREATE TABLE specialty_totals (
  specialty TEXT NOT NULL,
  role TEXT NOT NULL,
  is_deleted INTEGER NOT NULL,
  division TEXT,
  count INTEGER NOT NULL
)`;
const PLACE = `(specialty, is_deleted, coalesce(division, ''))`;

const held = (dialect: Dialect, row: string) => jsonTexts(dialect, `${row}.profile`, 'specialties');

const added = (dialect: Dialect, row: 'NEW' | 'OLD', count: 1 | -1) => `INSERT INTO specialty_totals
    (specialty, role, is_deleted, division, count)
  SELECT DISTINCT held.value, ${row}.role, ${row}.is_deleted, ${row}.division, ${count}
    FROM ${held(dialect, row)} WHERE ${row}.role = 'expert'
  ON CONFLICT ${PLACE} DO UPDATE SET count = specialty_totals.count + (${count})`;

const counted = (dialect: Dialect) => `SELECT held.value AS specialty, role, is_deleted, division,
    count(DISTINCT users.id) AS count
  FROM users CROSS JOIN ${held(dialect, 'users')} WHERE role = 'expert' GROUP BY 1, 2, 3, 4`;

/** Fills the totals from all experts. */
export const specialtiesFilled = (dialect: Dialect) =>
  `INSERT INTO specialty_totals (specialty, role, is_deleted, division, count) ${counted(dialect)}`;

/** What {@link specialtyTotals} keeps, by looking at every expert. */
export const specialtiesNow = (db: QueryExecutorProvider) =>
  sql<SpecialtyTotalsTable>`(${sql.raw(counted(dialectOf(db)))})`;
