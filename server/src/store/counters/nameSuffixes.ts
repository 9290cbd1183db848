import type { Role } from '@shp/shared/domain/accounts/roles';
import { FEW } from '../lists/indexHints.ts';
import { lowered } from '../lists/paging.ts';
import type { Db, NameSuffixesTable } from '../schema/schema.ts';

/*
 * `name_suffixes`: every suffix of every user's name and account, updated by triggers in the transaction of each
 * change. A name that contains a text has a suffix that starts with it, so an index finds the text among any number of
 * users.
 */

type Column = NameSuffixesTable['field'];
const SOURCES: Readonly<Record<Column, string>> = { name: 'name', account: 'account_key' };
const COLUMNS = Object.keys(SOURCES) as Column[];

/** Maximum length of a name (`domain/accounts/profiles.ts`). */
const LONGEST = 100;
const PLACES = `(VALUES ${Array.from({ length: LONGEST }, (_, place) => `(${place + 1})`).join(', ')}) AS places`;

const suffix = (column: Column, row: string) => `substr(lower(${row}.${SOURCES[column]}), column1)`;
const inside = (column: Column, row: string) => `column1 <= length(${row}.${SOURCES[column]})`;

/** The correct content of `name_suffixes`, computed from every user. */
export const suffixesNow = COLUMNS.map(
  (column) => `SELECT users.role, '${column}' AS field, ${suffix(column, 'users')} AS suffix, users.id AS user_id
    FROM users CROSS JOIN ${PLACES} WHERE ${inside(column, 'users')}`,
).join(' UNION ALL ');

/** Fills the suffixes of all users, in index order, which is fastest. */
export const suffixesFilled = `INSERT INTO name_suffixes (role, field, suffix, user_id)
  SELECT role, field, suffix, user_id FROM (${suffixesNow}) AS found ORDER BY role, field, suffix, user_id`;

/** The users of these roles with a text in one of these fields; null if they are more than {@link FEW}. */
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
