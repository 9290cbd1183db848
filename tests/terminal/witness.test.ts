import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, newDesk } from '../support/desk.ts';
import { newRegion } from '../support/region.ts';
import { startServer, type TestServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'shp-witness-'));
/** A copy of the data directory, and the witness's file. */
const [whole, state] = ['whole', 'state.json'].map((name) => join(folder, name)) as [string, string];
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
  await onServer(base, (server) => actOn(server, 3));
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
        err: expect.stringMatching(/intact: .*\n.*the old key has signed the new key/),
      });
    });
    expect(await doctor(data)).toMatchObject({ code: 0, out: '[]\n' });
  }, 120_000);
});

describe('whoever runs the server', () => {
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
});
