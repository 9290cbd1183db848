import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorTexts } from '@shp/server/errorTexts';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addManager, addStation, COUNTY } from '../../support/people.ts';
import { ON_SQLITE } from '../../support/postgres.ts';
import { outcome, refusal } from '../../support/strictClient.ts';
import { doctor, does, startFails } from './commands.ts';

const here = test.runIf(ON_SQLITE);
let folder: string;
let data: string;
let server: Contract | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shp-faults-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  await server?.stop();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});
const file = () => join(data, 'shp.sqlite');

/** Overwrites a part of the database file with random bytes. */
function damage(from: number, length: number): void {
  const handle = openSync(file(), 'r+');
  writeSync(handle, Buffer.alloc(length, 'rubbish '), 0, length, from);
  closeSync(handle);
}

here(
  'another program that writes for a moment is waited for; for longer, who writes is told so, and readers are served',
  async () => {
    server = await startContract(undefined, data);
    const { admin } = server;
    const other = new Sqlite(file());
    other.exec('BEGIN IMMEDIATE');
    const waiting = addManager(server, 'ministry_manager');
    for (let each = 0; each < 20; each++) expect(await outcome(admin.api.call('GET user', {}))).toBe('200');
    other.exec('ROLLBACK');
    await waiting;
    other.exec('BEGIN IMMEDIATE');
    let over = false;
    const refused = refusal(addManager(server, 'ministry_manager')).finally(() => {
      over = true;
    });
    let answered = 0;
    for (; !over; answered++) expect(await outcome(admin.api.call('GET user', {}))).toBe('200');
    const { status, code, retryAfter } = await refused;
    expect([status, code]).toEqual([503, 'overloaded']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(20);
    other.exec('ROLLBACK');
    other.close();
    await addManager(server, 'ministry_manager');
  },
);

here('a database that is none any more: a start says so and what to do; a restore brings everything back', async () => {
  server = await startContract(undefined, data);
  await addStation(server, COUNTY);
  const backup = join(folder, 'backup.tar');
  does('backup', backup, '--data', data);
  await server.stop();
  damage(0, 4096);
  const told = startFails(data);
  expect(told).toContain('the database is damaged');
  expect(told).toContain('shp restore');
  expect(told).not.toContain('    at ');
  expect(doctor(data)).toBe(1);
  does('restore', backup, '--data', data, '--yes');
  server = await startContract(undefined, data);
  expect((await server.admin.api.call('GET user/stations', {})).total).toBe(1);
  expect(doctor(data)).toBe(0);
});

here('pages damaged everywhere but at the beginning: a start says so', async () => {
  server = await startContract(undefined, data);
  for (let each = 0; each < 3; each++) await addStation(server, COUNTY);
  await server.stop();
  const { size } = statSync(file());
  damage(4096 * 3, size - 4096 * 3);
  const told = startFails(data);
  expect(told).toContain('the database is damaged');
  expect(told).not.toContain('    at ');
  expect(doctor(data)).toBe(1);
});

here('a table that cannot be read any more: the call that needs it says so, others are answered', async () => {
  server = await startContract(undefined, data);
  const { admin } = server;
  const station = await addStation(server, COUNTY);
  await station.api.call('POST assessment/add_assessment', { level: 3 });
  await server.stop();
  const database = new Sqlite(file());
  const [page] = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'assessments'").pluck().all();
  const size = database.pragma('page_size', { simple: true });
  database.close();
  damage((Number(page) - 1) * Number(size), Number(size));
  server = await startContract(undefined, data);
  const again = server.as(admin.token);
  const { status, message } = await refusal(again.call('GET assessment/query', {}));
  expect([status, message]).toEqual([503, errorTexts.en.text.troubles.damaged]);
  expect((await again.call('GET user/stations', {})).total).toBe(1);
  expect(doctor(data)).toBe(1);
});
