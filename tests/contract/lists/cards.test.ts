import type { Input } from '@shp/shared/api/index';
import type { AssessmentRow, HomeStatus, Rating, User } from '@shp/shared/api/objects';
import { contains } from '@shp/shared/domain/accounts/divisions';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { RATED, type Rated } from '@shp/shared/domain/lib/lists';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { refusal } from '../../support/strictClient.ts';

let server: Contract;
const people = {} as Record<UserRole, Person>;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
  for (const role of USER_ROLES) {
    const { account, password } = server.demo[role];
    people[role] = await server.login(account, password);
  }
});
afterAll(() => server.stop());

type Filter = Input<'GET assessment/query'>;
type Stations = { rated?: Rated; expiring?: number };

const day = (days: number) => dayOf(new Date(Date.now() + days * DAY));
const sorted = (list: readonly string[]) => [...list].sort();

/** All rows of a list, page by page. */
async function all<R>(page: (page: number) => Promise<{ total: number; items: R[] }>): Promise<R[]> {
  const rows: R[] = [];
  for (let number = 1; ; number++) {
    const { total, items } = await page(number);
    rows.push(...items);
    if (items.length === 0 || rows.length >= total) {
      expect(rows.length).toBe(total);
      return rows;
    }
  }
}

const assessmentsOf = (by: Person, filter: Filter = {}): Promise<AssessmentRow[]> =>
  all((page) => by.api.call('GET assessment/query', { ...filter, page, size: 200 }));

/** The stations in the caller's list; null if the caller has no such list. */
function stationsOf(by: Person, filter: Stations = {}): Promise<User[]> | null {
  if (by.role === 'supervisor')
    return all((page) => by.api.call('GET supervise/stations', { ...filter, page, size: 200 }));
  if (['admin', 'province_manager', 'city_manager', 'county_manager'].includes(by.role))
    return all((page) => by.api.call('GET user/stations', { ...filter, page, size: 200 }));
  return null;
}

/** Each station's best rating today, computed from its assessments. */
function ratingsFrom(rows: readonly AssessmentRow[]): Map<string, Rating> {
  const best = new Map<string, Rating>();
  const byAge = rows.toSorted((a, b) => ((a.concludedAt ?? '') + a.id < (b.concludedAt ?? '') + b.id ? -1 : 1));
  for (const { id, station, status, level, validUntil } of byAge) {
    if (status !== 'passed' || validUntil === null || validUntil < day(0)) continue;
    const known = best.get(station.id);
    const better = !known || level < known.level || (level === known.level && validUntil >= known.validUntil);
    if (better) best.set(station.id, { level, validUntil, assessmentId: id });
  }
  return best;
}

function isSo(rating: Rating | undefined, { rated, expiring }: Stations): boolean {
  if (rated === 'none' ? rating : rated === 'any' ? !rating : rated !== undefined && String(rating?.level) !== rated)
    return false;
  return expiring === undefined || (rating !== undefined && rating.validUntil <= day(expiring));
}

const ratings = fc.array(
  fc.record({
    place: fc.nat(),
    level: fc.constantFrom(1, 2, 3),
    until: fc.constantFrom(-400, -1, 0, 1, 29, 30, 31, 90, 1000),
  }),
  { minLength: 5, maxLength: 30 },
);
const filters: Stations[] = [
  {},
  ...RATED.map((rated) => ({ rated })),
  ...[0, 1, 30, 90].map((expiring) => ({ expiring })),
  { rated: '2', expiring: 30 },
  { rated: 'none', expiring: 30 },
];

/** Compares a caller's cards and lists with the rows. */
async function check(by: Person, rows: readonly AssessmentRow[], stations: readonly User[]): Promise<void> {
  const best = ratingsFrom(rows);
  const own = await assessmentsOf(by).catch(() => []);
  const list = await stationsOf(by);
  const inScope =
    list ??
    stations.filter(({ id }) => (by.role === 'station' ? id === by.id : own.some((row) => row.station.id === id)));
  for (const user of inScope) expect(user.rating).toEqual(best.get(user.id) ?? null);
  const of = (rated: number) => inScope.filter(({ id }) => best.get(id)?.level === rated).length;
  const cards: HomeStatus = await by.api.call('GET basic/status', { scoped: true });
  expect([by.role, cards]).toEqual([
    by.role,
    {
      station: inScope.length,
      report: own.filter(({ submittedAt }) => submittedAt !== null).length,
      onProgress: own.filter(({ status }) => ON_PROGRESS.includes(status)).length,
      level2: of(2),
      level3: of(3),
    },
  ]);
  if (by.role === 'ministry_manager') return;
  expect((await assessmentsOf(by, { submitted: true })).length).toBe(cards.report);
  expect((await assessmentsOf(by, { status: [...ON_PROGRESS] })).length).toBe(cards.onProgress);
  expect((await assessmentsOf(by, { submitted: false })).length).toBe(own.length - cards.report);
  if (list === null) return;
  for (const filter of filters) {
    const found = (await stationsOf(by, filter)) ?? [];
    const wanted = list.filter(({ id }) => isSo(best.get(id), filter));
    expect([by.role, filter, sorted(found.map(({ id }) => id))]).toEqual([
      by.role,
      filter,
      sorted(wanted.map(({ id }) => id)),
    ]);
  }
}

test('home cards and lists have equal totals for every role and rating', async () => {
  const passed = (await assessmentsOf(people.admin)).filter(({ status }) => status === 'passed');
  await fc.assert(
    fc.asyncProperty(ratings, async (changes) => {
      for (const { place, level, until } of changes) {
        const { id = '' } = passed[place % passed.length] ?? {};
        await server.rawDatabase.sql(
          'UPDATE assessments SET level = ?, valid_until = ? WHERE id = ?',
          level,
          day(until),
          id,
        );
      }
      const rows = await assessmentsOf(people.admin);
      const stations = (await stationsOf(people.admin)) ?? [];
      for (const role of USER_ROLES) await check(people[role], rows, stations);
    }),
    { numRuns: 6 },
  );
}, 180_000);

test("a ministry has an empty scope; without `scoped` every role gets the region's figures", async () => {
  const region = await people.admin.api.call('GET basic/status', {});
  expect(await people.admin.api.call('GET basic/status', { scoped: true })).toEqual(region);
  expect(await people.province_manager.api.call('GET basic/status', { scoped: true })).toEqual(region);
  const nothing = { station: 0, report: 0, onProgress: 0, level2: 0, level3: 0 };
  expect(await people.ministry_manager.api.call('GET basic/status', { scoped: true })).toEqual(nothing);
  expect(await people.county_manager.api.call('GET basic/status', { scoped: false })).toEqual(region);
});

describe('equal filters give equal rows', () => {
  test('for days, divisions, statuses and pages in any order', async () => {
    const rows = await assessmentsOf(people.admin);
    const [first] = rows.filter(({ submittedAt }) => submittedAt !== null);
    const from = dayOf(first?.submittedAt ?? '');
    for (const filter of [
      { from },
      { city: first?.city ?? '' },
      { status: ['draft' as const] },
      { from, city: first?.city ?? '' },
      { level: [3 as const] },
    ]) {
      const matching = await assessmentsOf(people.admin, filter);
      const sent = matching.filter(({ submittedAt }) => submittedAt !== null);
      for (const sortby of [undefined, 'submittedAt', 'expertScore'] as const) {
        const found = await assessmentsOf(people.admin, { ...filter, submitted: true, ...(sortby && { sortby }) });
        expect(sorted(found.map(({ id }) => id))).toEqual(sorted(sent.map(({ id }) => id)));
      }
      const never = await assessmentsOf(people.admin, { ...filter, submitted: false });
      expect(never.length).toBe(matching.length - sent.length);
    }
  });

  test('in exports', async () => {
    const { report, level3 } = await people.city_manager.api.call('GET basic/status', { scoped: true });
    const rows = (answer: Response) => Number(answer.headers.get('row-count'));
    const { api } = people.city_manager;
    expect(rows(await api.open('GET assessment/export', { submitted: true, format: 'ndjson' }))).toBe(report);
    expect(rows(await api.open('GET user/export', { kind: 'stations', rated: '3', format: 'ndjson' }))).toBe(level3);
    const { fields } = await refusal(api.open('GET user/export', { kind: 'experts', rated: '3' }));
    expect(Object.keys(fields)).toEqual(['rated']);
  });

  test('a station reads its own rating; a deleted station has none', async () => {
    const stations = (await stationsOf(people.city_manager, { rated: '3' })) ?? [];
    const [station] = stations.filter(({ division }) => contains(people.city_manager.division ?? '', division ?? ''));
    expect(station?.rating?.level).toBe(3);
    const { id: userId = '' } = station ?? {};
    const read = async () => (await people.admin.api.call('GET user', { id: userId })).rating;
    expect(await read()).toEqual(station?.rating);
    await people.admin.api.call('POST user/delete', { userId, softDelete: true });
    expect(await read()).toBeNull();
    await people.admin.api.call('POST user/recover', { userId });
    expect(await read()).toEqual(station?.rating);
    expect(await people.expert.api.call('GET user', {})).not.toHaveProperty('rating');
  });
});
