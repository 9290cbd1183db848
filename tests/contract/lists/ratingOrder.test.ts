import { dayOf } from '@shp/shared/domain/lib/days';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, addStation, addSupervisor, CITY, COUNTY, FAR_COUNTY } from '../../support/people.ts';

let server: Contract;
let county: Person;
let supervisor: Person;

const dayIn = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000));

/** The ratings of each station: level, and the days until its end. */
const RATINGS: readonly (readonly (readonly [level: number, ends: number])[])[] = [
  [[3, 40]],
  [],
  // The better rating counts, although it ends before.
  [
    [2, 20],
    [3, 400],
  ],
  // The better one is over.
  [
    [2, -5],
    [3, 90],
  ],
  [[3, -1]],
  [[1, 10]],
  [[3, 0]],
  [[2, 300]],
  [[2, 40]],
];

beforeAll(async () => {
  server = await startContract();
  const { sql } = server.rawDatabase;
  county = await addManager(server, 'county_manager', COUNTY);
  supervisor = await addSupervisor(server);
  const linked: string[] = [];
  for (const [index, ratings] of RATINGS.entries()) {
    const station = await addStation(server, [COUNTY, CITY, FAR_COUNTY][index % 3] ?? COUNTY);
    linked.push(station.id);
    for (const [level, ends] of ratings) {
      const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
      const text = "UPDATE assessments SET status = 'passed', level = ?, valid_until = ? WHERE id = ?";
      await sql(text, level, dayIn(ends), id);
    }
  }
  const manager = await addManager(server, 'province_manager', '450000');
  await manager.api.call('POST supervise/stations', { userId: supervisor.id, stationsId: linked });
});
afterAll(() => server.stop());

type Filter = { rated?: 'any' | 'none' | '2' | '3'; expiring?: number };

/** All pages of the list. */
async function listed(by: Person, call: 'GET user/stations' | 'GET supervise/stations', filter: Filter, desc: boolean) {
  const days: (string | null)[] = [];
  const ids = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { total, items } = await by.api.call(call, { ...filter, sortBy: 'ratedUntil', desc, page, size: 2 });
    for (const { id, rating } of items) {
      ids.add(id);
      days.push(rating?.validUntil ?? null);
    }
    if (items.length < 2 || days.length >= total) {
      // No station twice, none left out.
      expect(ids.size).toBe(total);
      return days;
    }
  }
}

test.each([false, true])(
  'stations are sorted by the last day of the rating that they show, descending: %s',
  async (desc) => {
    const admin = { ...county, api: server.admin.api };
    for (const filter of [
      {},
      { rated: 'any' },
      { rated: 'none' },
      { rated: '2' },
      { rated: '3' },
      { expiring: 50 },
    ] as const) {
      for (const [by, call] of [
        [admin, 'GET user/stations'],
        [county, 'GET user/stations'],
        [supervisor, 'GET supervise/stations'],
      ] as const) {
        const days = await listed(by, call, filter, desc);
        const known = days.filter((day) => day !== null).sort();
        expect(days).toEqual([...(desc ? known.reverse() : known), ...days.filter((day) => day === null)]);
      }
    }
    const whole = await listed(admin, 'GET user/stations', {}, false);
    expect(whole.filter((day) => day !== null)).toEqual([0, 10, 20, 40, 40, 90, 300].map(dayIn));
  },
);

test('an export has the order of the list', async () => {
  const input = { kind: 'stations', sortBy: 'ratedUntil', desc: true, format: 'csv', headings: 'keys' } as const;
  const response = await server.admin.api.open('GET user/export', input);
  const accounts = (await response.text())
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[0]);
  const { items } = await server.admin.api.call('GET user/stations', { sortBy: 'ratedUntil', desc: true, size: 200 });
  const rated = items.filter(({ rating }) => rating !== null).length;
  // Of those that end on the same day either may be first.
  const dayBy = new Map(items.map(({ account, rating }) => [account, rating?.validUntil]));
  expect(accounts.slice(0, rated).map((account) => dayBy.get(account ?? ''))).toEqual(
    items.slice(0, rated).map(({ rating }) => rating?.validUntil),
  );
});
