import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { burst, Line, requestOf } from '../../support/connection.ts';
import { type Contract, startContract } from '../../support/contract.ts';
import { addManager, CITY } from '../../support/people.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
});
afterAll(() => server.stop());

test('one account cannot fill the export queue; other accounts and later exports are served', async () => {
  const manager = await addManager(server, 'city_manager', CITY);
  const exported = async (token: string) => {
    const answer = await server.request('GET', '/api/user/export?kind=stations&format=csv', {
      headers: { Token: token },
    });
    await answer.arrayBuffer();
    return answer;
  };
  const many = Array.from({ length: 30 }, () => exported(manager.token));
  expect((await exported(server.admin.token)).status).toBe(200);
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(4);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await exported(manager.token)).status).toBe(200);
});

describe('finished exports are stored for an hour within limits', () => {
  const folder = () => join(server.data, 'exports');
  /** Creates export files of another request, oldest first. */
  async function plant(sizes: readonly number[]): Promise<void> {
    await mkdir(folder(), { recursive: true });
    for (const [at, size] of sizes.entries()) {
      const path = join(folder(), `${'0'.repeat(32)}.${at}.1`);
      await writeFile(path, '');
      await truncate(path, size);
      const time = Date.now() / 1000 - 600 + at;
      await utimes(path, time, time);
    }
  }
  const make = async () => {
    const headers = { Token: server.admin.token };
    const made = await server.request('GET', '/api/user/export?kind=stations&format=csv', { headers });
    expect([made.status, (await made.text()).length > 100]).toEqual([200, true]);
    const planted = (await readdir(folder())).filter((name) => name.startsWith('0000'));
    return planted.map((name) => Number(name.split('.')[1])).sort((a, b) => a - b);
  };

  test('on their number', async () => {
    await plant(Array(250).fill(10));
    const left = await make();
    expect(left.length).toBeLessThan(200);
    expect(left.at(-1)).toBe(249);
  });

  test('on their disk space', async () => {
    await rm(folder(), { recursive: true });
    await plant([4e8, 4e8, 4e8]);
    expect(await make()).toEqual([1, 2]);
  });
});

test('a queued export is dropped if its session has ended', async () => {
  const person = await addManager(server, 'province_manager', '450000');
  const heavy = { path: '/api/assessment/query?size=200', token: person.token };
  const ended: { status: number | undefined; at: number }[] = [];
  const ask = async () => {
    const [answer] = await burst(server.url, [heavy]);
    ended.push({ status: answer?.status, at: performance.now() });
  };
  const all = Promise.all(Array.from({ length: 150 }, ask));
  while (ended.length === 0) await new Promise(setImmediate);
  await server.admin.api.call('POST user/reset_password', { id: person.id });
  const reset = performance.now();
  await all;
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200, 401]));
  expect(ended.filter(({ status, at }) => status === 200 && at > reset).length).toBeLessThan(30);
});

const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

test('many concurrent calls of one account queue behind each other, not in front of other accounts', async () => {
  const flooder = await addManager(server, 'province_manager', '450000');
  const heavy = { path: '/api/assessment/query?size=200', token: flooder.token };
  const [own, others]: [number[], number[]] = [[], []];
  let over = false;
  const flood = Array.from({ length: 40 }, async () => {
    while (!over) {
      const [answer] = await burst(server.url, [heavy]);
      expect(answer?.status).toBe(200);
      own.push(answer?.milliseconds ?? 0);
    }
  });
  while (own.length === 0) await new Promise(setImmediate);
  while (others.length < 15) {
    const began = performance.now();
    await server.admin.api.call('GET user', {});
    others.push(performance.now() - began);
  }
  over = true;
  await Promise.all(flood);
  // Medians, because a single call may hit a moment in which the machine stalls.
  expect(medianOf(others)).toBeLessThan(medianOf(own) / 2);
});

test('900 connections with made-up tokens do not count as separate callers and starve no one', async () => {
  const person = await addManager(server, 'province_manager', '450000');
  const lines = Array.from({ length: 900 }, () => new Line(server.url));
  await Promise.all(lines.map((line) => line.open));
  const statuses = new Set<number>();
  let over = false;
  const flood = lines.map(async (line) => {
    while (!over) {
      const token = randomBytes(32).toString('base64url');
      statuses.add((await line.ask(requestOf('GET', '/api/user', token))).status);
    }
    line.end();
  });
  while (statuses.size === 0) await new Promise(setImmediate);
  const answers: string[] = [];
  while (answers.length < 20) answers.push(await outcome(person.api.call('GET user', {})));
  over = true;
  await Promise.all(flood);
  expect(answers).toEqual(Array(20).fill('200'));
  expect([...statuses].sort()).toEqual([401, 503]);
});

test('a made-up token is refused without a database write', async () => {
  const before = await server.rawDatabase.sql('SELECT count(*) AS rows FROM login_failures');
  const audited = await server.rawDatabase.sql('SELECT max(seq) AS last FROM audit');
  for (let call = 0; call < 20; call++) {
    const headers = { Token: randomBytes(32).toString('base64url') };
    expect((await server.request('GET', '/api/user', { headers })).status).toBe(401);
  }
  expect(await server.rawDatabase.sql('SELECT count(*) AS rows FROM login_failures')).toEqual(before);
  expect(await server.rawDatabase.sql('SELECT max(seq) AS last FROM audit')).toEqual(audited);
});
