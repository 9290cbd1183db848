import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { addManager, PASSWORD } from '../../support/people.ts';
import { ON_SQLITE } from '../../support/postgres.ts';
import { addCast, bring, ITEMS, REASON, type Review, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';
import { doctor } from './commands.ts';

/** On PostgreSQL, the database's clock sets the times of events. */
const here = test.runIf(ON_SQLITE);
const DAY = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'shp-clock-'));
const set = (offset: number) => writeFileSync(join(folder, 'offset'), String(offset));

beforeAll(() => {
  process.env.CLOCK_OFFSET_FILE = join(folder, 'offset');
  process.env.NODE_OPTIONS = `--require ${new URL('clock.cjs', import.meta.url).pathname}`;
});
afterAll(() => {
  delete process.env.CLOCK_OFFSET_FILE;
  delete process.env.NODE_OPTIONS;
  rmSync(folder, { recursive: true, force: true });
});

let server: Contract;
beforeEach(async () => {
  set(0);
  server = await startContract();
});
afterEach(async () => {
  set(0);
  await server.stop();
});

async function timesOf({ id, cast }: Review): Promise<string[]> {
  return (await cast.first.api.call('GET assessment/events', { id })).map(({ at }) => at);
}

const save = ({ id, station }: Review) => station.api.call('POST assessment/save_station_score', { id });
const scoreAt = ({ id, station }: Review, share: number) =>
  station.api.call('POST assessment/station_scores', { id, items: scoresAt(ITEMS, share, REASON) });

async function problemsOf({ id, station }: Review): Promise<string[]> {
  return (await station.api.call('GET assessment/validate_station_submit', { id })).problems.map(({ code }) => code);
}

here('a clock set back by a year: what happens keeps its order, the audit its chain, sessions go on', async () => {
  await server.admin.api.call('POST system/update_settings', { minExperts: 1 });
  const cast = await addCast(server, 1);
  const review = await bring(server, cast, 'submitted');
  const before = (await timesOf(review)).at(-1) ?? '';
  set(-365 * DAY);
  expect(await outcome(review.station.api.call('GET user', {}))).toBe('200');
  await step(cast.first, review, 'returned', '请补充（示例）');
  await save(review);
  await scoreAt(review, 0.9);
  expect(await problemsOf(review)).toEqual(['selfScoreStale']);
  await save(review);
  expect(await problemsOf(review)).toEqual([]);
  await step(review.station, review, 'submitted');
  const times = await timesOf(review);
  expect(times).toEqual([...times].sort());
  const { items } = await cast.first.api.call('GET assessment/query', {
    updatedSince: before,
  });
  expect(items.map(({ id }) => id)).toContain(review.id);
  const { id } = await bring(server, cast, 'passed');
  const steps = await cast.first.api.call('GET assessment/events', { id });
  expect(new Set(steps.map(({ at }) => at)).size).toBe(1);
  expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
  expect(doctor(server.data)).toBe(0);
});

here(
  'a clock that was a year ahead for a while: nobody is locked out, everybody can log in, the order holds',
  async () => {
    await server.admin.api.call('POST system/update_settings', { minExperts: 1 });
    const review = await bring(server, await addCast(server, 1), 'submitted');
    const person = await addManager(server, 'ministry_manager');
    const login = (password: string) =>
      outcome(
        server.guest.call('POST session/login', {
          account: person.account,
          password: hashPassword(password),
          key: '',
          code: '',
        }),
      );
    set(365 * DAY);
    expect(await outcome(person.api.call('GET user', {}))).toBe('401 unauthenticated');
    const tries = await Promise.all(Array.from({ length: 12 }, () => login('wrong-1')));
    expect(tries).toContain('400 bad_credentials');
    expect(await login(PASSWORD)).toBe('429 too_many_requests');
    set(0);
    expect(await login(PASSWORD)).toBe('200');
    await step(review.cast.first, review, 'returned', '请补充（示例）');
    const times = await timesOf(review);
    expect(times).toEqual([...times].sort());
    expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
    expect(doctor(server.data)).toBe(0);
  },
);
