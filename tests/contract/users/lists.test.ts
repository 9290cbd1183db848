import type { User } from '@shp/shared/api/objects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addManager,
  CITY,
  COUNTY,
  expertProfile,
  FAR_CITY,
  FAR_COUNTY,
  NEIGHBOUR,
  stationProfile,
} from '../../support/people.ts';
import { refusal } from '../../support/strictClient.ts';

/** In pinyin order: an, bai, chong, fang, gui gang, gui lin, he chi, he zhou, lai, liu, nan, qin, wu, yu. */
const NAMES = [
  '安宁',
  '百色',
  '崇左',
  '防城',
  '贵港',
  '桂林',
  '河池',
  '贺州',
  '来宾',
  '柳州',
  '南宁',
  '钦州',
  '梧州',
  '玉林',
];
const PLACES = [COUNTY, NEIGHBOUR, CITY, FAR_COUNTY];

let server: Contract;
let city: Person;
beforeAll(async () => {
  server = await startContract();
  city = await addManager(server, 'city_manager', CITY);
  // Created in an order that is neither that of the names nor of the capacities.
  for (const [index, name] of [...NAMES.entries()].sort(([a], [b]) => ((a * 5) % 14) - ((b * 5) % 14))) {
    await server.admin.api.call('POST user/add_station', {
      account: `Station_${String(13 - index).padStart(2, '0')}`,
      division: PLACES[index % PLACES.length] ?? COUNTY,
      profile: { ...stationProfile(name), name, capacity: (index * 37) % 100 },
    });
  }
  const experts = [
    ['expert.a', CITY, ['safety', 'electrical']],
    ['expert.b', COUNTY, ['electrical']],
    ['expert.c', FAR_CITY, ['hydraulic']],
    ['expert.d', null, ['other']],
  ] as const;
  for (const [account, division, specialties] of experts) {
    const name = `${account} ＡＢ１号 ÉА（示例）`;
    const profile = { ...expertProfile(account), name, specialties: [...specialties] };
    await server.admin.api.call('POST user/add_expert', { account, division, profile });
  }
});
afterAll(() => server.stop());

const names = (items: readonly User[]) => items.map(({ profile }) => profile.name);
const accounts = (items: readonly User[]) => items.map(({ account }) => account);
type StationFilter = Parameters<typeof stations>[0];
const stations = async (
  filter: {
    filter?: string;
    page?: number;
    size?: number;
    city?: string;
    county?: string;
    province?: string;
    isDeleted?: boolean;
    desc?: boolean;
    capacityFrom?: number;
    capacityTo?: number;
    sortBy?: 'name' | 'account' | 'division' | 'createdAt' | 'lastLoginAt' | 'capacity';
  },
  by: Person = server.admin,
) => by.api.call('GET user/stations', filter);

describe('sorting', () => {
  test('defaults to newest first', async () => {
    const { items } = await stations({});
    const times = items.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  test.each([false, true])('by name follows pinyin, descending: %s', async (desc) => {
    const { items } = await stations({ sortBy: 'name', desc });
    expect(names(items)).toEqual(desc ? [...NAMES].reverse() : NAMES);
  });

  test.each<[NonNullable<StationFilter['sortBy']>, (user: User) => string | number]>([
    ['account', ({ account }) => account.toLowerCase()],
    ['division', ({ division }) => division ?? ''],
    ['createdAt', ({ createdAt }) => createdAt],
    ['capacity', ({ profile }) => Number(profile.capacity)],
  ])('by %s, in both directions', async (sortBy, key) => {
    for (const desc of [false, true]) {
      const keys = (await stations({ sortBy, desc, size: 200 })).items.map(key);
      const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(keys).toEqual(desc ? sorted.reverse() : sorted);
    }
  });

  test.each([
    ['capacity', 'capacity', null],
    ['lastLoginAt', 'last_login_at', '2026-01-01T00:00:00.000Z'],
  ] as const)('by %s empty ones come last, both ways, page by page', async (sortBy, column, value) => {
    const { sql } = server.rawDatabase;
    const read = () =>
      sql<{ id: string; key: string | number | null }>(
        `SELECT id, ${column} AS key FROM users WHERE role = 'station' AND is_deleted = 0`,
      );
    const set = (key: string | number | null, id: string) =>
      sql(`UPDATE users SET ${column} = ? WHERE id = ?`, key, id);
    const before = await read();
    for (const { id } of before.slice(0, 5)) await set(value, id);
    const rows = await read();
    expect(new Set(rows.map(({ key }) => key === null)).size).toBe(2);
    for (const desc of [false, true]) {
      const walked = [];
      for (let page = 1; page <= Math.ceil(rows.length / 3); page++)
        walked.push(...(await stations({ sortBy, desc, page, size: 3 })).items.map(({ id }) => id));
      const sorted = rows.toSorted((a, b) => {
        if ((a.key === null) !== (b.key === null)) return a.key === null ? 1 : -1;
        const first = a.key === b.key || a.key === null || b.key === null ? a.id < b.id : a.key < b.key;
        return first !== desc ? -1 : 1;
      });
      expect(walked).toEqual(sorted.map(({ id }) => id));
    }
    for (const { id, key } of before) await set(key, id);
  });

  test('by last login puts the most recent first and accounts without a login last', async () => {
    const { items } = await server.admin.api.call('GET user/managers', { sortBy: 'lastLoginAt', desc: true });
    expect(items[0]?.lastLoginAt).not.toBeNull();
    const times = items.map(({ lastLoginAt }) => lastLoginAt ?? '');
    expect(times).toEqual([...times].sort().reverse());
  });
});

describe('pages', () => {
  test.each([
    { sortBy: 'division' as const },
    { sortBy: 'division' as const, desc: true },
    { sortBy: 'lastLoginAt' as const },
    {},
  ])('sorted by %j contain every row once, also with equal keys', async (order) => {
    await server.rawDatabase.sql("UPDATE users SET created_at = '2026-01-01T00:00:00.000Z' WHERE role = 'station'");
    const seen = [];
    for (let page = 1; page <= 5; page++) {
      const { total, items } = await stations({ ...order, page, size: 4 });
      expect(total).toBe(NAMES.length);
      seen.push(...names(items));
    }
    expect(seen.length).toBe(NAMES.length);
    expect(new Set(seen)).toEqual(new Set(NAMES));
  });

  test('past the last one have the right total', async () => {
    expect(await stations({ page: 99, size: 5 })).toEqual({ total: NAMES.length, items: [] });
  });

  test.each([{ page: 0 }, { size: 0 }, { size: 201 }, { page: 1.5 }])('%j is refused', async (paging) => {
    const { status, fields } = await refusal(stations(paging));
    expect([status, ...Object.keys(fields)]).toEqual([400, ...Object.keys(paging)]);
  });
});

describe('filters', () => {
  test.each<[StationFilter, string[]]>([
    [{ filter: '宁' }, ['安宁', '南宁']],
    [{ filter: 'station_0' }, ['贵港', '桂林', '河池', '贺州', '来宾', '柳州', '南宁', '钦州', '梧州', '玉林']],
    [{ filter: 'STATION_13' }, ['安宁']],
    [{ filter: '%' }, []],
    [{ filter: 'n_0' }, ['贵港', '桂林', '河池', '贺州', '来宾', '柳州', '南宁', '钦州', '梧州', '玉林']],
    [{ filter: 'nx0' }, []],
    [{ filter: '' }, NAMES],
    [{ county: COUNTY }, ['安宁', '贵港', '来宾', '梧州']],
    [{ city: FAR_CITY }, ['防城', '贺州', '钦州']],
    [{ city: CITY, county: FAR_COUNTY }, []],
    [{ province: '450000', city: CITY, filter: '州' }, ['柳州', '梧州']],
    [{ isDeleted: true }, []],
  ])('%j', async (filter, expected) => {
    const { total, items } = await stations({ ...filter, sortBy: 'name' });
    expect(names(items)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test.each([
    { capacityFrom: 50 },
    { capacityTo: 37 },
    { capacityFrom: 37, capacityTo: 74 },
    { capacityFrom: 74, capacityTo: 37 },
  ])('capacity, both ends included: %j', async (filter) => {
    const { capacityFrom = 0, capacityTo = 100 } = filter;
    const expected = NAMES.filter((_, index) => {
      const capacity = (index * 37) % 100;
      return capacityFrom <= capacity && capacity <= capacityTo;
    });
    const { total, items } = await stations({ ...filter, sortBy: 'name' });
    expect(names(items)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  test('filter by the recycle bin', async () => {
    const [gone] = (await stations({ filter: '玉林' })).items;
    const userId = gone?.id ?? '';
    await server.admin.api.call('POST user/delete', { userId, softDelete: true });
    expect(names((await stations({ isDeleted: true })).items)).toEqual(['玉林']);
    expect((await stations({})).total).toBe(NAMES.length - 1);
    await server.admin.api.call('POST user/recover', { userId });
  });

  test.each<[Parameters<typeof experts>[0], string[]]>([
    [{}, ['expert.a', 'expert.b', 'expert.c', 'expert.d']],
    [{ specialty: 'electrical' }, ['expert.a', 'expert.b']],
    [{ specialty: 'electrical', division: COUNTY }, ['expert.b']],
    [{ division: CITY }, ['expert.a', 'expert.b']],
    [{ division: '450000' }, ['expert.a', 'expert.b', 'expert.c']],
    [{ keyword: 'EXPERT.C' }, ['expert.c']],
    // Letters beyond ASCII match case-sensitively.
    [{ keyword: 'C ＡＢ１号 ÉА' }, ['expert.c']],
  ])('filter experts by %j, for every manager alike', async (filter, expected) => {
    for (const by of [server.admin, city]) expect(accounts((await experts(filter, by)).items)).toEqual(expected);
  });

  test.each([
    ['GET user/stations', { sortBy: 'load' }, 'sortBy'],
    ['GET user/stations', { keyword: 'x' }, 'keyword'],
    ['GET user/stations', { county: '999999' }, 'county'],
    ['GET user/stations', { isDeleted: 'maybe' }, 'isDeleted'],
    ['GET user/managers', { sortBy: 'capacity' }, 'sortBy'],
    ['GET user/managers', { sortBy: 'password_hash' }, 'sortBy'],
    ['GET user/experts', { specialty: 'cooking' }, 'specialty'],
    ['GET user/supervisors', { desc: '1' }, 'desc'],
  ] as const)('%s refuses %j', async (key, input, field) => {
    const { status, fields } = await refusal(server.admin.api.call(key, input as never));
    expect([status, ...Object.keys(fields)]).toEqual([400, field]);
  });
});

const experts = (filter: { specialty?: 'electrical'; division?: string; keyword?: string }, by: Person) =>
  by.api.call('GET user/experts', { ...filter, sortBy: 'account' });

test('each list has the users of its own kind only', async () => {
  const { items: units } = await server.admin.api.call('GET user/managers', {});
  expect(units.map(({ role }) => role).sort()).toEqual(['admin', 'city_manager']);
  const { items } = await server.admin.api.call('GET user/supervisors', {});
  expect(items).toEqual([]);
});

test('a province_manager lists the units below it, without administrators and ministries', async () => {
  const province = await addManager(server, 'province_manager', '450000');
  await addManager(server, 'ministry_manager');
  const { items } = await province.api.call('GET user/managers', {});
  expect(items.map(({ role }) => role).sort()).toEqual(['city_manager', 'province_manager']);
});
