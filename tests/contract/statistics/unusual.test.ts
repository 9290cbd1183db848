import type { Output } from '@shp/shared/api/index';
import { DIVISIONS } from '@shp/shared/domain/accounts/divisions';
import { ALL_STATISTICS_LISTS, type Statistic } from '@shp/shared/domain/statistics/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, addStation, addSupervisor, CITY, COUNTY } from '../../support/people.ts';
import { addCast, bring } from '../../support/review.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

type Figures = { [S in Statistic]: Output<`GET statistics/${S}`> };

/** Every figure in an answer; a figure is a number or null. */
function figuresIn(answer: unknown): unknown[] {
  if (typeof answer !== 'object' || answer === null) return typeof answer === 'string' ? [] : [answer];
  return Object.values(answer).flatMap(figuresIn);
}

/** All calls, and each list of the report, for one caller and division. */
async function ask({ api }: Person, filter: { division?: string; from?: string; to?: string }): Promise<Figures> {
  const { division, from, to } = filter;
  const place = division === undefined ? {} : { division };
  const period = from === undefined || to === undefined ? {} : { from, to };
  const figures = {
    progress: await api.call('GET statistics/progress', { ...place, ...period }),
    ratings: await api.call('GET statistics/ratings', place),
    scores: await api.call('GET statistics/scores', { ...place, ...period }),
    findings: await api.call('GET statistics/findings', { ...place, ...period }),
    experts: await api.call('GET statistics/experts', period),
  };
  for (const figure of figuresIn(figures)) expect(figure === null || Number.isFinite(figure)).toBe(true);
  const report = await api.open('GET statistics/export', { what: 'report', ...place, ...period });
  expect(Number(report.headers.get('row-count'))).toBeGreaterThan(0);
  expect((await report.arrayBuffer()).byteLength).toBeGreaterThan(1000 * ALL_STATISTICS_LISTS.length);
  return figures;
}

function expectNothing({ progress, ratings, scores, findings, experts }: Figures): void {
  for (const { count, medianDays, overdue } of progress.stages)
    expect([count, medianDays, overdue]).toEqual([0, null, 0]);
  for (const { submitted, passed, failed } of progress.months) expect([submitted, passed, failed]).toEqual([0, 0, 0]);
  for (const row of ratings) expect(figuresIn({ ...row, rated: [], expiring: [] })).toEqual([0, 0]);
  expect(findings).toEqual({ open: 0, overdue: 0, closed: 0, medianDays: null, items: [], divisions: [] });
  expect(scores.assessments).toBe(0);
  for (const { self, experts: given } of scores.chapters) expect([self, given]).toEqual([null, null]);
  for (const { lost, share, stations } of scores.items) expect([lost, share, stations]).toEqual([0, 0, 0]);
  for (const { self, experts: given } of scores.distribution) expect([self, given]).toEqual([0, 0]);
  for (const { concluded, medianDays, severity, spread } of experts)
    expect([concluded, medianDays, severity, spread]).toEqual([0, null, null, null]);
}

test('a region without a station, and an aggregate account without any', async () => {
  expectNothing(await ask(server.admin, {}));
  const { api } = await addSupervisor(server);
  expect((await api.call('GET statistics/scores', {})).assessments).toBe(0);
  expect((await api.call('GET statistics/progress', {})).stages.every(({ count }) => count === 0)).toBe(true);
  expect((await api.call('GET statistics/ratings', {})).every(({ stations }) => stations === 0)).toBe(true);
});

test('one station with one review: a median and a mean are its own figures, of which no severity is made', async () => {
  const cast = await addCast(server);
  await bring(server, cast, 'passed');
  const { progress, ratings, scores, experts } = await ask(server.admin, {});
  expect(ratings.filter(({ stations }) => stations > 0).map(({ division }) => division)).toEqual([CITY]);
  expect(progress.months.at(-1)).toMatchObject({ submitted: 1, passed: 1, failed: 0 });
  expect(scores.assessments).toBe(1);
  expect(scores.distribution.reduce((sum, step) => sum + step.experts, 0)).toBe(1);
  const judges = experts.filter(({ concluded }) => concluded > 0);
  expect(judges.length).toBeGreaterThan(0);
  for (const { severity, spread, medianDays } of judges) {
    expect([severity, spread]).toEqual([null, null]);
    expect(medianDays).toBe(0);
  }
});

test('every division, most without a station, and years without a review', async () => {
  for (const division of ['450000', ...DIVISIONS.map(({ code }) => code)]) {
    const { ratings } = await ask(server.admin, { division, from: '2001-01', to: '2001-12' });
    expect(ratings.length).toBeGreaterThan(0);
  }
  for (const [from, to] of [
    ['2001-01', '2001-12'],
    ['2098-02-03', '2099-12-31'],
    ['2024-02-29', '2024-02-29'],
  ] as const) {
    const { progress, scores, findings, experts } = await ask(server.admin, { from, to });
    expectNothing({ progress: { ...progress, stages: [] }, ratings: [], scores, findings, experts });
    expect(progress.months.map(({ month }) => month)).toEqual([...new Set(progress.months.map(({ month }) => month))]);
    expect(progress.months.length).toBe(
      (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + monthOf(to) - monthOf(from) + 1,
    );
  }
}, 120_000);

const monthOf = (day: string) => Number(day.slice(5, 7));

test('10,000 stations in one county, with and without capacity', async () => {
  await addStation(server, COUNTY);
  const { rawDatabase } = server;
  const before = await server.admin.api.call('GET statistics/ratings', { division: COUNTY });
  const columns = await rawDatabase.columns('users');
  const copies = columns.map((name) => {
    if (['id', 'account', 'account_key'].includes(name)) return `${name} || '-' || numbers.n`;
    return name === 'capacity' ? 'CASE WHEN numbers.n % 2 = 0 THEN 500 END' : name;
  });
  await rawDatabase.sql(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
    INSERT INTO users (${columns.join()}) SELECT ${copies.join()} FROM numbers,
      (SELECT * FROM users WHERE role = 'station' AND division = '${COUNTY}' LIMIT 1) AS one`);
  const { ratings } = await ask(server.admin, { division: COUNTY });
  const [was] = before;
  expect(ratings).toHaveLength(1);
  expect(ratings[0]).toMatchObject({
    division: COUNTY,
    stations: (was?.stations ?? 0) + 10_000,
    capacity: (was?.capacity ?? 0) + 5000 * 500,
  });
  const city = await addManager(server, 'city_manager', CITY);
  const row = (await ask(city, {})).ratings.find(({ division }) => division === COUNTY);
  expect(row?.stations).toBe(ratings[0]?.stations);
}, 120_000);
