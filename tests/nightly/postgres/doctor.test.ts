import { appendFileSync, closeSync, cpSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from '@shp/shared/text/en/cli';
import { doctor as texts } from '@shp/shared/text/en/doctor';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { type Desk, newDesk } from '../../support/desk.ts';
import { addSupervisor } from '../../support/people.ts';
import { startPostgres, type TestPostgres, usingPostgres } from '../../support/postgres.ts';
import { addCast, bring } from '../../support/review.ts';
import { filesOf } from '../../terminal/backups.ts';

let postgres: TestPostgres;
let asBefore: () => void;
let server: Contract;
let desk: Desk;
let sound: string;
beforeAll(async () => {
  postgres = await startPostgres();
  asBefore = usingPostgres(postgres.url);
  desk = await newDesk();
  server = await startContract(undefined, join(desk.folder, 'shp-doctor'));
  sound = server.database ?? '';
  const { station } = await bring(server, await addCast(server), 'passed');
  const { id } = await addSupervisor(server);
  await server.admin.api.call('POST supervise/stations', { userId: id, stationsId: [station.id] });
});
afterAll(async () => {
  await server.stop();
  await desk.clear();
  asBefore();
  await postgres.stop();
});

/** The doctor's findings for an installation. */
async function doctor(url: string, data = server.data) {
  const { code, out, err } = await desk.shp(['doctor', '--database-url', url, '--data', data, '--format', 'json']);
  return { code, err, rows: (out === '' ? [] : JSON.parse(out)) as Record<string, string>[] };
}

/** Runs statements without triggers and foreign keys, as an attacker with full database access could. */
async function behindAll(url: string, ...statements: string[]): Promise<Record<string, string>> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    let last: Record<string, string> = {};
    for (const statement of statements) [last = {}] = (await client.query<Record<string, string>>(statement)).rows;
    return last;
  } finally {
    await client.end();
  }
}

/** A copy of the sound database, which no server uses any more. */
async function copied(): Promise<string> {
  const name = new URL(sound).pathname.slice(1);
  const system = `${postgres.url}/postgres`;
  await behindAll(system, 'DROP DATABASE IF EXISTS spoilt', `CREATE DATABASE spoilt TEMPLATE "${name}"`);
  return `${postgres.url}/spoilt`;
}

test('doctor finds no problem in a sound installation, with running servers, a read-only role and concurrent writes', async () => {
  await behindAll(
    sound,
    "CREATE ROLE looker LOGIN PASSWORD 'looker'",
    'GRANT SELECT ON ALL TABLES IN SCHEMA public TO looker',
    'ALTER ROLE looker SET default_transaction_read_only = on',
  );
  const writer = new Client(sound);
  await writer.connect();
  await writer.query('BEGIN');
  await writer.query('SELECT pg_advisory_xact_lock(5484879)');
  await writer.query("UPDATE users SET name = 'x'");
  const found = await doctor(sound.replace('shp:shp@', 'looker:looker@'));
  await writer.end();
  expect(found).toMatchObject({ code: 0, rows: [] });
  expect(found.err).toContain(cli.validation.none);
});

test('doctor takes its places from the environment and reports what is not configured', async () => {
  const env = { SHP_DATABASE_URL: sound, SHP_DATA: server.data };
  expect((await desk.shp(['doctor'], { env })).code).toBe(0);
  const empty = await doctor(`${postgres.url}/postgres`);
  expect([empty.code, empty.err]).toEqual([1, expect.stringContaining(cli.serve.emptyDatabase)]);
  await behindAll(sound, "CREATE ROLE stranger LOGIN PASSWORD 'stranger'");
  const denied = await doctor(sound.replace('shp:shp@', 'stranger:stranger@'));
  expect([denied.code, denied.err]).toEqual([
    1,
    expect.stringContaining(cli.serve.databaseRefuses('permission denied')),
  ]);
  const nowhere = await doctor(`${postgres.url}/nowhere`);
  expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining(cli.serve.noDatabase(''))]);
  const another = join(desk.folder, 'another');
  await behindDirectory(another);
  const mixed = await doctor(sound, another);
  expect([mixed.code, mixed.err]).toEqual([1, expect.stringContaining(cli.serve.foreignFiles(another))]);
});

/** Creates a data directory with a SQLite database. */
async function behindDirectory(data: string): Promise<void> {
  const { openDatabase } = await import('@shp/server/store/db/database');
  await (await openDatabase({ data })).close();
}

const CASES: [string, string, Record<string, unknown>][] = [
  [
    'a broken audit chain',
    "UPDATE audit SET object_name = 'x' WHERE seq = (SELECT min(seq) FROM audit)",
    { check: 'audit', problem: texts.audit, advice: texts.auditAdvice },
  ],
  [
    'a broken rule',
    "UPDATE assessments SET valid_until = '2099-01-01' WHERE status = 'passed'",
    { check: 'rule', problem: texts.rules.validity, advice: texts.ruleAdvice },
  ],
  [
    'a total that is not that of the rows',
    'UPDATE assessment_totals SET count = count + 1 WHERE count > 0',
    { check: 'rule', problem: texts.rules.totalsCounted },
  ],
  [
    'a row that names nothing',
    "UPDATE links SET station_id = 'nobody'",
    { check: 'database', problem: 'links nobody → users', advice: texts.database.postgres },
  ],
  ['a table that is gone', 'DROP TABLE prints', { check: 'database', problem: expect.stringContaining('prints') }],
  [
    'a newer database',
    "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999', '2026-01-01')",
    { check: 'schema', problem: texts.schemaNewer },
  ],
];

test.each(CASES)('finds %s, suggests a repair, and exits with 1', async (_name, statement, found) => {
  await server.stop();
  const url = await copied();
  await behindAll(url, statement);
  const { code, rows } = await doctor(url);
  expect(rows).toContainEqual(expect.objectContaining(found));
  expect(rows.every(({ advice = '' }) => advice.length > 20)).toBe(true);
  expect(code).toBe(1);
});

test('doctor finds a missing and a changed file, and says that they are in no backup', async () => {
  const data = join(desk.folder, 'spoilt');
  cpSync(server.data, data, { recursive: true });
  const [missing = '', changed = ''] = filesOf(data);
  rmSync(join(data, missing));
  appendFileSync(join(data, changed), '.');
  const { code, rows } = await doctor(sound, data);
  const told = [
    { check: 'file', problem: texts.missing, advice: texts.fileAdvice.inCopy(missing) },
    { check: 'file', problem: texts.changed, advice: texts.fileAdvice.inCopy(changed) },
  ];
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(expect.arrayContaining(told.map((one) => expect.objectContaining(one) as unknown)));
  expect(code).toBe(1);
});

test('doctor finds a damaged page', async () => {
  const url = await copied();
  const { folder = '', file = '' } = await behindAll(
    url,
    'ALTER TABLE users SET (autovacuum_enabled = off)',
    'CHECKPOINT',
    "SELECT current_setting('data_directory') AS folder, pg_relation_filepath('users') AS file",
  );
  await postgres.crash();
  const page = openSync(join(folder, file), 'r+');
  writeSync(page, Buffer.alloc(200, 0xff), 0, 200, 0);
  closeSync(page);
  await postgres.start();
  const { code, rows } = await doctor(url);
  expect(rows).toEqual([
    {
      check: 'database',
      object: '',
      problem: expect.stringContaining('invalid page'),
      advice: texts.database.postgres,
    },
  ]);
  expect(code).toBe(1);
});
