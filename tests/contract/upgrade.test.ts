import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { walkAssessments } from '@shp/server/store/assessmentExports';
import { listAssessments } from '@shp/server/store/assessmentLists';
import { findAssessment } from '@shp/server/store/assessments';
import { openDatabase, type Place } from '@shp/server/store/database';
import { MIGRATIONS } from '@shp/server/store/migrations';
import { openPostgres } from '@shp/server/store/postgres';
import { findPrint, findPrinted } from '@shp/server/store/prints';
import { openSqlite } from '@shp/server/store/sqlite';
import { listUsers } from '@shp/server/store/userLists';
import { Migrator, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOf, dropDatabaseOf } from '../postgres.ts';

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

/** A database as the version left it whose last migration this is, with some rows. */
async function olderDatabase(place: Place, last: string): Promise<void> {
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
    // The last moment of a day in China, and the first of the next.
    ...[submitted('000001', '2026-02-03T15:59:59.999Z'), submitted('000002', '2026-02-03T16:00:00.000Z')],
    ...[assigned('000001', 'expert-b', '2026-01-02'), assigned('000001', 'expert-a', '2026-01-03')],
  ];
  for (const row of rows) await row.execute(database.write);
  await database.close();
}

test('forms, printed conclusions, experts, specialties and days are what they were after an upgrade', async () => {
  const data = mkdtempSync(join(tmpdir(), 'shp-upgrade-'));
  onTestFinished(async () => {
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
  });
  const url = await databaseOf(data);
  const place = url === null ? { data } : { url };
  await olderDatabase(place, '0005');
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  const { read } = database;
  const all = { kind: 'all' } as const;
  expect((await findAssessment(read, all, '000001'))?.form).toBe('{"a":1}');
  expect((await findAssessment(read, all, '000002'))?.form).toBe('{"a":2}');
  expect(await findPrint(read, { id: '000001' })).toEqual({ json: '{"b":2}', digest: 'digest' });
  expect(await findPrint(read, { id: '000002' })).toBeUndefined();
  expect((await findPrinted(read, 'GXXSD-2026-000001', 'digest'))?.print).toBe('{"b":2}');
  const experts = [];
  for await (const rows of walkAssessments(read, all, { sortby: 'number' }, 10))
    experts.push(...rows.map((row) => row.experts));
  expect(experts).toEqual(['expert-b,expert-a', '']);
  const safety = { isDeleted: false, specialty: 'safety', page: 1, size: 5 };
  expect((await listUsers(read, all, 'experts', safety)).total).toBe(1);
  const until = (to: string) => listAssessments(read, all, { to, page: 1, size: 1 });
  const [third, fourth] = [await until('2026-02-03'), await until('2026-02-04')];
  expect([third.total, fourth.total, fourth.rows[0]?.id]).toEqual([1, 2, '000002']);
});
