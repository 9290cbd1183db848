import type { Role } from '@shp/shared/domain/roles';
import { type Dialect, onRows, schemaScript } from './dialect.ts';
import { lowered } from './paging.ts';
import type { Db, NameSuffixesTable } from './schema.ts';
import { FEW } from './ways.ts';

/**
 * Every ending of every user's name and account, kept by the database in the transaction of each change: what holds a
 * text has an ending that begins with it, so that a text is found in an index however many users there are.
 */
export function nameSuffixes(dialect: Dialect): string[] {
  const each = (work: (column: Column) => string) => COLUMNS.map(work).join(';\n');
  return [
    schemaScript(dialect, TABLE),
    suffixesFilled,
    ...onRows(
      dialect,
      'users',
      Object.values(SOURCES),
      { gained: each((column) => added(column, 'NEW')), lost: each((column) => removed(column, 'OLD')) },
      'suffixes',
    ),
  ];
}

type Column = NameSuffixesTable['field'];
const SOURCES: Readonly<Record<Column, string>> = { name: 'name', account: 'account_key' };
const COLUMNS = Object.keys(SOURCES) as Column[];

const TABLE = `CREATE TABLE name_suffixes (
  role TEXT NOT NULL,
  field TEXT NOT NULL,
  suffix TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (role, field, suffix, user_id)
) WITHOUT ROWID`;

/** The longest name has so many characters (`domain/profiles.ts`). */
const LONGEST = 100;
const PLACES = `(VALUES ${Array.from({ length: LONGEST }, (_, place) => `(${place + 1})`).join(', ')}) AS places`;

const suffix = (column: Column, row: string) => `substr(lower(${row}.${SOURCES[column]}), column1)`;
const inside = (column: Column, row: string) => `column1 <= length(${row}.${SOURCES[column]})`;

const added = (column: Column, row: 'NEW') => `INSERT INTO name_suffixes (role, field, suffix, user_id)
  SELECT ${row}.role, '${column}', ${suffix(column, row)}, ${row}.id FROM ${PLACES} WHERE ${inside(column, row)}`;

const removed = (column: Column, row: 'OLD') => `DELETE FROM name_suffixes
  WHERE role = ${row}.role AND field = '${column}' AND user_id = ${row}.id
    AND suffix IN (SELECT ${suffix(column, row)} FROM ${PLACES} WHERE ${inside(column, row)})`;

/** What {@link nameSuffixes} keeps, by looking at every user. */
export const suffixesNow = COLUMNS.map(
  (column) => `SELECT users.role, '${column}' AS field, ${suffix(column, 'users')} AS suffix, users.id AS user_id
    FROM users CROSS JOIN ${PLACES} WHERE ${inside(column, 'users')}`,
).join(' UNION ALL ');

/** Fills the endings of all users, in their order, which is quicker than in any other. */
export const suffixesFilled = `INSERT INTO name_suffixes (role, field, suffix, user_id)
  SELECT role, field, suffix, user_id FROM (${suffixesNow}) AS found ORDER BY role, field, suffix, user_id`;

/**
 * The users of these roles who have a text in their name or, where that is asked, in their account; null where they are
 * more than {@link FEW}.
 */
export async function fewNamed(
  db: Db,
  roles: readonly Role[],
  fields: readonly Column[],
  text: string,
): Promise<string[] | null> {
  const found = await db
    .selectFrom('name_suffixes')
    .select('user_id')
    .distinct()
    .where('role', 'in', [...roles])
    .where('field', 'in', [...fields])
    .where('suffix', '>=', lowered(text))
    .where('suffix', '<', `${lowered(text)}\u{10ffff}`)
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? null : found.map(({ user_id }) => user_id);
}
