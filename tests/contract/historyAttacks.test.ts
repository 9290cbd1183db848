import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, onContract } from '../support/contract.ts';
import { type Desk, newDesk } from '../support/desk.ts';
import { type AuditLine, HistoryOwner } from '../support/historyOwner.ts';
import { dropDatabaseOf } from '../support/postgres.ts';
import { rawDatabase } from '../support/rawDatabase.ts';

type Copy = Awaited<ReturnType<HistoryOwner['copy']>>;

const data = mkdtempSync(join(tmpdir(), 'shp-attacks-'));
let desk: Desk;
let owner: HistoryOwner;
let database: string | null;
let older: Copy;
let whole: Copy;
let state: string;

const onServer = <T>(work: (server: Contract) => Promise<T>) => onContract(data, work);
const witnessed = (server: Contract) => desk.shp(['audit', 'witness', '--state', state, '--server', server.url]);
const doctor = () =>
  desk.shp(['doctor', '--data', data, ...(database === null ? [] : ['--database-url', database]), '--format', 'json']);
const verified = (server: Contract) => server.admin.api.call('GET audit/verify', {});
async function act(server: Contract, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++)
    await server.admin.api.call('POST notice/preferences', { lang: turn % 2 === 0 ? 'en' : 'zh' });
}

beforeAll(async () => {
  desk = await newDesk();
  state = join(desk.folder, 'state.json');
  await onServer(async (server) => {
    database = server.database;
    await act(server, 260);
  });
  owner = new HistoryOwner(rawDatabase(data, database), data);
  older = await owner.copy('older');
  await onServer((server) => act(server, 5));
  whole = await owner.copy('whole');
  await onServer(async (server) => {
    expect(await witnessed(server)).toMatchObject({ code: 0 });
    expect(await verified(server)).toMatchObject({ ok: true, firstBroken: null, history: null });
  });
}, 120_000);
afterAll(async () => {
  await desk.clear();
  rmSync(data, { recursive: true, force: true });
  await dropDatabaseOf(data);
});

const changed = 'does not continue its last signed head';
const cut = 'ends before its last signed head';
const at = (place: number, change: Partial<AuditLine>) => (rows: AuditLine[]) =>
  rows.map((row, one) => (one === (place < 0 ? rows.length + place : place) ? { ...row, ...change } : row));
const REWRITINGS: [string, (rows: AuditLine[]) => AuditLine[], { told: string; fault: string; alarm: string }][] = [
  [
    'all rows and the whole tree',
    at(10, { by_name: '某人' }),
    { told: changed, fault: 'changed', alarm: 'does not continue the known head' },
  ],
  [
    'history after a row (a fork)',
    (rows) => rows.map((row, index) => (index > rows.length - 4 ? { ...row, action: 'user/profile' } : row)),
    { told: changed, fault: 'changed', alarm: 'does not continue the known head' },
  ],
  ['the tail away', (rows) => rows.slice(0, -3), { told: cut, fault: 'cut', alarm: 'is shorter than' }],
  [
    'the time of a row',
    at(-2, { at: '2020-01-01T00:00:00.000Z' }),
    { told: changed, fault: 'backdated', alarm: 'does not continue the known head' },
  ],
];

test.each(REWRITINGS)(
  'rewriting %s is told by doctor, start and verify, and found by a witness where the key signed it',
  async (_name, change, { told, fault, alarm }) => {
    await whole.back();
    await owner.rewrite(change);
    expect(await doctor()).toMatchObject({ code: 1, out: expect.stringContaining(told) });
    await onServer(async (server) => {
      await expect.poll(server.written).toContain(told);
      expect(await verified(server)).toMatchObject({ ok: false, firstBroken: null, history: fault });
    });
    await whole.back();
    await owner.rewrite(change);
    await owner.signAgain();
    await onServer(async (server) => {
      const run = await witnessed(server);
      expect([run.code, run.err]).toEqual([6, expect.stringMatching(new RegExp(`!!! HISTORY OF .*${alarm}`))]);
    });
  },
  120_000,
);

test('another key in the directory and in the list is told by doctor and start, and found by a witness', async () => {
  await whole.back();
  await owner.exchangeKey(false);
  expect(await doctor()).toMatchObject({
    code: 1,
    out: expect.stringContaining('the key in the data directory is not the listed one'),
  });
  await owner.exchangeKey(true);
  const told = 'no valid signature of a listed key';
  expect(await doctor()).toMatchObject({ code: 1, out: expect.stringContaining(told) });
  await onServer(async (server) => {
    await expect.poll(server.written).toContain(told);
    expect(await verified(server)).toMatchObject({ ok: false, history: 'forged' });
  });
  await owner.signAgain();
  await onServer(async (server) => {
    expect(await witnessed(server)).toMatchObject({ code: 6, err: expect.stringContaining('another key') });
  });
}, 120_000);

test('an older backup in its place is told by doctor and start, and found by a witness', async () => {
  await whole.back();
  await older.back({ files: false });
  expect(await doctor()).toMatchObject({ code: 1, out: expect.stringContaining(cut) });
  await onServer(async (server) => {
    await expect.poll(server.written).toContain(cut);
    expect(await verified(server)).toMatchObject({ ok: false, history: 'cut' });
    expect(await witnessed(server)).toMatchObject({ code: 6, err: expect.stringContaining('is shorter than') });
  });
}, 120_000);

test('a changed node of the tree is told by doctor and verify', async () => {
  await whole.back();
  await rawDatabase(data, database).tamper('audit_nodes', "UPDATE audit_nodes SET hash = 'ab' WHERE place = 0");
  expect(await doctor()).toMatchObject({ code: 1, out: expect.stringContaining(changed) });
  await onServer(async (server) => {
    expect(await verified(server)).toMatchObject({ ok: false, firstBroken: null, history: 'changed' });
  });
}, 120_000);
