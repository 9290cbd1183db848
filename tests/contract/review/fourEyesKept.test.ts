import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '@shp/server/store/db/postgres';
import { openSqlite } from '@shp/server/store/db/sqlite';
import { MIGRATIONS } from '@shp/server/store/schema/migrations';
import { Migrator } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { newDesk } from '../../support/desk.ts';
import { expectRuleActs, judgement, playScenes, type Scenes } from '../../support/fourEyesScenes.ts';
import { databaseOf, dropDatabaseOf, ON_SQLITE } from '../../support/postgres.ts';
import { type RawDatabase, rawDatabase } from '../../support/rawDatabase.ts';

/** The last migration of the version before the four-eyes rule looked in both directions. */
const BEFORE = '0008';

let data: string;
let scenes: Scenes;
let judged: unknown;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'shp-four-eyes-'));
  const server = await startContract(undefined, data);
  scenes = await playScenes(server);
  judged = await judgement(server, scenes);
  await server.stop();
});
afterAll(() => remove(data));

async function remove(folder: string): Promise<void> {
  rmSync(folder, { recursive: true });
  await dropDatabaseOf(folder);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shp-four-eyes-'));
  onTestFinished(() => remove(folder));
  return folder;
}

async function startOn(data: string): Promise<Contract> {
  const server = await startContract(undefined, data);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

test('the rule gives the same results for an upgraded database of the previous version', async () => {
  const older = newFolder();
  cpSync(data, older, { recursive: true, filter: (path) => !path.includes('shp.sqlite') });
  await copyBack(data, older);
  const server = await startOn(older);
  expect(await judgement(server, scenes)).toEqual(judged);
  await expectRuleActs(server, scenes);
}, 120_000);

test.runIf(ON_SQLITE)(
  'the rule gives the same results after a restore',
  async () => {
    const desk = await newDesk();
    onTestFinished(() => desk.clear());
    const into = newFolder();
    for (const args of [
      ['backup', 'whole.tar', '--data', data],
      ['restore', 'whole.tar', '--data', into],
    ])
      expect(await desk.shp(args)).toMatchObject({ code: 0 });
    const server = await startOn(into);
    expect(await judgement(server, scenes)).toEqual(judged);
    await expectRuleActs(server, scenes);
  },
  120_000,
);

/** Fills a database of the older version with the rows of a current one, in the tables and columns that both have. */
async function copyBack(from: string, into: string): Promise<void> {
  const [newUrl, oldUrl] = [await databaseOf(from), await databaseOf(into)];
  const database = oldUrl === null ? openSqlite(into) : await openPostgres(oldUrl);
  const known = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= BEFORE));
  const provider = { getMigrations: async () => known };
  expect((await new Migrator({ db: database.write, provider }).migrateToLatest()).error).toBeUndefined();
  await database.close();
  const [present, older] = [rawDatabase(from, newUrl), rawDatabase(into, oldUrl)];
  const shared = await present.tables();
  for (const table of await older.tables()) {
    if (/^(?:sqlite|kysely)_/.test(table)) continue;
    await older.tamper(table, `DELETE FROM ${table}`);
    if (shared.includes(table)) await fill(older, table, await present.sql(`SELECT * FROM ${table}`));
  }
  const writers = await present.sql(
    `SELECT DISTINCT assessment_id, user_id FROM contributions WHERE kind IN ('selfScores', 'expertScores')`,
  );
  await fill(older, 'score_writers', writers);
  const [end] = await present.sql('SELECT seq AS value FROM audit_end');
  await fill(older, 'counters', [{ name: 'audit', ...end }]);
  if (!ON_SQLITE) await older.sql(`SELECT setval(pg_get_serial_sequence('audit', 'seq'), max(seq)) FROM audit`);
}

async function fill(into: RawDatabase, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const known = await into.columns(table);
  const columns = Object.keys(rows[0] ?? {}).filter((column) => known.includes(column));
  if (columns.length === 0) return;
  const source = ON_SQLITE
    ? `SELECT ${columns.map((column) => `value ->> '${column}'`)} FROM json_each(?)`
    : `SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ?::json)`;
  await into.tamper(table, `INSERT INTO ${table} (${columns}) ${source}`, JSON.stringify(rows));
}
