import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addExpert,
  addManager,
  addStation,
  addSupervisor,
  CITY,
  COUNTY,
  FAR_COUNTY,
  NEIGHBOUR,
} from '../../support/people.ts';
import { addCast, bring, ITEMS, score } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let county: Person;
beforeAll(async () => {
  server = await startContract();
  county = await addManager(server, 'county_manager', COUNTY);
});
afterAll(() => server.stop());

const remove = (id: string, softDelete: boolean, by: Person = server.admin) =>
  by.api.call('POST user/delete', { userId: id, softDelete });
const recover = (id: string, by: Person = server.admin) => by.api.call('POST user/recover', { userId: id });
const listed = async (id: string, isDeleted: boolean) => {
  const { items } = await server.admin.api.call('GET user/stations', { isDeleted, size: 200 });
  return items.some((user) => user.id === id);
};

/** Sends the headers of a deletion; the returned function sends its body and returns the status. */
async function held({ url }: Contract, { token }: Person, userId: string): Promise<() => Promise<number>> {
  const headers = { Token: token, 'Content-Type': 'application/json', Expect: '100-continue' };
  const call = request(`${url}/api/user/delete`, { method: 'POST', headers });
  call.flushHeaders();
  await once(call, 'continue');
  return async () => {
    call.end(JSON.stringify({ userId, softDelete: true }));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  };
}

test('a deleted user is in the recycle bin, cannot log in, and is restored unchanged', async () => {
  const station = await addStation(server, COUNTY);
  const before = await county.api.call('GET user', { id: station.id });
  await remove(station.id, true, county);
  expect([await listed(station.id, false), await listed(station.id, true)]).toEqual([false, true]);
  expect(await outcome(server.login(station.account, station.password))).toBe('400 bad_credentials');
  expect((await county.api.call('GET user', { id: station.id })).isDeleted).toBe(true);
  const after = await recover(station.id, county);
  expect(after).toMatchObject({ ...before, version: expect.any(Number), updatedAt: expect.any(String) });
  expect([await listed(station.id, false), await listed(station.id, true)]).toEqual([true, false]);
  expect(await outcome(station.api.call('GET user', {}))).toBe('401 unauthenticated');
  expect(await outcome(server.login(station.account, station.password))).toBe('200');
});

test('a removed user is gone, and its account name is free again', async () => {
  const { id, account } = await addStation(server, COUNTY);
  const { profile } = await server.admin.api.call('GET user', { id });
  await remove(id, false, county);
  expect(await outcome(server.admin.api.call('GET user', { id }))).toBe('404 not_found');
  expect(await listed(id, true)).toBe(false);
  const again = county.api.call('POST user/add_station', { account, division: COUNTY, profile: profile as never });
  expect(await outcome(again)).toBe('200');
});

test('a user in the recycle bin cannot be changed', async () => {
  const { id } = await addStation(server, COUNTY);
  await remove(id, true);
  const calls = [
    county.api.call('POST user/update_station', { id, profile: { units: 3 } }),
    county.api.call('POST user/profile', { userId: id, profile: { units: 3 } }),
    county.api.call('POST user/reset_password', { id }),
  ];
  expect(await Promise.all(calls.map(outcome))).toEqual(Array(3).fill('409 conflict'));
});

describe('a station', () => {
  test('stays in the lists of assessments, and gets its assessments back when recovered', async () => {
    const station = await addStation(server, COUNTY);
    const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    await remove(station.id, true, county);
    const { items } = await county.api.call('GET assessment/query', { station: station.id });
    expect(items.map((row) => [row.id, row.status])).toEqual([[id, 'draft']]);
    await recover(station.id, county);
    const again = await server.login(station.account, station.password);
    expect((await again.api.call('GET assessment', { id })).actions).toEqual([]);
  });

  test('with an assessment, even a deleted one, can be deleted but not removed', async () => {
    const station = await addStation(server, COUNTY);
    const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    await station.api.call('POST assessment/delete', { id });
    expect(await outcome(remove(station.id, false, county))).toBe('409 conflict');
    expect(await outcome(remove(station.id, true, county))).toBe('200');
  });
});

test('an aggregate account is removed with its links', async () => {
  const supervisor = await addSupervisor(server);
  const station = await addStation(server, COUNTY);
  await server.admin.api.call('POST supervise/stations', { userId: supervisor.id, stationsId: [station.id] });
  expect(await outcome(remove(station.id, false))).toBe('200');
  const { total } = await supervisor.api.call('GET supervise/stations', {});
  expect(total).toBe(0);
  expect(await outcome(remove(supervisor.id, false))).toBe('200');
});

describe('administrators', () => {
  test('cannot delete themselves', async () => {
    const { status, code } = await refusal(remove(server.admin.id, true));
    expect({ status, code }).toEqual({ status: 409, code: 'conflict' });
  });

  test('of the last two that delete each other at once one stays', async () => {
    const own = await startContract();
    try {
      const other = await addManager(own, 'admin');
      const [one, two] = [await held(own, own.admin, other.id), await held(own, other, own.admin.id)];
      // Both requests passed authentication before either body arrived.
      expect([await one(), await two()]).toEqual([200, 401]);
      const alive = [own.admin, other].map(({ api }) => outcome(api.call('GET user', {})));
      expect(await Promise.all(alive)).toEqual(['200', '401 unauthenticated']);
    } finally {
      await own.stop();
    }
  });

  test('the last one cannot be deleted', async () => {
    const { items } = await server.admin.api.call('GET user/managers', { size: 200 });
    for (const { id, role } of items) if (role === 'admin' && id !== server.admin.id) await remove(id, true);
    const { message } = await refusal(remove(server.admin.id, false));
    expect(message).not.toBe('');
    expect(await outcome(server.admin.api.call('GET user', {}))).toBe('200');
  });

  test('an access token can neither create nor change one', async () => {
    const other = await addManager(server, 'admin');
    const { token } = await server.admin.api.call('POST session/create_token', {
      name: 'job',
      scopes: ['read', 'export', 'write'],
      expiresInDays: 1,
    });
    const api = server.as(token);
    const calls = [
      api.call('POST user/add_manager', { account: 'robot', role: 'admin', profile: { name: 'x' } }),
      api.call('POST user/update_manager', { id: other.id, profile: { name: 'x' } }),
      api.call('POST user/profile', { userId: other.id, profile: { name: 'x' } }),
      api.call('POST user/my_profile', { name: 'x' }),
      api.call('POST user/reset_password', { id: other.id }),
      api.call('POST user/reset_password', { id: server.admin.id }),
      api.call('POST user/delete', { userId: other.id, softDelete: true }),
      api.call('POST user/recover', { userId: other.id }),
    ];
    expect(await Promise.all(calls.map(outcome))).toEqual(Array(calls.length).fill('403 forbidden'));
    expect(await outcome(other.api.call('GET user', {}))).toBe('200');
  });
});

describe('rights to delete, recover and reset', () => {
  type Kind = 'city' | 'county' | 'expert' | 'freeExpert' | 'station' | 'farStation' | 'supervisor';
  const makers: Record<Kind, () => Promise<Person>> = {
    city: () => addManager(server, 'city_manager', CITY),
    county: () => addManager(server, 'county_manager', NEIGHBOUR),
    expert: () => addExpert(server, CITY),
    freeExpert: () => addExpert(server),
    station: () => addStation(server, COUNTY),
    farStation: () => addStation(server, FAR_COUNTY),
    supervisor: () => addSupervisor(server),
  };
  const everybody = Object.keys(makers) as Kind[];
  test.each<[string, Kind[], () => Promise<Person>]>([
    ['a province_manager', everybody, () => addManager(server, 'province_manager', '450000')],
    ['a city_manager', ['expert', 'station'], () => addManager(server, 'city_manager', CITY)],
    ['a county_manager', ['station'], () => addManager(server, 'county_manager', COUNTY)],
  ])('%s reaches %j', async (_name, expected, make) => {
    const keeper = await make();
    const reached: Kind[] = [];
    for (const kind of everybody) {
      const { id } = await makers[kind]();
      const answers = [
        await outcome(keeper.api.call('POST user/reset_password', { id })),
        await outcome(remove(id, true, keeper)),
        await outcome(recover(id, keeper)),
        await outcome(remove(id, false, keeper)),
      ];
      expect(new Set(answers).size).toBe(1);
      if (answers[0] === '200') reached.push(kind);
      else expect(answers[0]).toBe('404 not_found');
    }
    expect(reached).toEqual(expected);
  });
});

test('the effects of a deletion can be listed first: reviews of an expert, applications of a station', async () => {
  const cast = await addCast(server, 1);
  const review = await bring(server, cast, 'reviewing');
  const [expert] = cast.experts as [Person];
  const effects = (id: string, by: Person = server.admin) => by.api.call('GET user/delete_effects', { id });
  const { number } = await server.admin.api.call('GET assessment', { id: review.id });
  expect(await effects(expert.id)).toEqual({ reviews: [{ id: review.id, number, scored: 0 }], applications: [] });
  await score(expert, review);
  expect((await effects(expert.id)).reviews).toEqual([{ id: review.id, number, scored: ITEMS.length }]);
  expect(await effects(review.station.id)).toEqual({
    reviews: [],
    applications: [{ id: review.id, number, status: 'reviewing' }],
  });
  expect(await effects((await addStation(server, COUNTY)).id)).toEqual({ reviews: [], applications: [] });
  const far = await addManager(server, 'county_manager', FAR_COUNTY);
  expect(await outcome(effects(review.station.id, far))).toBe('404 not_found');
});
