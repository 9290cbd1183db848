import { type QueryExecutorProvider, sql } from 'kysely';
import { type Dialect, dialectOf, jsonTexts } from '../db/dialect.ts';
import type { SpecialtyTotalsTable } from '../schema/schema.ts';

/*
 * `specialty_totals`: number of experts by specialty, division and deletion. Triggers update it in the transaction of
 * each change.
 */

const held = (dialect: Dialect, row: string) => jsonTexts(dialect, `${row}.profile`, 'specialties');

const counted = (dialect: Dialect) => `SELECT held.value AS specialty, role, is_deleted, division,
    count(DISTINCT users.id) AS count
  FROM users CROSS JOIN ${held(dialect, 'users')} WHERE role = 'expert' GROUP BY 1, 2, 3, 4`;

/** Fills the table from all experts. */
export const specialtiesFilled = (dialect: Dialect) =>
  `INSERT INTO specialty_totals (specialty, role, is_deleted, division, count) ${counted(dialect)}`;

/** The correct content of `specialty_totals`, computed from every expert. */
export const specialtiesNow = (db: QueryExecutorProvider) =>
  sql<SpecialtyTotalsTable>`(${sql.raw(counted(dialectOf(db)))})`;
