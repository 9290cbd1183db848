import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { newDesk } from '../../support/desk.ts';
import { setVariable } from '../../support/environment.ts';
import { expectRuleActs, judgement, playScenes } from '../../support/fourEyesScenes.ts';
import { databaseOf, dropDatabaseOf } from '../../support/postgres.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

/** Starts a server on SQLite, runs `play` on it, moves its rows to PostgreSQL and starts a server there. */
async function moved<T>(play: (old: Contract) => Promise<T>): Promise<{ server: Contract; data: string; before: T }> {
  const data = mkdtempSync(join(tmpdir(), 'shp-rows-'));
  const desk = await newDesk();
  onTestFinished(async () => {
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
    await desk.clear();
  });
  const onPostgres = setVariable('SHP_TEST_POSTGRES', '');
  const old = await startContract(undefined, data).finally(onPostgres);
  const before = await play(old);
  await old.stop();
  const url = (await databaseOf(data)) ?? '';
  const run = await desk.shp(['migrate-data', '--data', data, '--to-database', url]);
  expect([run.code, run.err]).toEqual([0, expect.stringContaining('shp.sqlite.moved')]);
  const server = await startContract(undefined, data);
  onTestFinished(() => server.stop().then(() => {}));
  return { server, data, before };
}

test('rows move to PostgreSQL without --to-files, and a server there uses the existing files', async () => {
  const { server, data, before } = await moved((old) =>
    Tus.of(old, old.admin).upload({ target: 'document', roles: '', filename: 'a.pdf' }, pdfOf(5000)),
  );
  expect([existsSync(join(data, 'shp.sqlite')), existsSync(join(data, 'shp.sqlite.moved'))]).toEqual([false, true]);
  const { token, name } = await server.admin.api.call('GET document/token', { fileId: before ?? '' });
  const file = await server.request('GET', `/api/document/download/${encodeURIComponent(name)}?token=${token}`);
  expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 5000]);
});

test('the four-eyes rule gives the same results after the move', async () => {
  const { server, before } = await moved(async (old) => {
    const scenes = await playScenes(old);
    return { scenes, judged: await judgement(old, scenes) };
  });
  expect(await judgement(server, before.scenes)).toEqual(before.judged);
  await expectRuleActs(server, before.scenes);
});
