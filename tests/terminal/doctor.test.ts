import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, doctor, filesOf, made, onBackedUpServer, succeed, whole } from './backups.ts';
import { desk, server } from './demo.ts';

// The logins create audit rows, which the demo lacks.
onBackedUpServer(async (made) => {
  await made.login('admin');
  await made.login('expert01');
});

describe('doctor', () => {
  const CASES: [string, (data: string) => void, Record<string, string>][] = [
    [
      'a missing file',
      (data) => rmSync(join(data, filesOf(data)[0] ?? '')),
      { check: 'file', problem: 'the file is missing' },
    ],
    [
      'a changed file',
      (data) => appendFileSync(join(data, filesOf(data)[3] ?? ''), '.'),
      { check: 'file', problem: 'the file differs from the upload' },
    ],
    [
      'a broken audit chain',
      (data) =>
        change(
          data,
          "DROP TRIGGER audit_no_update; UPDATE audit SET object_name = 'x' WHERE seq = (SELECT min(seq) FROM audit)",
        ),
      { check: 'audit', problem: 'rows were changed, deleted or added from here on' },
    ],
    [
      'a broken invariant',
      (data) => change(data, "UPDATE users SET name = 'x' WHERE account = 'expert01'"),
      { check: 'rule', problem: 'name or capacity differs from the profile' },
    ],
    [
      'a row that names nothing',
      (data) => change(data, "PRAGMA foreign_keys = OFF; UPDATE links SET station_id = 'nobody' WHERE rowid = 1"),
      { check: 'database', problem: expect.stringContaining('links') as unknown as string },
    ],
    ['a newer database', makeNewer, { check: 'schema', problem: 'the database was made by a newer version of shp' }],
    ['a damaged page', (data) => damage(data, 100), { check: 'database' }],
    [
      'a database that is none',
      (data) => writeFileSync(join(data, 'shp.sqlite'), 'x'.repeat(9000)),
      { check: 'database' },
    ],
    ['a database cut off', (data) => truncateSync(join(data, 'shp.sqlite'), 40_000), { check: 'database' }],
  ];
  let sound: string;
  beforeAll(async () => {
    sound = join(made.folder, 'sound');
    await succeed(made, ['restore', whole, '--data', sound]);
  });

  test.each(CASES)('finds %s, suggests a repair, and exits with 1', async (_name, spoil, found) => {
    cpSync(sound, at('data'), { recursive: true });
    spoil(at('data'));
    const run = await doctor(at('data'));
    const rows = JSON.parse(run.out) as Record<string, string>[];
    expect(rows[0]).toMatchObject(found);
    expect(rows.every(({ advice = '' }) => advice.length > 20)).toBe(true);
    expect(run.code).toBe(1);
  });

  test('refuses a database of a newer version and suggests what to do', async () => {
    cpSync(sound, at('data'), { recursive: true });
    makeNewer(at('data'));
    const run = await desk.shp(['serve', '--data', at('data'), '--port', '0']);
    expect(run.err).toMatch(
      /^shp: serve: the database was made by a newer version of shp\nUse that version, or .*restore/,
    );
    expect([run.code, run.out]).toEqual([1, '']);
  });

  test('a missing file can be restored as suggested', async () => {
    const data = at('data');
    cpSync(sound, data, { recursive: true });
    rmSync(join(data, filesOf(data)[5] ?? ''));
    const [finding] = JSON.parse((await doctor(data)).out) as { advice: string }[];
    const command = /tar .*$/.exec(finding?.advice ?? '')?.[0].replace('BACKUP', whole);
    execFileSync('bash', ['-c', command ?? 'false'], { cwd: data });
    expect((await doctor(data)).code).toBe(0);
  });

  test('examines a directory with a running server; a directory without a database is refused', async () => {
    expect((await desk.shp(['doctor'], { env: { SHP_DATA: server.data } })).code).toBe(0);
    const run = await desk.shp(['doctor', '--data', at('nowhere')]);
    expect([run.code, run.out]).toEqual([1, '']);
    expect(run.err).toContain('no database in');
    expect(readdirSync(desk.folder)).toEqual([]);
  });
});

function change(data: string, script: string): void {
  const database = new Sqlite(join(data, 'shp.sqlite'));
  database.exec(script);
  database.close();
}

function makeNewer(data: string): void {
  change(data, "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999', '2026-01-01')");
}

/** Overwrites a page of the database file. */
function damage(data: string, page: number): void {
  const file = join(data, 'shp.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xff, page * 4096, page * 4096 + 200);
  writeFileSync(file, bytes);
}
