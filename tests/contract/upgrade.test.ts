import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditBroken } from '@shp/server/audit/append';
import { verifyAudit } from '@shp/server/audit/read';
import { digestOf, rowText } from '@shp/server/audit/rows';
import { transact } from '@shp/server/context';
import { openDatabase } from '@shp/server/store/db/database';
import { openPostgres } from '@shp/server/store/db/postgres';
import { openSqlite } from '@shp/server/store/db/sqlite';
import type { Place } from '@shp/server/store/db/types';
import { listAssessments, walkAssessments } from '@shp/server/store/lists/assessments';
import { listUsers } from '@shp/server/store/lists/users';
import { findAssessment, ownChanges } from '@shp/server/store/repositories/assessments';
import { findPrint, findPrinted } from '@shp/server/store/repositories/printedConclusions';
import { digestOfToken } from '@shp/server/store/repositories/sessions';
import { MIGRATIONS } from '@shp/server/store/schema/migrations';
import { Migrator, type RawBuilder, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { stationProfile } from '../support/people.ts';
import { databaseOf, dropDatabaseOf } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { outcome, refusal, strictClient } from '../support/strictClient.ts';

const AT = '2026-01-01T00:00:00.000Z';
const user = (
  id: string,
  role: string,
  profile = '{}',
) => sql`INSERT INTO users (id, role, account, account_key, division, name,
  name_key, profile, password_hash, must_change_password, created_at, updated_at)
  VALUES (${id}, ${role}, ${id}, ${id}, '450325', ${id}, ${id}, ${profile}, '', 0, ${AT}, ${AT})`;
const assessment = (id: string, form: string, print: string | null) => sql`INSERT INTO assessments (id, number,
  station_id, station_name, station_key, division, level, status, stage, created_at, updated_at, standard_version, form,
  print, print_digest)
  VALUES (${id}, ${`GXXSD-2026-${id}`}, 'station', 'station', 'station', '450325', 3, 'failed', 7, ${AT}, ${AT}, '2024',
  ${form}, ${print}, ${print === null ? null : 'digest'})`;
const submitted = (id: string, at: string) => sql`UPDATE assessments SET submitted_at = ${at} WHERE id = ${id}`;
const assigned = (to: string, expert: string, at: string) => sql`INSERT INTO assessment_experts (assessment_id,
  expert_id, assigned_at) VALUES (${to}, ${expert}, ${at})`;
const event = (
  of: string,
  at: string,
) => sql`INSERT INTO events (id, assessment_id, seq, status, description, remarks, at)
  VALUES (${`event-${of}`}, ${of}, 1, 'failed', '', '[]', ${at})`;

/** A database at the version with this last migration, with some rows. */
async function olderDatabase(place: Place, last: string, more: readonly RawBuilder<unknown>[] = []): Promise<void> {
  const database = 'url' in place ? await openPostgres(place.url) : openSqlite(place.data);
  const known = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last));
  const { error } = await new Migrator({
    db: database.write,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  expect(error).toBeUndefined();
  const rows = [
    ...[
      user('station', 'station'),
      user('expert-a', 'expert', '{"specialties":["safety"]}'),
      user('expert-b', 'expert'),
    ],
    ...[assessment('000001', '{"a":1}', '{"b":2}'), assessment('000002', '{"a":2}', null)],
    // The last instant of a day in China Standard Time, and the first of the next day.
    ...[submitted('000001', '2026-02-03T15:59:59.999Z'), submitted('000002', '2026-02-03T16:00:00.000Z')],
    ...[assigned('000001', 'expert-b', '2026-01-02'), assigned('000001', 'expert-a', '2026-01-03')],
    event('000001', '2026-02-05T00:00:00.000Z'),
    sql`UPDATE assessments SET version = 4, updated_at = '2026-02-06T00:00:00.000Z' WHERE id = '000001'`,
    ...more,
  ];
  for (const row of rows) await row.execute(database.write);
  await database.close();
}

const audited = (id: string, digest: string) => sql`INSERT INTO audit (id, at, action, object_kind,
  object_id, object_name, address, changes, digest)
  VALUES (${id}, ${AT}, 'user/profile', 'expert', 'expert-a', 'a', '', '{}', ${digest})`;

test.each([
  ['whole', 2, true],
  ['without its last row', 3, false],
])('an audit that was %s stays so after an upgrade', async (_how, counted, ok) => {
  const place = await newPlace();
  await olderDatabase(place, '0005');
  const old = 'url' in place ? await openPostgres(place.url) : openSqlite(place.data);
  let digest = '';
  for (const id of ['one', 'two']) {
    const row = { id, at: AT, by_id: null, by_name: null, by_role: null, action: 'user/profile' };
    const object = { object_kind: 'expert', object_id: 'expert-a', object_name: 'a', address: '', changes: '{}' };
    digest = digestOf(digest, rowText({ ...row, ...object }));
    await audited(id, digest).execute(old.write);
  }
  await sql`INSERT INTO counters (name, value) VALUES ('audit', ${counted})`.execute(old.write);
  await old.close();
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  expect(await verifyAudit(database.read)).toEqual({ ok, rows: 2, firstBroken: ok ? null : 'two' });
  const entry = { object: { kind: 'expert', id: 'expert-a', name: 'a' } };
  const add = () => transact(database, { by: null, address: '', action: 'user/profile' }, ({ audit }) => audit(entry));
  if (ok) await add();
  else await expect(add()).rejects.toThrow(AuditBroken);
  expect(await verifyAudit(database.read)).toEqual({ ok, rows: ok ? 3 : 2, firstBroken: ok ? null : 'two' });
});

async function newPlace(): Promise<Place> {
  const data = mkdtempSync(join(tmpdir(), 'shp-upgrade-'));
  onTestFinished(async () => {
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
  });
  const url = await databaseOf(data);
  return url === null ? { data } : { url };
}

test('forms, conclusions, experts, specialties and dates survive an upgrade', async () => {
  const place = await newPlace();
  await olderDatabase(place, '0005');
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  const { read } = database;
  const all = { kind: 'all' } as const;
  expect((await findAssessment(read, all, '000001'))?.form).toBe('{"a":1}');
  expect((await findAssessment(read, all, '000002'))?.form).toBe('{"a":2}');
  expect(await findPrint(read, { id: '000001' })).toEqual({ json: '{"b":2}', digest: 'digest' });
  expect(await findPrint(read, { id: '000002' })).toBeUndefined();
  expect(await findPrinted(read, 'GXXSD-2026-000001')).toMatchObject({ print: '{"b":2}', digest: 'digest' });
  const experts = [];
  for await (const rows of walkAssessments(read, all, { sortby: 'number' }, 10))
    experts.push(...rows.map((row) => row.experts));
  expect(experts).toEqual(['expert-b,expert-a', '']);
  const safety = { isDeleted: false, specialty: 'safety', page: 1, size: 5 };
  expect((await listUsers(read, all, 'experts', safety)).total).toBe(1);
  const until = (to: string) => listAssessments(read, all, { to, page: 1, size: 1 });
  const [third, fourth] = [await until('2026-02-03'), await until('2026-02-04')];
  expect([third.total, fourth.total, fourth.rows[0]?.id]).toEqual([1, 2, '000002']);
  const since = third.rows.map((row) => [row.status_since, row.shared_updated_at, row.shared_version]);
  expect(since).toEqual([['2026-02-05T00:00:00.000Z', '2026-02-05T00:00:00.000Z', 4]]);
  const own = await ownChanges(read, 'expert-b', ['000001', '000002']);
  expect([...own]).toEqual([['000001', '2026-01-02']]);
});

test('accounts of an older version keep working; their password ages start at the upgrade', async () => {
  const data = mkdtempSync(join(tmpdir(), 'shp-upgrade-'));
  onTestFinished(async () => {
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
  });
  const url = await databaseOf(data);
  const place = url === null ? { data } : { url };
  await olderDatabase(place, '0005');
  const older = 'url' in place ? await openPostgres(place.url) : openSqlite(place.data);
  await sql`UPDATE users SET must_change_password = 1 WHERE id = 'station'`.execute(older.write);
  await older.close();
  const before = Date.now();
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  const users = await database.read.selectFrom('users').selectAll().execute();
  for (const { id, password_set_at, must_change_since } of users) {
    expect(password_set_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(password_set_at ?? '') - before)).toBeLessThan(60_000);
    expect(must_change_since).toBe(id === 'station' ? password_set_at : null);
  }
});

const [OLD_TOKEN, OLD_SESSION] = ['t'.repeat(43), 's'.repeat(43)];

test('a token with write keeps what write still covers; sessions are not confirmed', async () => {
  const data = mkdtempSync(join(tmpdir(), 'shp-upgrade-'));
  onTestFinished(async () => {
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
  });
  const url = await databaseOf(data);
  const place = url === null ? { data } : { url };
  await olderDatabase(place, '0005', [
    user('boss', 'admin'),
    sql`INSERT INTO access_tokens (id, token_hash, user_id, name, scopes, created_at, expires_at)
      VALUES ('old-token', ${digestOfToken(OLD_TOKEN)}, 'boss', 'nightly', 'read,write', ${AT}, '2099-01-01T00:00:00.000Z')`,
    sql`INSERT INTO sessions (id, token_hash, user_id, created_at, last_used_at, expires_at, address, agent)
      VALUES ('old-session', ${digestOfToken(OLD_SESSION)}, 'boss', ${AT}, ${new Date().toISOString()},
      '2099-01-01T00:00:00.000Z', '127.0.0.1', 'test')`,
  ]);
  const server = await startServer({}, ['--no-captcha'], data);
  onTestFinished(async () => void (await server.stop()));
  const job = strictClient(server.url, OLD_TOKEN, 'en');
  const session = strictClient(server.url, OLD_SESSION, 'en');
  expect(await job.call('GET session/self', {})).toMatchObject({ name: 'nightly', scopes: ['read', 'write'] });
  expect(await outcome(job.call('POST user/update_station', { id: 'station', profile: stationProfile('x') }))).toBe(
    '200',
  );
  const account = 'made-by-old';
  const station = { account, division: '450325', profile: stationProfile(account) };
  expect((await refusal(job.call('POST user/add_station', station))).fields).toEqual({
    scope: 'accounts',
    has: 'read, write',
  });
  expect(await session.call('GET session/self', {})).toMatchObject({ kind: 'session', confirmedUntil: null });
  const { id } = await session.call('POST user/add_station', station);
  expect(id).not.toBe('');
});
