import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from '@shp/shared/text/en/cli';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startContract } from '../../support/contract.ts';
import { type Desk, lines, newDesk } from '../../support/desk.ts';
import { environmentOf, storeOf } from '../../support/store.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

/** A SQLite database in a directory, with its files in a bucket. */
const data = mkdtempSync(join(tmpdir(), 'shp-upkeep-'));
const store = storeOf(data);
const place = store?.place ?? '';
let desk: Desk;
let fileId: string;
beforeAll(async () => {
  desk = await newDesk();
  Object.assign(desk.env, environmentOf(store?.url ?? ''));
  const server = await startContract(undefined, data);
  fileId = await Tus.of(server, server.admin).upload({ target: 'document', roles: '', filename: 'a.pdf' }, pdfOf(900));
  await server.stop();
});
afterAll(async () => {
  await desk.clear();
  rmSync(data, { recursive: true });
});

test("a backup says that it lacks the bucket's files; after a restore they are still there", async () => {
  const run = await desk.shp(['backup', 'shp.tar', '--data', data, '--files', place]);
  expect([run.code, run.err]).toEqual([0, expect.stringContaining(cli.backup.withoutFiles(place))]);
  const back = join(desk.folder, 'back');
  expect((await desk.shp(['restore', 'shp.tar', '--data', back])).code).toBe(0);
  expect((await desk.shp(['doctor', '--data', back, '--files', place])).code).toBe(0);
});

test('doctor reads the files in a bucket', async () => {
  expect((await desk.shp(['doctor', '--data', data, '--files', place])).code).toBe(0);
  const elsewhere = await desk.shp(['doctor', '--data', data, '--files', `${place}-empty`, '--format', 'ndjson']);
  expect(elsewhere.code).toBe(1);
  expect(lines(elsewhere.out)).toMatchObject([{ check: 'file', object: fileId }]);
});
