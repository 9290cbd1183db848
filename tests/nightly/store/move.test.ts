import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@shp/server/store/db/database';
import { cli } from '@shp/shared/text/en/cli';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ADMIN_PASSWORD, startContract } from '../../support/contract.ts';
import { type Desk, lines, newDesk } from '../../support/desk.ts';
import { databaseOf, startPostgres, type TestPostgres, usingPostgres } from '../../support/postgres.ts';
import { rawDatabase } from '../../support/rawDatabase.ts';
import { inBucket, type RawFileStore } from '../../support/rawFileStore.ts';
import { newRegion } from '../../support/region.ts';
import { BUCKET, environmentOf, storeOf } from '../../support/store.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

/** An installation with demo data, an uploaded document and an unfinished upload. */
let postgres: TestPostgres;
let asBefore: () => void;
let desk: Desk;
let data: string;
let underWay: string;
let documentId: string;
const url = storeOf('')?.url ?? '';
const bytes = pdfOf(700_000);
const document = { target: 'document', roles: '', filename: 'a.pdf' };

beforeAll(async () => {
  desk = await newDesk();
  Object.assign(desk.env, environmentOf(url));
  data = await newRegion({ stations: 20, assessments: 12 }, true, ADMIN_PASSWORD);
  const server = await startContract(['--no-captcha', '--files', data], data);
  const tus = Tus.of(server, server.admin);
  documentId = await tus.upload(document, pdfOf(5000, 9));
  underWay = await tus.begin(document, bytes.length);
  await tus.patch(underWay, 0, bytes.slice(0, 300_000));
  const refused = await desk.shp([
    'migrate-data',
    '--data',
    data,
    '--to-database',
    'postgres://x',
    '--to-files',
    's3://x1x',
  ]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is in use by process')]);
  await server.stop();
  postgres = await startPostgres();
  asBefore = usingPostgres(postgres.url);
});
afterAll(async () => {
  asBefore();
  await postgres.stop();
  await desk.clear();
  rmSync(data, { recursive: true });
});

const placeOf = (name: string) => `s3://${BUCKET}/${name}`;
const migrate = (database: string, files: string) => [
  ...['migrate-data', '--data', data, '--to-database', database, '--to-files', files],
];

/** Compares the row counts of all tables, and the files by digest. */
async function compare(database: string, stored: RawFileStore): Promise<void> {
  const [before, after] = [rawDatabase(data, null), rawDatabase('', database)];
  for (const table of await before.tables()) {
    if (/^(?:sqlite|kysely)_/.test(table)) continue;
    const where = table === 'counters' ? "WHERE name NOT LIKE 'changes-%'" : '';
    const [old] = await before.sql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
    const [now] = await after.sql<{ n: string }>(`SELECT count(*) AS n FROM ${table} ${where}`);
    expect([table, Number(now?.n)]).toEqual([table, old?.n]);
  }
  const files = await after.sql<{ id: string; sha256: string }>('SELECT id, sha256 FROM files');
  const blobs = await stored.blobs();
  expect(blobs.size).toBe(files.length);
  for (const { id, sha256: digest } of files) expect(sha256(blobs.get(id) ?? new Uint8Array())).toBe(digest);
}

test('data moves to PostgreSQL and an object store, also when killed and run again, and work continues there', async () => {
  const database = (await databaseOf('moved')) ?? '';
  const stored = inBucket(placeOf('moved'), url);
  // A lock on the target's `users` holds up the rows, so that the kill comes before the end.
  await (await openDatabase({ url: database })).close();
  const other = new Client(database);
  await other.connect();
  await other.query('begin; lock table users in exclusive mode');
  const first = desk.start(migrate(database, placeOf('moved')));
  await vi.waitFor(async () => expect((await stored.blobs()).size).toBeGreaterThan(3), { timeout: 30_000 });
  first.child.kill('SIGKILL');
  await first.done;
  await other.end();
  expect(await rawDatabase('', database).sql('SELECT id FROM users')).toEqual([]);

  const run = await desk.shp(migrate(database, placeOf('moved')));
  expect([run.code, run.err]).toEqual([0, expect.stringMatching(/^Moved and verified: \d+ tables, \d+ files/m)]);
  const told = lines<{ table: string; rows: number; digest: string }>(run.out);
  expect(told.find(({ table }) => table === 'users')?.rows).toBeGreaterThan(60);
  expect(told.every(({ digest }) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
  await compare(database, stored);

  const again = await desk.shp(migrate(database, placeOf('moved')));
  expect([again.code, again.err]).toEqual([1, expect.stringContaining(cli.move.notEmpty.database)]);

  const folder = mkdtempSync(join(tmpdir(), 'shp-moved-'));
  const flags = ['--no-captcha', '--database-url', database, '--files', placeOf('moved')];
  const server = await startContract(flags, folder);
  expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
  const tus = Tus.of(server, server.admin);
  expect((await tus.head(underWay)).headers.get('Upload-Offset')).toBe('300000');
  expect((await tus.patch(underWay, 300_000, bytes.slice(300_000))).headers.get('File-Id')).not.toBeNull();
  const token = await server.admin.api.call('GET document/token', { fileId: documentId });
  const got = await server.request('GET', `/api/document/download/a.pdf?token=${token.token}`);
  expect(sha256(new Uint8Array(await got.arrayBuffer()))).toBe(sha256(pdfOf(5000, 9)));
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('files move to a directory; missing ones are reported', async () => {
  const database = (await databaseOf('apart')) ?? '';
  const files = mkdtempSync(join(tmpdir(), 'shp-files-'));
  const copy = join(desk.folder, 'copy');
  const done = once(spawn('cp', ['-r', data, copy]), 'exit');
  await done;
  for (const folder of readdirSync(join(copy, 'files')))
    rmSync(join(copy, 'files', folder, documentId), { force: true });
  const args = ['migrate-data', '--data', copy, '--to-database', database, '--to-files', files];
  const run = await desk.shp(args);
  expect([run.code, run.err]).toEqual([6, expect.stringContaining(documentId)]);
  const [count] = await rawDatabase('', database).sql<{ n: string }>('SELECT count(*) AS n FROM files');
  const moved = readdirSync(join(files, 'files')).flatMap((folder) => readdirSync(join(files, 'files', folder)));
  expect(moved).toHaveLength(Number(count?.n) - 1);
  rmSync(files, { recursive: true });
});

test('targets with data and invalid URLs are refused', async () => {
  const database = (await databaseOf('refused')) ?? '';
  const files = mkdtempSync(join(tmpdir(), 'shp-files-'));
  const table: [string, string, number, string][] = [
    ['mysql://x', files, 2, cli.usage.databaseUrl('--to-database')],
    [database, 's3://NO', 2, cli.usage.bucket('--to-files')],
    [database, data, 1, cli.serve.foreignFiles(data)],
    ['postgres://127.0.0.1:9/x', files, 1, cli.serve.noDatabase('')],
  ];
  for (const [to, place, code, words] of table) {
    const run = await desk.shp(migrate(to, place));
    expect([to, place, run.code, run.err]).toEqual([to, place, code, expect.stringContaining(words)]);
  }
  const other = await desk.shp(migrate(database, files));
  expect(other.code).toBe(0);
  const third = (await databaseOf('third')) ?? '';
  writeFileSync(join(files, 'files', readdirSync(join(files, 'files'))[0] ?? '', 'somebody'), 'x');
  const run = await desk.shp(migrate(third, files));
  expect([run.code, run.err]).toEqual([1, expect.stringContaining(cli.move.notEmpty.files)]);
  rmSync(files, { recursive: true });
});
