import { migration, onRows } from './frozen.ts';

/** Names have at most 100 characters. */
const PLACES = `(VALUES ${Array.from({ length: 100 }, (_, place) => `(${place + 1})`).join(', ')}) AS places`;

const FIELDS = [
  { field: 'name', source: 'name' },
  { field: 'account', source: 'account_key' },
] as const;
type Field = (typeof FIELDS)[number];

const suffix = ({ source }: Field, row: string) => `substr(lower(${row}.${source}), column1)`;
const inside = ({ source }: Field, row: string) => `column1 <= length(${row}.${source})`;

const added = (of: Field) => `INSERT INTO name_suffixes (role, field, suffix, user_id)
  SELECT NEW.role, '${of.field}', ${suffix(of, 'NEW')}, NEW.id FROM ${PLACES} WHERE ${inside(of, 'NEW')}`;

const removed = (of: Field) => `DELETE FROM name_suffixes
  WHERE role = OLD.role AND field = '${of.field}' AND user_id = OLD.id
    AND suffix IN (SELECT ${suffix(of, 'OLD')} FROM ${PLACES} WHERE ${inside(of, 'OLD')})`;

const all = FIELDS.map(
  (of) => `SELECT users.role, '${of.field}' AS field, ${suffix(of, 'users')} AS suffix, users.id AS user_id
    FROM users CROSS JOIN ${PLACES} WHERE ${inside(of, 'users')}`,
).join(' UNION ALL ');

/** Suffixes of names and accounts: an index finds a text as the start of a suffix. */
export default migration(
  `CREATE TABLE name_suffixes (
  role TEXT NOT NULL,
  field TEXT NOT NULL,
  suffix TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (role, field, suffix, user_id)
) WITHOUT ROWID`,
  (dialect) => [
    `INSERT INTO name_suffixes (role, field, suffix, user_id)
  SELECT role, field, suffix, user_id FROM (${all}) AS found ORDER BY role, field, suffix, user_id`,
    ...onRows(
      dialect,
      'users',
      ['name', 'account_key'],
      { gained: FIELDS.map(added).join(';\n'), lost: FIELDS.map(removed).join(';\n') },
      'suffixes',
    ),
  ],
);
