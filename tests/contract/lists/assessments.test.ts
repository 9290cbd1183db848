import type { Input } from '@shp/shared/api/index';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { MANAGERS, type UserRole } from '@shp/shared/domain/accounts/roles';
import { LEVELS, STATUSES } from '@shp/shared/domain/assessment/statuses';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { ASSESSMENT_SORTS } from '@shp/shared/domain/lib/lists';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { overdueDays } from '@shp/shared/domain/statistics/progress';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { refusal } from '../../support/strictClient.ts';

type Filter = Input<'GET assessment/query'>;
const SEERS = ['admin', ...MANAGERS, 'expert', 'station', 'supervisor'] as const;

let server: Contract;
const people = {} as Record<UserRole, Person>;
/** All assessments, as the administrator sees them. */
let all: AssessmentRow[];
/** The account of each station. */
let accounts: ReadonlyMap<string, string>;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
  for (const role of SEERS) {
    const { account, password } = server.demo[role];
    people[role] = await server.login(account, password);
  }
  all = (await query(people.admin, { size: 200 })).items;
  const [used, deleted] = await Promise.all(
    [false, true].map((isDeleted) => people.admin.api.call('GET user/stations', { size: 200, isDeleted })),
  );
  accounts = new Map([...(used?.items ?? []), ...(deleted?.items ?? [])].map(({ id, account }) => [id, account]));
});
afterAll(() => server.stop());

const query = (by: Person, filter: Filter = {}) => by.api.call('GET assessment/query', filter);
const ids = (rows: readonly AssessmentRow[]) => rows.map(({ id }) => id);
const sorted = (list: readonly string[]) => [...list].sort();

test('the demo has assessments in every status and of two levels', () => {
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(STATUSES));
  expect(new Set(all.map(({ level }) => level))).toEqual(new Set([2, 3]));
});

/** The list filter (docs/spec/wire.md#assessments), in JavaScript. */
function matches(row: AssessmentRow, filter: Filter): boolean {
  const { search, station, expert, submitted, overdue, rated, expiring, ...others } = filter;
  const { status, level, province, city, county, from, to, updatedSince } = others;
  const today = dayOf(new Date());
  const { stageDays } = DEFAULT_SETTINGS;
  const isRated = row.status === 'passed' && (row.validUntil ?? '') >= today;
  const day = row.submittedAt && dayOf(row.submittedAt);
  return (
    (!search ||
      search === row.station.id ||
      found(row).some((text) => text.toLowerCase().includes(search.toLowerCase()))) &&
    (!expert || row.experts.some(({ id }) => id === expert)) &&
    (!overdue || overdueDays(row, stageDays, new Date().toISOString()) !== null) &&
    (!rated || isRated) &&
    (expiring === undefined || (isRated && (row.validUntil ?? '') <= dayOf(new Date(Date.now() + expiring * DAY)))) &&
    (!station || row.station.name.includes(station) || row.station.id === station) &&
    (submitted === undefined || submitted === (day !== null)) &&
    (!status?.length || status.includes(row.status)) &&
    (!level?.length || level.includes(row.level)) &&
    (!province || row.province === province) &&
    (!city || row.city === city) &&
    (!county || row.county === county) &&
    (!from || (day !== null && day >= from)) &&
    (!to || (day !== null && day <= to)) &&
    (!updatedSince || row.updatedAt >= new Date(updatedSince).toISOString())
  );
}

const found = (row: AssessmentRow) => [row.station.name, row.number, accounts.get(row.station.id) ?? ''];

/** Sort fields that JavaScript and the database order alike. */
const FIELDS = [
  'level',
  'stationScore',
  'expertScore',
  'createdAt',
  'submittedAt',
  'concludedAt',
  'validUntil',
  'statusSince',
] as const;

/** Empty values come last in both directions; ties are ordered by id, in the direction of the list. */
function by(field: (typeof FIELDS)[number], desc: boolean) {
  return (a: AssessmentRow, b: AssessmentRow) => {
    const [one, other] = [a[field], b[field]];
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    const before = one === other || one === null || other === null ? a.id < b.id : one < other;
    return before !== desc ? -1 : 1;
  };
}

test('every page of every filter has the right rows, order and total', async () => {
  const some = <T>(of: readonly T[]) => fc.constantFrom(...of);
  const days = all.flatMap(({ submittedAt }) => (submittedAt ? dayOf(submittedAt) : []));
  const filters = fc.record(
    {
      station: fc.oneof(
        some(all.map(({ station }) => station.name.slice(1, 3))),
        some(all.map((row) => row.station.id)),
      ),
      search: fc.oneof(
        some(all.map(({ station }) => station.name.slice(1, 3))),
        some(all.map(({ number }) => number.slice(-3))),
        some(all.map(({ station }) => station.id)),
        some([...accounts.values()].flatMap((account) => [account.slice(-2), account.toUpperCase()])),
      ),
      expert: some(all.flatMap(({ experts }) => experts.map(({ id }) => id))),
      overdue: fc.boolean(),
      rated: fc.boolean(),
      expiring: some([0, 90, 400, 3000]),
      status: fc.uniqueArray(some(STATUSES), { maxLength: 4 }),
      level: fc.uniqueArray(some(LEVELS), { maxLength: 2 }),
      province: some(['450000']),
      city: some(all.map((row) => row.city)),
      county: some(all.flatMap((row) => row.county ?? [])),
      from: some(days),
      to: some(days),
      updatedSince: some(all.map((row) => row.updatedAt)),
      submitted: fc.boolean(),
      sortby: some(FIELDS),
      desc: fc.boolean(),
      page: fc.integer({ min: 1, max: 3 }),
      size: fc.integer({ min: 1, max: 200 }),
    },
    { requiredKeys: ['sortby', 'desc', 'page', 'size'] },
  );
  const shareOf = (city: string) => all.filter((row) => row.city === city).length;
  const [city] = all.map((row) => row.city).sort((one, other) => shareOf(other) - shareOf(one));
  const byEach = (['createdAt', 'submittedAt'] as const).flatMap((sortby) =>
    [true, false].map((desc) => ({ sortby, desc })),
  );
  // These filters match enough rows that the server walks the sort index of each status.
  const ofLargestCity: [object][] = byEach.map((order) => [
    { ...order, city, status: [...STATUSES], page: 1, size: 1 },
  ]);
  // Some of these assessments were never submitted, some were taken back.
  const ofDrafts: [object][] = byEach.map((order) => [{ ...order, status: ['draft', 'reviewing'], page: 2, size: 3 }]);
  // The tabs of the console, and what they count.
  const ofTabs: [object][] = [
    { overdue: true, sortby: 'statusSince', desc: false },
    { rated: true, sortby: 'validUntil', desc: true },
    { expiring: 400, sortby: 'validUntil', desc: false },
    { status: ['submitted', 'reviewing'], sortby: 'statusSince', desc: false },
    { search: 'GXXSD', sortby: 'createdAt', desc: true },
  ].map((tab) => [{ ...tab, page: 1, size: 5 }]);
  for (const [tab] of ofTabs) expect(all.filter((row) => matches(row, tab)).length).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const { sortby, desc, page, size } = filter;
      const { total, items } = await query(people.admin, filter);
      const expected = all.filter((row) => matches(row, filter)).sort(by(sortby, desc));
      expect(ids(items)).toEqual(ids(expected).slice((page - 1) * size, page * size));
      expect(total).toBe(expected.length);
    }),
    { numRuns: 150, examples: [...ofLargestCity, ...ofDrafts, ...ofTabs] },
  );
});

test('a day filter covers midnight to midnight in China, and updatedSince includes its instant', async () => {
  const early = all.find(({ submittedAt }) => submittedAt !== null && dayOf(submittedAt) !== submittedAt.slice(0, 10));
  const day = dayOf(early?.submittedAt ?? '');
  const sameDay = all.filter(({ submittedAt }) => submittedAt !== null && dayOf(submittedAt) === day);
  expect(ids((await query(people.admin, { from: day, to: day })).items)).toEqual(ids(sameDay));
  const [newest] = all
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .slice(-1);
  const since = all.filter(({ updatedAt }) => updatedAt === newest);
  expect(ids((await query(people.admin, { updatedSince: newest })).items)).toEqual(ids(since));
});

test('a wildcard in a station name matches literally', async () => {
  for (const text of ['%', '_', '\\'])
    for (const key of ['station', 'search']) expect((await query(people.admin, { [key]: text })).total).toBe(0);
});

test('the filter by expert is refused where it would tell who reviews', async () => {
  const expert = people.expert.id;
  for (const role of ['expert', 'station'] as const)
    expect((await refusal(query(people[role], { expert }))).fields).toHaveProperty('expert');
});

describe('sorting', () => {
  test('defaults to newest first', () => {
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  const keys: Record<(typeof ASSESSMENT_SORTS)[number], (row: AssessmentRow) => string | number | null> = {
    number: (row) => row.number,
    // By pinyin: the station's place in the station list sorted by name.
    station: (row) => places.get(row.station.id) ?? null,
    level: (row) => row.level,
    status: (row) => STATUSES.indexOf(row.status),
    stationScore: (row) => row.stationScore,
    expertScore: (row) => row.expertScore,
    createdAt: (row) => row.createdAt,
    submittedAt: (row) => row.submittedAt,
    concludedAt: (row) => row.concludedAt,
    validUntil: (row) => row.validUntil,
    statusSince: (row) => row.statusSince,
  };
  const places = new Map<string, number>();
  beforeAll(async () => {
    const { items } = await people.admin.api.call('GET user/stations', { sortBy: 'name', size: 200 });
    for (const [index, { id }] of items.entries()) places.set(id, index);
  });

  test.each(ASSESSMENT_SORTS)('by %s pages without gaps or repetitions in both directions', async (sortby) => {
    for (const desc of [false, true]) {
      const walked: AssessmentRow[] = [];
      for (let page = 1; walked.length < all.length; page++) {
        const { total, items } = await query(people.admin, { sortby, desc, page, size: 13 });
        expect(total).toBe(all.length);
        expect(items.length).toBeGreaterThan(0);
        walked.push(...items);
      }
      expect(sorted(ids(walked))).toEqual(sorted(ids(all)));
      const found = walked.map(keys[sortby]);
      const present = found.filter((key) => key !== null);
      // Empty values come last in both directions.
      expect(found.slice(0, present.length)).toEqual(present);
      const inOrder = [...present].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(present).toEqual(desc ? inOrder.reverse() : inOrder);
    }
  });

  test('a page past the end still has the right total', async () => {
    expect(await query(people.admin, { page: 99 })).toEqual({ total: all.length, items: [] });
  });

  test('by an unknown column is refused', async () => {
    for (const sortby of ['version', 'sortBy', 'number; DROP TABLE users'])
      expect((await refusal(query(people.admin, { sortby } as never))).fields).toHaveProperty('sortby');
  });
});

describe('visible rows', () => {
  /** The rows in the data scope of docs/spec/wire.md#data-scope. */
  async function inScope(role: (typeof SEERS)[number]): Promise<AssessmentRow[]> {
    const { id, division } = people[role];
    const linked = await people.admin.api.call('GET supervise/stations', {
      userId: people.supervisor.id,
      linked: true,
      size: 200,
    });
    const scopes: Record<typeof role, (row: AssessmentRow) => boolean> = {
      admin: () => true,
      province_manager: () => true,
      city_manager: (row) => row.city === division,
      county_manager: (row) => row.county === division,
      expert: (row) => row.experts.some((expert) => expert.id === id),
      station: (row) => row.station.id === id,
      supervisor: (row) => linked.items.some((station) => station.id === row.station.id),
    };
    return all.filter(scopes[role]);
  }

  test.each(SEERS)('%s', async (role) => {
    const wanted = await inScope(role);
    expect(wanted.length).toBeGreaterThan(0);
    const { items } = await query(people[role], { size: 200 });
    expect(ids(items)).toEqual(ids(wanted));
    for (const [index, row] of items.entries()) {
      const concluded = ['passed', 'failed', 'revoked'].includes(row.status);
      const blind = (role === 'station' || role === 'expert') && !concluded;
      const whole = wanted[index];
      const own = whole?.experts.filter((expert) => expert.id === people[role].id);
      const experts = role === 'station' ? [] : role === 'expert' && blind ? own : whole?.experts;
      const expertScore = blind ? null : whole?.expertScore;
      // A blind caller must not notice others' work: it sees times and versions of its visible part only.
      const { updatedAt, version } = blind ? row : (whole ?? row);
      // How far the own review is, for its expert alone.
      const { progress, ...rest } = row;
      expect(progress !== undefined).toBe(role === 'expert' && row.status === 'reviewing');
      expect(rest).toEqual({ ...whole, experts, expertScore, updatedAt, version });
      expect(row.updatedAt <= (whole?.updatedAt ?? '') && row.version <= (whole?.version ?? 0)).toBe(true);
    }
  });

  /**
   * What waits without exceptions. `byCity`: the city passed the first review, so by the four-eyes rule the province
   * concludes.
   */
  const waiting: Record<(typeof SEERS)[number], (row: AssessmentRow, me: Person, byCity: boolean) => boolean> = {
    station: ({ status }) => status === 'draft' || status === 'returned',
    county_manager: ({ status }) => status === 'submitted',
    city_manager: ({ status, level, station }, { division }, byCity) =>
      (status === 'submitted' && station.division === division) ||
      (level === 3 && (status === 'first_passed' || (status === 'reviewed' && !byCity))),
    province_manager: ({ status, level }, _, byCity) =>
      (level !== 3 && (status === 'first_passed' || status === 'reviewed')) ||
      (level === 3 && status === 'reviewed' && byCity),
    expert: ({ status }) => status === 'reviewing',
    admin: () => false,
    supervisor: () => false,
  };

  test.each(SEERS)('to-do list of %s', async (role) => {
    const me = people[role];
    const wanted = [];
    for (const row of await inScope(role)) {
      const events = await people.admin.api.call('GET assessment/events', { id: row.id });
      const byCity = events.some(({ status, by }) => status === 'first_passed' && by?.role === 'city_manager');
      if (!waiting[role](row, me, byCity)) continue;
      const mine = role === 'expert' ? await me.api.call('GET assessment/experts', { id: row.id }) : [];
      if (mine.every(({ concluded }) => !concluded)) wanted.push(row);
    }
    if (role !== 'admin' && role !== 'supervisor') expect(wanted.length).toBeGreaterThan(0);
    const { total, items } = await query(me, { waiting: true, size: 200 });
    expect([total, ids(items)]).toEqual([wanted.length, ids(wanted)]);
    expect((await query(me, { waiting: false, size: 200 })).total).toBe((await inScope(role)).length);
  });
});
