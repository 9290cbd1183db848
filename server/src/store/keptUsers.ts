import { type Dialect, onRows, schemaScript } from './dialect.ts';

/** How many users there are of each role and division, deleted and not, kept by the database in the transaction of each change. */
export function userTotals(dialect: Dialect): string[] {
  return [
    schemaScript(dialect, TABLE),
    `CREATE UNIQUE INDEX user_totals_place ON user_totals ${PLACE}`,
    usersFilled,
    ...onRows(dialect, 'users', ['role', 'is_deleted', 'division'], {
      gained: added('NEW', 1),
      lost: added('OLD', -1),
    }),
  ];
}

const TABLE = `CREATE TABLE user_totals (
  role TEXT NOT NULL,
  is_deleted INTEGER NOT NULL,
  division TEXT,
  count INTEGER NOT NULL
)`;
/** Fills the totals from all users. */
export const usersFilled = `INSERT INTO user_totals (role, is_deleted, division, count)
  SELECT role, is_deleted, division, count(*) FROM users GROUP BY 1, 2, 3`;
const PLACE = `(role, is_deleted, coalesce(division, ''))`;

const added = (row: 'NEW' | 'OLD', count: 1 | -1) => `INSERT INTO user_totals (role, is_deleted, division, count)
  VALUES (${row}.role, ${row}.is_deleted, ${row}.division, ${count})
  ON CONFLICT ${PLACE} DO UPDATE SET count = user_totals.count + (${count})`;
