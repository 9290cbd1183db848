import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, newDesk } from '../support/desk.ts';
import { newRegion } from '../support/region.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type AuditLine, exchangeKey, putBack, rewrite, signAgain } from './owner.ts';

const folder = mkdtempSync(join(tmpdir(), 'shp-witness-'));
/** A copy of the data directory before the last rows, and with them. */
const [older, whole, state] = ['older', 'whole', 'state.json'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
let base: string;
let witness: Desk;
afterAll(async () => {
  await witness.clear();
  for (const one of [folder, base]) rmSync(one, { recursive: true, force: true });
});

async function onServer<T>(data: string, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer({}, ['--no-captcha'], data);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
const witnessed = (server: TestServer, ...flags: string[]) =>
  witness.shp(['audit', 'witness', '--state', state, '--server', server.url, ...flags]);
const doctor = (data: string) => witness.shp(['doctor', '--data', data, '--format', 'json']);

async function actOn(server: TestServer, times: number): Promise<void> {
  const desk = await newDesk(server.url);
  for (let turn = 0; turn < times; turn++) await desk.login('admin', undefined, { confirmed: false });
  await desk.clear();
}

beforeAll(async () => {
  witness = await newDesk();
  base = await newRegion({ stations: 20, assessments: 40 }, true);
  await onServer(base, (server) => actOn(server, 1));
  cpSync(base, older, { recursive: true });
  await onServer(base, async (server) => {
    await actOn(server, 3);
  });
  cpSync(base, whole, { recursive: true });
  await onServer(base, async (server) => {
    const first = await witnessed(server);
    expect(first).toMatchObject({ code: 0, err: expect.stringMatching(/first head kept: \d+ rows, key [0-9a-f]{32}/) });
  });
});

describe('a witness without an account', () => {
  test('finds that history goes on, as anybody with a login does from the same file, and over a new key', async () => {
    const data = join(folder, 'going-on');
    cpSync(whole, data, { recursive: true });
    const own = join(folder, 'own.json');
    writeFileSync(own, readFileSync(state));
    const run = (server: TestServer) => witness.shp(['audit', 'witness', '--state', own, '--server', server.url]);
    await onServer(data, async (server) => {
      await actOn(server, 1);
      const desk = await newDesk(server.url);
      await desk.login('admin');
      const verified = await desk.shp(['audit', 'verify', '--against', state]);
      expect(verified).toMatchObject({ code: 0, err: expect.stringContaining('intact: the head of') });
      const rotated = await witness.shp(['keys', 'rotate', '--data', data]);
      expect(rotated).toMatchObject({ code: 0, err: expect.stringMatching(/^new key [0-9a-f]{32} in/) });
      await desk.clear();
    });
    // The server that ran signed its last rows with the new key as it ended.
    await onServer(data, async (server) => {
      expect(server.written()).not.toContain('SIGNED HISTORY');
      expect(await run(server)).toMatchObject({
        code: 0,
        err: expect.stringMatching(/intact: .*\n.*the key before has signed for the new key/),
      });
    });
    expect(await doctor(data)).toMatchObject({ code: 0, out: '[]\n' });
  }, 120_000);
});

describe('whoever owns database and disk', () => {
  const forged = (rows: AuditLine[], place: number): AuditLine => ({ ...rows[place], by_name: '某人' }) as AuditLine;
  const ATTACKS: [string, { rows?: (rows: AuditLine[]) => AuditLine[]; told: string; alarm: string }][] = [
    [
      'rewrites all rows and the whole tree',
      {
        rows: (rows) => rows.map((row, place) => (place === 10 ? forged(rows, 10) : row)),
        told: 'does not continue its last signed head',
        alarm: 'does not continue the known head',
      },
    ],
    [
      'forks history after a row',
      {
        rows: (rows) => rows.map((row, place) => (place > rows.length - 4 ? { ...row, action: 'user/profile' } : row)),
        told: 'does not continue its last signed head',
        alarm: 'does not continue the known head',
      },
    ],
    [
      'cuts the tail',
      { rows: (rows) => rows.slice(0, -3), told: 'ends before its last signed head', alarm: 'is shorter than' },
    ],
    [
      'backdates a row',
      {
        rows: (rows) =>
          rows.map((row, place) => (place === rows.length - 2 ? { ...row, at: '2020-01-01T00:00:00.000Z' } : row)),
        told: 'does not continue its last signed head',
        alarm: 'does not continue the known head',
      },
    ],
  ];

  test.each(ATTACKS)(
    '%s: told at the start and by the doctor, and with the key found by a witness',
    async (name, { rows, told, alarm }) => {
      const data = join(folder, name.replaceAll(' ', '-'));
      cpSync(whole, data, { recursive: true });
      rewrite(data, rows ?? ((all) => all));
      expect(await doctor(data)).toMatchObject({ code: 1, out: expect.stringContaining(told) });
      await onServer(data, async (server) => {
        await expect.poll(server.written).toMatch(/SIGNED HISTORY: /);
        expect(server.written()).toContain(told);
      });
      const again = join(folder, `${name.replaceAll(' ', '-')}-signed`);
      cpSync(whole, again, { recursive: true });
      rewrite(again, rows ?? ((all) => all));
      await signAgain(again);
      await onServer(again, async (server) => {
        const run = await witnessed(server);
        expect([run.code, run.err]).toEqual([6, expect.stringMatching(new RegExp(`!!! HISTORY OF .*${alarm}`))]);
      });
    },
    120_000,
  );

  test('exchanges the key: told at the start and by the doctor, and found by a witness', async () => {
    const data = join(folder, 'other-key');
    cpSync(whole, data, { recursive: true });
    await exchangeKey(data, false);
    const told = 'the key in the data directory is not the listed one';
    expect(await doctor(data)).toMatchObject({ code: 1, out: expect.stringContaining(told) });
    await exchangeKey(data, true);
    expect(await doctor(data)).toMatchObject({
      code: 1,
      out: expect.stringContaining('no valid signature of a listed key'),
    });
    await onServer(data, async (server) => {
      await expect.poll(server.written).toContain('no valid signature of a listed key');
    });
    await signAgain(data);
    await onServer(data, async (server) => {
      expect(await witnessed(server)).toMatchObject({ code: 6, err: expect.stringContaining('another key') });
    });
  }, 120_000);

  test('loses the key: told, nothing is signed, and no new one is made without a command', async () => {
    const data = join(folder, 'lost-key');
    cpSync(whole, data, { recursive: true });
    rmSync(join(data, 'audit-key.pem'));
    const told = 'the key that signs the audit trail is missing here';
    expect(await doctor(data)).toMatchObject({ code: 1, out: expect.stringContaining(told) });
    await onServer(data, async (server) => {
      await expect.poll(server.written).toContain(told);
    });
    expect(await doctor(data)).toMatchObject({ code: 1, out: expect.stringContaining(told) });
    expect(await witness.shp(['keys', 'rotate', '--data', data])).toMatchObject({ code: 1 });
    const rotated = await witness.shp(['keys', 'rotate', '--data', data, '--lost']);
    expect(rotated).toMatchObject({ code: 0, err: expect.stringContaining('No key has signed for the new one') });
    await onServer(data, async (server) => {
      expect(server.written()).not.toContain('SIGNED HISTORY');
      expect(await witnessed(server)).toMatchObject({ code: 6, err: expect.stringContaining('another key') });
    });
  }, 120_000);

  test('puts an older copy of the database in place: told, and found by a witness', async () => {
    const data = join(folder, 'put-back');
    cpSync(whole, data, { recursive: true });
    putBack(data, older);
    const told = 'ends before its last signed head';
    expect(await doctor(data)).toMatchObject({ code: 1, out: expect.stringContaining(told) });
    await onServer(data, async (server) => {
      await expect.poll(server.written).toContain(told);
      expect(await witnessed(server)).toMatchObject({ code: 6, err: expect.stringContaining('is shorter than') });
    });
  }, 120_000);
});
