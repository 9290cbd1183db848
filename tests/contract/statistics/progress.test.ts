import type { Output } from '@shp/shared/api/index';
import { DIVISIONS } from '@shp/shared/domain/accounts/divisions';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addSupervisor, CITY, COUNTY, newAccount, stationProfile } from '../../support/people.ts';
import { outcome } from '../../support/strictClient.ts';
import { chinaDay, isIn, present, type Rows, readRows, sees, selected, type Viewer } from './rows.ts';

type Progress = Output<'GET statistics/progress'>;
type Ratings = Output<'GET statistics/ratings'>;

const ROLES = [
  'admin',
  'ministry_manager',
  'province_manager',
  'city_manager',
  'county_manager',
  'supervisor',
] as const satisfies readonly UserRole[];
let server: Contract;
let rows: Rows;
const people: { person: Person; viewer: Viewer }[] = [];

beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo']);
  for (const role of ROLES) {
    const { account, password } = server.demo[role];
    const person = role === 'admin' ? server.admin : await server.login(account, password);
    const supervisor = role === 'supervisor' ? person.id : null;
    people.push({ person, viewer: { division: person.division, supervisor } });
  }
  rows = await readRows(server);
});
afterAll(() => server.stop());

const anyone = () => fc.constantFrom(...people);
const division = fc.option(fc.constantFrom(...DIVISIONS.map(({ code }) => code), '450000', CITY, COUNTY), {
  nil: undefined,
});
const level = fc.option(fc.subarray<Level>([1, 2, 3], { minLength: 1 }), { nil: undefined });
const month = fc
  .tuple(fc.integer({ min: 2021, max: 2027 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, one]) => `${year}-${String(one).padStart(2, '0')}`);

/** The median of days, by sorting. */
function middle(days: number[]): number | null {
  if (days.length === 0) return null;
  const sorted = days.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
}

const STAGES = ['submitted', 'first_passed', 'reviewing', 'reviewed'] as const;
const DAY_MS = 86_400_000;

test('stages are those of the rows: count, days and what is overdue, in each scope and filter', async () => {
  await fc.assert(
    fc.asyncProperty(anyone(), division, level, async ({ person, viewer }, inDivision, levels) => {
      const filter = present({ division: inDivision, level: levels });
      const { stages } = await person.api.call('GET statistics/progress', filter);
      const all = selected(rows, viewer, filter as { division?: string; level?: number[] });
      expect(stages.map(({ status }) => status)).toEqual(STAGES);
      for (const { status, count, medianDays, overdue } of stages) {
        const days = all
          .filter((row) => row.status === status)
          .map(({ status_since }) => (Date.now() - Date.parse(status_since)) / DAY_MS);
        expect(count).toBe(days.length);
        expect(overdue).toBe(days.filter((one) => one > DEFAULT_SETTINGS.stageDays[status]).length);
        const own = middle(days);
        if (own === null) expect(medianDays).toBeNull();
        else expect(Math.abs((medianDays ?? Number.NaN) - own)).toBeLessThan(0.11);
      }
    }),
    { numRuns: 60 },
  );
});

test('months are those of the first submissions: none left out, and what became of each', async () => {
  await fc.assert(
    fc.asyncProperty(anyone(), division, level, month, month, async ({ person, viewer }, inDivision, levels, a, b) => {
      const [from = a, to = b] = [a, b].sort();
      const filter = present({ division: inDivision, level: levels });
      const { months } = await person.api.call('GET statistics/progress', { ...filter, from, to });
      const all = selected(rows, viewer, filter as { division?: string; level?: number[] });
      const expected: Progress['months'] = [];
      for (
        let [year = 0, one = 0] = from.split('-').map(Number);
        ;
        [year, one] = one === 12 ? [year + 1, 1] : [year, one + 1]
      ) {
        const name = `${year}-${String(one).padStart(2, '0')}`;
        if (name > to) break;
        const own = all.filter(({ first_submitted_at: at }) => at !== null && chinaDay(at).slice(0, 7) === name);
        expected.push({
          month: name,
          submitted: own.length,
          passed: own.filter(({ status }) => ['passed', 'revoked'].includes(status)).length,
          failed: own.filter(({ status }) => status === 'failed').length,
        });
      }
      expect(months).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('without a period there are 36 months to this one', async () => {
  const { months } = await server.admin.api.call('GET statistics/progress', {});
  expect(months).toHaveLength(36);
  expect(months.at(-1)?.month).toBe(chinaDay(new Date()).slice(0, 7));
  expect(months.filter(({ submitted }) => submitted > 0).length).toBeGreaterThan(12);
});

/** The best rating of a station that is valid today. */
function bestOf(station: string): { level: number; until: string } | null {
  const today = chinaDay(rows.now);
  const valid = rows.assessments.filter(
    (row) =>
      row.station_id === station && row.status === 'passed' && row.is_deleted === 0 && (row.valid_until ?? '') >= today,
  );
  const best = Math.min(...valid.map((row) => row.level));
  // A better rating that ends later than the best one keeps the best level until it ends itself.
  const ends = valid.filter((row) => row.level === best).map((row) => row.valid_until ?? '');
  return valid.length === 0 ? null : { level: best, until: ends.sort().at(-1) ?? '' };
}

test('ratings: a row for each division below, and one for stations that belong to the division itself', async () => {
  const bests = new Map(rows.stations.map(({ id }) => [id, bestOf(id)]));
  await fc.assert(
    fc.asyncProperty(anyone(), division, async ({ person, viewer }, inDivision) => {
      const answer = await person.api.call('GET statistics/ratings', present({ division: inDivision }));
      const own = viewer.supervisor !== null || viewer.division === null ? '450000' : viewer.division;
      const asked = inDivision ?? own;
      const area = isIn(asked, own) ? own : asked;
      if (!isIn(own, area)) {
        expect(answer).toEqual([]);
        return;
      }
      const stations = rows.stations.filter(
        (one) => one.is_deleted === 0 && isIn(area, one.division) && sees(rows, viewer, one.id, one.division),
      );
      const below = DIVISIONS.filter(({ parent }) => parent === area).map(({ code }) => code);
      const direct = stations.filter((one) => one.division === area);
      const codes = [...below, ...(below.length === 0 || direct.length > 0 ? [area] : [])];
      const expected: Ratings = codes.map((code) => {
        const inRow = code === area ? direct : stations.filter((one) => isIn(code, one.division));
        const capacity = (some: typeof stations) => some.reduce((sum, one) => sum + (one.capacity ?? 0), 0);
        const ends = (days: number) => chinaDay(new Date(rows.now.getTime() + days * DAY_MS));
        return {
          division: code,
          name: DIVISIONS.find((one) => one.code === code)?.name ?? '',
          stations: inRow.length,
          capacity: capacity(inRow),
          rated: ([1, 2, 3] as const).map((one) => {
            const rated = inRow.filter(({ id }) => bests.get(id)?.level === one);
            return { level: one, stations: rated.length, capacity: capacity(rated) };
          }),
          expiring: ([30, 90, 180] as const).map((days) => ({
            days,
            stations: inRow.filter(({ id }) => (bests.get(id)?.until ?? '9999') <= ends(days)).length,
          })),
        };
      });
      expect(answer).toEqual(expected);
    }),
    { numRuns: 80 },
  );
});

test('wrong input is refused, with the reason in both languages', async () => {
  const chinese = server.as(server.admin.token, 'zh');
  const wrong = [
    [{ division: '123456' }, 'division', 'No such division', '没有这个行政区划'],
    [{ from: '2026-05', to: '2026-04-30' }, 'from', 'Should not be after', '不能晚于截止日期'],
    [{ from: '0001-01' }, 'from', '2000 to 2099', '2000 至 2099'],
    [{ to: '2150-01-01' }, 'to', '2000 to 2099', '2000 至 2099'],
    [{ to: '2026-02-30' }, 'to', 'No such day', '不存在'],
    [{ level: [9 as Level] }, 'level.0', 'one of: 1, 2, 3', '1, 2, 3'],
  ] as const;
  for (const [input, field, english, zh] of wrong) {
    for (const [api, said] of [
      [server.admin.api, english],
      [chinese, zh],
    ] as const) {
      const refused = api.call('GET statistics/progress', input as never);
      await expect(refused).rejects.toMatchObject({ status: 400, fields: { [field]: expect.stringContaining(said) } });
    }
  }
});

test('experts and stations are refused', async () => {
  for (const role of ['expert', 'station'] as const) {
    const { account, password } = server.demo[role];
    const { api } = await server.login(account, password);
    for (const key of ['GET statistics/progress', 'GET statistics/ratings'] as const)
      expect(await outcome(api.call(key, {}))).toBe('403 forbidden');
  }
});

test('a region with one station, or an aggregate account without any, has zeros and nothing else', async () => {
  const empty = await startContract();
  try {
    const supervisor = await addSupervisor(empty);
    const none = { level: expect.anything(), stations: 0, capacity: 0 };
    for (const { api } of [empty.admin, supervisor]) {
      const { stages, months } = await api.call('GET statistics/progress', {});
      for (const one of stages) expect(one).toMatchObject({ count: 0, medianDays: null, overdue: 0 });
      for (const one of months) expect(one).toMatchObject({ submitted: 0, passed: 0, failed: 0 });
      const ratings = await api.call('GET statistics/ratings', {});
      expect(ratings).toHaveLength(14);
      for (const one of ratings) expect(one).toMatchObject({ stations: 0, capacity: 0, rated: [none, none, none] });
    }
    const account = newAccount('station');
    await empty.admin.api.call('POST user/add_station', {
      account,
      division: COUNTY,
      profile: stationProfile(account),
    });
    const [row] = await empty.admin.api.call('GET statistics/ratings', { division: COUNTY });
    expect(row).toMatchObject({ division: COUNTY, stations: 1, capacity: stationProfile(account).capacity });
  } finally {
    await empty.stop();
  }
});
