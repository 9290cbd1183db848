import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addExpert, addManager, addStation, addSupervisor, CITY, COUNTY, FAR_COUNTY } from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let province: Person;
let supervisor: Person;
let other: Person;
const stations: Person[] = [];
const assessments: string[] = [];
beforeAll(async () => {
  server = await startContract();
  province = await addManager(server, 'province_manager', '450000');
  supervisor = await addSupervisor(server);
  other = await addSupervisor(server);
  for (const division of [COUNTY, COUNTY, FAR_COUNTY, CITY]) {
    const station = await addStation(server, division);
    stations.push(station);
    assessments.push((await station.api.call('POST assessment/add_assessment', { level: 3 })).id);
  }
});
afterAll(() => server.stop());

const idsOf = (places: readonly number[]) => places.map((place) => stations[place]?.id ?? '');
const link = (places: readonly number[], mode?: 'replace' | 'add' | 'remove', by = province, userId = supervisor.id) =>
  by.api.call('POST supervise/stations', { userId, stationsId: idsOf(places), ...(mode ? { mode } : {}) });
const linked = async (by = supervisor) => {
  const { items } = await by.api.call('GET supervise/stations', { size: 200 });
  return stations.flatMap(({ id }, index) => (items.some((item) => item.id === id) ? [index] : []));
};

describe('links of an aggregate account', () => {
  beforeEach(() => link([]));

  test.each<[string, number[], number[], 'replace' | 'add' | 'remove' | undefined, number[]]>([
    ['replaced, where no mode is said', [0, 1], [1, 2], undefined, [1, 2]],
    ['replaced', [0, 1], [3], 'replace', [3]],
    ['replaced by none', [0, 1], [], 'replace', []],
    ['added', [0, 1], [1, 2], 'add', [0, 1, 2]],
    ['taken off', [0, 1, 2], [1, 3], 'remove', [0, 2]],
    ['none taken off', [0], [], 'remove', [0]],
  ])('are %s', async (_name, before, given, mode, after) => {
    await link(before);
    expect(await link(given, mode)).toEqual({ count: after.length });
    expect(await linked()).toEqual(after);
    expect(await linked(other)).toEqual([]);
  });

  test('to anything but stations are refused and nothing changes', async () => {
    await link([0]);
    const expert = await addExpert(server, CITY);
    const gone = await addStation(server, COUNTY);
    await server.admin.api.call('POST user/delete', { userId: gone.id, softDelete: true });
    for (const id of [expert.id, supervisor.id, gone.id, 'nobody']) {
      const call = province.api.call('POST supervise/stations', {
        userId: supervisor.id,
        stationsId: [...idsOf([1]), id],
        mode: 'add',
      });
      expect(await outcome(call)).toBe('404 not_found');
    }
    expect(await linked()).toEqual([0]);
  });

  test('are counted without deleted stations, as in the list', async () => {
    const gone = await addStation(server, COUNTY);
    const input = { userId: supervisor.id, stationsId: [gone.id, ...idsOf([0])] };
    expect(await province.api.call('POST supervise/stations', input)).toEqual({ count: 2 });
    await server.admin.api.call('POST user/delete', { userId: gone.id, softDelete: true });
    expect(await link([], 'add')).toEqual({ count: 1 });
    expect(await linked()).toEqual([0]);
  });

  test('are counted in the list of aggregate accounts, without deleted stations', async () => {
    const gone = await addStation(server, COUNTY);
    await province.api.call('POST supervise/stations', {
      userId: supervisor.id,
      stationsId: [gone.id, ...idsOf([0, 3])],
    });
    await server.admin.api.call('POST user/delete', { userId: gone.id, softDelete: true });
    for (const by of [server.admin, province]) {
      const { items } = await by.api.call('GET user/supervisors', { sortBy: 'account' });
      expect(items.map(({ id, links }) => [id, links])).toEqual(
        [supervisor, other]
          .sort((a, b) => (a.account < b.account ? -1 : 1))
          .map(({ id }) => [id, id === supervisor.id ? 2 : 0]),
      );
    }
    const sent = { userId: supervisor.id, profile: {}, links: 2 };
    await server.admin.api.call('POST user/profile', sent);
    expect((await refusal(server.admin.api.call('POST user/profile', { ...sent, links: 3 }))).fields).toHaveProperty(
      'links',
    );
  });

  test('exist for aggregate accounts only', async () => {
    for (const userId of [province.id, stations[0]?.id ?? '', 'nobody'])
      expect(await outcome(link([0], 'add', province, userId))).toBe('404 not_found');
  });

  test('of two concurrent additions are both stored', async () => {
    await Promise.all([link([0, 1], 'add'), link([2], 'add', server.admin)]);
    expect(await linked()).toEqual([0, 1, 2]);
  });
});

describe('list of linked stations', () => {
  beforeAll(() => link([0, 2]));

  test('an aggregate account sees its linked stations', async () => {
    const { items, total } = await supervisor.api.call('GET supervise/stations', { userId: supervisor.id });
    expect([total, ...items.map((item) => item.linked)]).toEqual([2, true, true]);
    expect((await supervisor.api.call('GET supervise/stations', { linked: false })).total).toBe(0);
  });

  test('an administrator or province_manager sees every station, with the linked ones marked', async () => {
    for (const by of [server.admin, province]) {
      const { items, total } = await by.api.call('GET supervise/stations', { userId: supervisor.id });
      expect(total).toBe(4);
      expect(stations.map(({ id }) => items.find((item) => item.id === id)?.linked)).toEqual([
        true,
        false,
        true,
        false,
      ]);
    }
  });

  test.each<[object, number]>([
    [{ linked: true }, 2],
    [{ linked: false }, 2],
    [{ filter: 'nothing like it' }, 0],
    [{ size: 3 }, 4],
    [{ page: 9 }, 4],
  ])('filtered by %j holds %s', async (filter, total) => {
    const answer = await province.api.call('GET supervise/stations', { userId: supervisor.id, ...filter });
    expect(answer.total).toBe(total);
  });

  test('stands by account on every page', async () => {
    const input = { userId: supervisor.id, size: 3 };
    const pages = [1, 2].map((page) => province.api.call('GET supervise/stations', { ...input, page }));
    const listed = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ account }) => account));
    expect(listed).toEqual(stations.map(({ account }) => account).sort());
    const own = (await supervisor.api.call('GET supervise/stations', {})).items.map(({ account }) => account);
    expect(own).toEqual(own.toSorted());
  });

  test('filters by name and account', async () => {
    const filter = stations[1]?.account ?? '';
    const { items } = await province.api.call('GET supervise/stations', { userId: supervisor.id, filter });
    expect(items.map(({ account }) => account)).toEqual([filter]);
  });
});

describe("a station's newest assessment", () => {
  const rowOf = async (by: Person, station: Person) => {
    const { items } = await by.api.call('GET supervise/stations', { userId: supervisor.id, filter: station.account });
    const [row] = items;
    if (!row) throw new Error('the station is not listed');
    return row;
  };

  test('stands in its row, whatever its status, and is none where there is none', async () => {
    const station = await addStation(server, COUNTY);
    await province.api.call('POST supervise/stations', {
      userId: supervisor.id,
      stationsId: [station.id],
      mode: 'add',
    });
    const seen = async () => (await rowOf(supervisor, station)).latest;
    expect(await seen()).toBeNull();
    const { id: first } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    expect(await seen()).toEqual({ id: first, status: 'draft' });
    await station.api.call('POST assessment/delete', { id: first });
    expect(await seen()).toBeNull();
    const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    expect(await seen()).toEqual({ id, status: 'draft' });
    expect((await rowOf(province, station)).latest).toEqual({ id, status: 'draft' });
  });

  test('is accepted in the body of an update as it is, and refused changed', async () => {
    const [station] = stations;
    if (!station) throw new Error('no station');
    await link([0], 'add');
    const row = await rowOf(province, station);
    await province.api.call('POST user/update_station', row as never);
    const changed = { ...row, latest: { id: row.latest?.id ?? '', status: 'passed' } };
    const refused = await refusal(province.api.call('POST user/update_station', changed as never));
    expect(refused.fields).toHaveProperty('latest');
  });
});

describe('list of linked assessments', () => {
  beforeAll(() => link([0, 2]));
  const listed = async (by: Person, input: object = {}) => {
    const { items, total } = await by.api.call('GET supervise/assessments', input);
    expect(total).toBe(items.length);
    return assessments.flatMap((id, index) => (items.some((item) => item.id === id) ? [index] : []));
  };

  test('an aggregate account and its overseers see the assessments of linked stations', async () => {
    expect(await listed(supervisor)).toEqual([0, 2]);
    expect(await listed(province, { userId: supervisor.id })).toEqual([0, 2]);
    expect(await listed(server.admin, { userId: other.id })).toEqual([]);
    const { items } = await supervisor.api.call('GET assessment/query', {});
    expect(items).toEqual((await supervisor.api.call('GET supervise/assessments', {})).items);
  });

  test('accepts the filters of the assessment list', async () => {
    expect(await listed(supervisor, { county: FAR_COUNTY })).toEqual([2]);
    expect(await listed(supervisor, { county: CITY, status: ['draft'] })).toEqual([0]);
    expect(await listed(supervisor, { status: ['passed'] })).toEqual([]);
    expect(await listed(supervisor, { station: stations[2]?.id })).toEqual([2]);
  });

  test('loses the assessments of an unlinked station at once; its assessments and account are not found', async () => {
    await link([2], 'remove');
    expect(await listed(supervisor)).toEqual([0]);
    expect(await outcome(supervisor.api.call('GET assessment', { id: assessments[2] ?? '' }))).toBe('404 not_found');
    expect(await outcome(supervisor.api.call('GET user', { id: stations[2]?.id ?? '' }))).toBe('404 not_found');
    expect(await outcome(supervisor.api.call('GET user', { id: stations[0]?.id ?? '' }))).toBe('200');
    await link([0, 2]);
  });
});

test.each(['GET supervise/stations', 'GET supervise/assessments'] as const)(
  '%s requires a userId of overseers and refuses other ids from the account itself',
  async (key) => {
    for (const by of [server.admin, province]) {
      const { status, fields } = await refusal(by.api.call(key, {}));
      expect([status, ...Object.keys(fields)]).toEqual([400, 'userId']);
      expect(await outcome(by.api.call(key, { userId: stations[0]?.id }))).toBe('404 not_found');
    }
    expect(await outcome(supervisor.api.call(key, { userId: other.id }))).toBe('404 not_found');
  },
);
