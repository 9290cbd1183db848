// Makes a data directory N times as large as a filled one, in the database alone, which takes minutes in place of the
// hour that filling it would: npm run multiply -- --data DIR --into NEW --times 10. Each copy has its own stations, experts
// and aggregate accounts with all that they did; units stay the same, and scores item by item and prints are not copied.
// `shp doctor` finds nothing wrong with it.
import { cpSync, existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { digestOf } from '@shp/server/audit/append';
import { databaseFile } from '@shp/server/store/db/types';
import type { AuditTable } from '@shp/server/store/schema/schema';
import Sqlite from 'better-sqlite3';

const MOST = 100;

const { values } = parseArgs({
  options: { data: { type: 'string' }, into: { type: 'string' }, times: { type: 'string', default: '10' } },
});
const { data, into } = values;
const times = Number(values.times);
if (data === undefined || into === undefined || !Number.isSafeInteger(times) || times < 2 || times > MOST) {
  console.error(`npm run multiply -- --data DIR --into NEW --times 2..${MOST}`);
  process.exit(2);
}
if (existsSync(into)) {
  console.error(`${into} is there already`);
  process.exit(1);
}

/** The id of a copy: of one length with the first, after it in every order, and with a letter that no id has. */
const fresh = (column: string) => `substr(${column}, 1, length(${column}) - 3) || 'u' || printf('%02d', @copy)`;
/** Who is copied. */
const PEOPLE = 'temp.people';
/** Units and administrators are not copied: what they did in a copy they did too. */
const person = (column: string) => `CASE WHEN ${column} IN ${PEOPLE} THEN ${fresh(column)} ELSE ${column} END`;
const number = (column: string) => `substr(${column}, 1, 11) || printf('%06d', substr(${column}, 12) + @copy *
  (SELECT value FROM counters WHERE name = 'assessment-' || substr(${column}, 7, 4)))`;

/** `originals`: the rows that are no copies; by row number where absent. */
type Copied = { readonly only?: string; readonly originals?: string; readonly columns: Record<string, string> };
/** What differs in a copy, table by table; the triggers of the database keep its totals. */
const COPIED: Record<string, Copied> = {
  users: {
    only: `id IN ${PEOPLE}`,
    columns: {
      id: fresh('id'),
      account: `account || '-' || @copy`,
      account_key: `account_key || '-' || @copy`,
      load: '0',
    },
  },
  account_hands: { only: `user_id IN ${PEOPLE}`, columns: { user_id: fresh('user_id'), by_id: person('by_id') } },
  links: { columns: { supervisor_id: fresh('supervisor_id'), station_id: fresh('station_id') } },
  assessments: {
    columns: {
      id: fresh('id'),
      number: number('number'),
      station_id: fresh('station_id'),
      experts: `''`,
    },
  },
  forms: { columns: { assessment_id: fresh('assessment_id') } },
  assessment_experts: { columns: { assessment_id: fresh('assessment_id'), expert_id: fresh('expert_id') } },
  // It has no row numbers.
  contributions: {
    originals: `substr(assessment_id, -3, 1) <> 'u'`,
    columns: { assessment_id: fresh('assessment_id'), user_id: person('user_id') },
  },
  escalations: { columns: { assessment_id: fresh('assessment_id') } },
  // Remarks may name files, which are not copied.
  events: {
    columns: { id: fresh('id'), assessment_id: fresh('assessment_id'), remarks: `'[]'`, by_id: person('by_id') },
  },
};

const began = performance.now();
cpSync(data, into, { recursive: true });
const database = new Sqlite(databaseFile(into));
// Nothing of it has to survive anything yet.
database.unsafeMode();
for (const setting of [
  'journal_mode = DELETE',
  'journal_mode = OFF',
  'synchronous = OFF',
  'foreign_keys = OFF',
  'cache_size = -1000000',
])
  database.pragma(setting);
database.exec(`CREATE TABLE ${PEOPLE} (id PRIMARY KEY) WITHOUT ROWID;
  INSERT INTO people SELECT id FROM users WHERE role IN ('station', 'expert', 'supervisor')`);
const firsts = new Map(
  Object.entries(COPIED).flatMap(([table, { originals }]) => (originals ? [] : [[table, lastRow(table)]])),
);
for (let copy = 1; copy < times; copy++) for (const table of Object.keys(COPIED)) add(table, copy);
database.transaction(chainAudit)();
database.prepare(`UPDATE counters SET value = value * ? WHERE name LIKE 'assessment-%'`).run(times);
database.pragma('journal_mode = WAL');
const counts = Object.keys(COPIED).map((table) => [table, count(table)]);
database.close();
const seconds = Math.round((performance.now() - began) / 1000);
console.log(JSON.stringify({ ...Object.fromEntries(counts), seconds }));

function add(table: string, copy: number): void {
  const { only = '1 = 1', originals, columns = {} } = COPIED[table] ?? {};
  const names = database.pragma(`table_info(${table})`) as { name: string }[];
  const taken = names.map(({ name }) => columns[name] ?? name);
  database
    .prepare(
      `INSERT INTO ${table} (${names.map(({ name }) => name)})
        SELECT ${taken} FROM ${table} WHERE ${originals ?? 'rowid <= @last'} AND ${only}
        ORDER BY ${originals ? 1 : 'rowid'}`,
    )
    .run({ copy, last: firsts.get(table) });
}

/** The audit with the rows of all copies in the order of their times, as one chain. */
function chainAudit(): void {
  const guards = database
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'`)
    .all() as { name: string; sql: string }[];
  const first = database.prepare('SELECT * FROM audit ORDER BY seq').all() as AuditTable[];
  const renamed = database.prepare(
    `SELECT ${fresh('@id')} AS id, ${person('@by_id')} AS by_id,
      CASE @object_kind WHEN 'assessment' THEN ${fresh('@object_id')} ELSE ${person('@object_id')} END AS object_id`,
  );
  const columns = ['id', 'at', 'by_id', 'by_name', 'by_role', 'action', 'object_kind', 'object_id', 'object_name'];
  columns.push('address', 'changes', 'digest');
  const insert = database.prepare(`INSERT INTO audit (${columns}) VALUES (${columns.map((column) => `@${column}`)})`);
  for (const { name } of guards) database.exec(`DROP TRIGGER ${name}`);
  database.exec('DELETE FROM audit');
  let digest = '';
  for (const row of first) {
    for (let copy = 0; copy < times; copy++) {
      const next = copy === 0 ? row : { ...row, ...(renamed.get({ ...row, copy }) as Partial<AuditTable>) };
      digest = digestOf(digest, next);
      insert.run({ ...next, digest });
    }
  }
  for (const { sql } of guards) database.exec(sql);
  database.prepare('UPDATE audit_end SET count = ?, seq = ?, digest = ?').run(count('audit'), lastRow('audit'), digest);
}

function lastRow(table: string): number {
  return database.prepare(`SELECT max(rowid) FROM ${table}`).pluck().get() as number;
}

function count(table: string): number {
  return database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
}
