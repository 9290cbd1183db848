import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startContract } from '../contract/harness.ts';
import { pdfOf, Tus } from '../contract/tus.ts';
import { setVariable } from '../environment.ts';
import { databaseOf, dropDatabaseOf } from '../postgres.ts';
import { newDesk } from '../terminal/harness.ts';

test('rows move to PostgreSQL without --to-files, and a server there has the files where they are', async () => {
  const data = mkdtempSync(join(tmpdir(), 'shp-rows-'));
  const desk = await newDesk();
  onTestFinished(async () => {
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
    await desk.clear();
  });
  const onPostgres = setVariable('SHP_TEST_POSTGRES', '');
  const old = await startContract(undefined, data);
  const id = await Tus.of(old, old.admin).upload({ target: 'document', roles: '', filename: 'a.pdf' }, pdfOf(5000));
  await old.stop();
  onPostgres();
  const url = (await databaseOf(data)) ?? '';
  const run = await desk.shp(['migrate-data', '--data', data, '--to-database', url]);
  expect([run.code, run.err]).toEqual([0, expect.stringContaining('shp.sqlite.moved')]);
  expect([existsSync(join(data, 'shp.sqlite')), existsSync(join(data, 'shp.sqlite.moved'))]).toEqual([false, true]);
  const server = await startContract(undefined, data);
  onTestFinished(() => server.stop().then(() => {}));
  const { token, name } = await server.admin.api.call('GET document/token', { fileId: id ?? '' });
  const file = await server.request('GET', `/api/document/download/${encodeURIComponent(name)}?token=${token}`);
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 5000]);
});
