import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NetworkError } from '@shp/shared/api/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { addManager, COUNTY, managerProfile, newAccount, stationProfile } from '../support/people.ts';
import { ON_SQLITE } from '../support/postgres.ts';
import { COMMAND } from '../support/server.ts';
import { outcome } from '../support/strictClient.ts';

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shp-restart-'));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));
const start = () => startContract(['--no-captcha'], data);

test('after a power cut every confirmed write is there and no unconfirmed one', async () => {
  const first = await start();
  const county = await addManager(first, 'county_manager', COUNTY);
  const add = (server: Contract, account: string, key: string) =>
    server
      .as(county.token)
      .call(
        'POST user/add_station',
        { account, division: COUNTY, profile: stationProfile(account) },
        { idempotencyKey: key },
      );
  const kept = newAccount('kept');
  const { id } = await add(first, kept, 'the-key');
  // Kill the server during a burst: every call is either answered and stored, or not answered and stored completely or
  // not at all.
  const burst = Array.from({ length: 40 }, () => newAccount('burst'));
  const answers = burst.map((account) =>
    add(first, account, account).then(
      () => account,
      () => null,
    ),
  );
  await answers[3];
  await first.kill9();
  const answered = (await Promise.all(answers)).filter((account) => account !== null);

  const second = await start();
  const { items } = await second.as(county.token).call('GET user/stations', { size: 200 });
  const accounts = items.map(({ account }) => account);
  expect(accounts).toEqual(expect.arrayContaining([kept, ...answered]));
  expect(answered.length).toBeGreaterThanOrEqual(1);
  expect((await add(second, kept, 'the-key')).id).toBe(id);
  for (const account of burst) await add(second, account, account);
  const { total } = await second.as(county.token).call('GET user/stations', {});
  expect(total).toBe(burst.length + 1);
  expect(await second.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
  expect(await second.stop()).toBe(0);
}, 120_000);

test('on SIGTERM the server finishes running requests, stores their results and exits soon', async () => {
  const server = await start();
  const names = Array.from({ length: 40 }, () => newAccount('unit'));
  const began = Date.now();
  const answers = names.map((account) => {
    const profile = managerProfile(account);
    const call = server.admin.api.call('POST user/add_manager', { account, role: 'ministry_manager', profile });
    // A call during the shutdown may find no server, but never gets a wrong answer.
    return outcome(call).catch((error: unknown) =>
      error instanceof NetworkError ? 'nobody there' : Promise.reject(error),
    );
  });
  await answers[0];
  const [code, ...became] = await Promise.all([server.stop(), ...answers]);
  expect(code).toBe(0);
  expect(Date.now() - began).toBeLessThan(20_000);
  const again = await start();
  const { items } = await again.admin.api.call('GET user/managers', { size: 200 });
  const kept = new Set(items.map(({ account }) => account));
  for (const [index, answer] of became.entries()) {
    expect(['200', 'nobody there']).toContain(answer);
    if (answer === '200') expect(kept).toContain(names[index]);
  }
  expect(await again.stop()).toBe(0);
}, 120_000);

test('on SIGTERM the server ends although connections stay open on which no whole request came', async () => {
  const server = await start();
  const { hostname, port } = new URL(server.url);
  const sockets = ['', 'GET /api/health HTTP/1.1\r\nHost: example\r\n'].map((sent) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(sent);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  expect(await server.stop()).toBe(0);
});

test.runIf(ON_SQLITE)(
  'a data directory in use is refused with the process that uses it',
  async () => {
    const server = await start();
    const second = spawnSync(process.execPath, [COMMAND, 'serve', '--port', '0', '--data', data], {
      encoding: 'utf8',
      env: { ...process.env, SHP_LANG: 'en' },
    });
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(server.url);
    expect(await outcome(server.admin.api.call('GET user', {}))).toBe('200');
    await server.stop();
  },
  120_000,
);

test('files in the data directory are readable by their owner only', () => {
  expect(statSync(data).mode & 0o077).toBe(0);
  expect(readdirSync(data).includes('shp.sqlite')).toBe(ON_SQLITE);
}, 120_000);
