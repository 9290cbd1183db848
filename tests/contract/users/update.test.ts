import type { CallKey } from '@shp/shared/api/index';
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
  managerProfile,
  NEIGHBOUR,
  newAccount,
  stationProfile,
} from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let province: Person;
let city: Person;
let county: Person;
beforeAll(async () => {
  server = await startContract();
  province = await addManager(server, 'province_manager', '450000');
  city = await addManager(server, 'city_manager', CITY);
  county = await addManager(server, 'county_manager', COUNTY);
});
afterAll(() => server.stop());

const newStation = async (division = COUNTY) => {
  const account = newAccount('station');
  const profile = { ...stationProfile(account), river: '示例河', units: 2 };
  const { id } = await server.admin.api.call('POST user/add_station', { account, division, profile });
  return server.admin.api.call('GET user', { id });
};
const update = (id: string, change: object, by = county) => by.api.call('POST user/update_station', { id, ...change });

test('an absent key stays, null clears, and the version rises', async () => {
  const before = await newStation();
  const after = await update(before.id, { profile: { river: null, units: 3 } });
  const { river: _, ...rest } = before.profile;
  expect(after).toEqual({
    ...before,
    profile: { ...rest, units: 3 },
    version: before.version + 1,
    updatedAt: after.updatedAt,
  });
  expect(after.updatedAt >= before.updatedAt).toBe(true);
  expect(await county.api.call('GET user', { id: before.id })).toEqual(after);
});

test('a renamed station or expert is renamed in the lists of assessments', async () => {
  const station = await addStation(server, COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  const expert = await addExpert(server, CITY);
  const assigned = 'INSERT INTO assessment_experts (assessment_id, expert_id, assigned_at) VALUES (?, ?, ?)';
  await server.rawDatabase.sql(assigned, id, expert.id, new Date().toISOString());
  const read = () => server.admin.api.call('GET assessment', { id });
  const profile = { name: '改名（示例）' };
  const changes = [
    () => update(station.id, { profile }, city),
    () => update(station.id, { division: NEIGHBOUR }, city),
    // Exports show the account name.
    () => update(station.id, { account: newAccount('renamed') }, city),
    () => city.api.call('POST user/update_expert', { id: expert.id, profile }),
  ];
  for (const change of changes) {
    const before = await read();
    await change();
    const after = await read();
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(after.version).toBe(before.version);
  }
  expect(await read()).toMatchObject({ station: { ...profile, division: NEIGHBOUR }, experts: [profile] });
  const before = await read();
  await update(station.id, { profile: { river: '示例江' } }, city);
  expect((await read()).updatedAt).toBe(before.updatedAt);
});

test('arrays are replaced whole', async () => {
  const expert = await addExpert(server, CITY);
  const profile = { specialties: ['electrical', 'hydraulic'] };
  const after = await city.api.call('POST user/update_expert', { id: expert.id, profile });
  expect(after.profile.specialties).toEqual(['electrical', 'hydraulic']);
});

describe('refused, leaving the user unchanged', () => {
  test.each<[string, object, string]>([
    ['a required field cleared', { profile: { phone: null } }, 'profile.phone'],
    ['a required field emptied', { profile: { name: '' } }, 'profile.name'],
    ['an unknown field', { profile: { colour: 'red' } }, 'profile.colour'],
    ['a wrong value beside a right one', { profile: { units: 4, email: 'x', capacity: -1 } }, 'profile.email'],
    ['another role', { role: 'admin' }, 'role'],
    ['a division that does not fit', { division: '450000' }, 'division'],
    ['a division outside the scope', { division: NEIGHBOUR }, 'division'],
    ['no division', { division: null }, 'division'],
    ['an account that is none', { account: 'a b' }, 'account'],
  ])('%s', async (_name, change, field) => {
    const before = await newStation();
    const { status, code, fields } = await refusal(update(before.id, change));
    expect({ status, code }).toEqual({ status: 400, code: 'invalid' });
    expect(Object.keys(fields)).toContain(field);
    expect(await county.api.call('GET user', { id: before.id })).toEqual(before);
  });

  test('an account name that is taken, in any case', async () => {
    const [before, other] = [await newStation(), await newStation()];
    const { code, fields } = await refusal(update(before.id, { account: other.account.toUpperCase() }));
    expect([code, ...Object.keys(fields)]).toEqual(['conflict', 'account']);
  });
});

test('an account can be renamed and change its case', async () => {
  const before = await newStation();
  const account = newAccount('renamed');
  expect((await update(before.id, { account })).account).toBe(account);
  expect((await update(before.id, { account: account.toUpperCase() })).account).toBe(account.toUpperCase());
});

test.each<[string, (user: { id: string; version: number }) => Promise<unknown>]>([
  ['update_station', ({ id, version }) => update(id, { version, profile: { units: 9 } })],
  [
    'profile',
    ({ id, version }) => county.api.call('POST user/profile', { userId: id, version, profile: { units: 9 } }),
  ],
])('%s with a stale version is a conflict that returns the current user', async (_name, change) => {
  const before = await newStation();
  const present = await update(before.id, { profile: { units: 5 } });
  const { status, code, body } = await refusal(change(before));
  expect({ status, code, current: body.current }).toEqual({ status: 409, code: 'conflict', current: present });
  expect(await outcome(change(present))).toBe('200');
});

test('invalid input is reported before a stale version', async () => {
  const { id } = await newStation();
  const changes = [
    update(id, { version: 99, profile: { phone: 'x' } }),
    update(id, { version: 99, division: FAR_COUNTY }),
    county.api.call('POST user/my_profile', { version: 99, phone: 'x' }),
  ];
  expect(await Promise.all(changes.map(outcome))).toEqual(Array(3).fill('400 invalid'));
});

test('of two changes with the same version one succeeds', async () => {
  const { id, version } = await newStation();
  const answers = await Promise.all([7, 8].map((units) => outcome(update(id, { version, profile: { units } }))));
  expect(answers.sort()).toEqual(['200', '409 conflict']);
});

describe('the target must have the role of the call and be in the scope', () => {
  const targets = {} as Record<'unit' | 'expert' | 'station' | 'farStation' | 'supervisor', string>;
  beforeAll(async () => {
    targets.unit = (await addManager(server, 'county_manager', NEIGHBOUR)).id;
    targets.expert = (await addExpert(server, CITY)).id;
    targets.station = (await newStation()).id;
    targets.farStation = (await newStation(FAR_COUNTY)).id;
    targets.supervisor = (await addSupervisor(server)).id;
  });
  type Target = keyof typeof targets;
  const people = () => ({ admin: server.admin, province, city, county });
  test.each<[keyof ReturnType<typeof people>, CallKey & `POST user/update_${string}`, Target[]]>([
    ['admin', 'POST user/update_manager', ['unit']],
    ['admin', 'POST user/update_expert', ['expert']],
    ['admin', 'POST user/update_station', ['station', 'farStation']],
    ['province', 'POST user/update_manager', ['unit']],
    ['province', 'POST user/update_expert', ['expert']],
    ['province', 'POST user/update_station', ['station', 'farStation']],
    ['city', 'POST user/update_expert', ['expert']],
    ['city', 'POST user/update_station', ['station']],
    ['county', 'POST user/update_station', ['station']],
  ])('%s by %s reaches %j', async (by, key, reached) => {
    const caller = people()[by];
    const profile = { name: '改名（示例）' };
    const hit = [];
    for (const [target, id] of Object.entries(targets)) {
      const answer = await outcome(caller.api.call(key as 'POST user/update_station', { id, profile }));
      if (answer === '200') hit.push(target);
      else expect(answer).toBe('404 not_found');
    }
    expect(hit).toEqual(reached);
  });

  test.each<[keyof ReturnType<typeof people>, Target[]]>([
    ['admin', ['unit', 'expert', 'station', 'farStation', 'supervisor']],
    ['province', ['unit', 'expert', 'station', 'farStation', 'supervisor']],
    ['city', ['expert', 'station']],
    ['county', ['station']],
  ])('%s by user/profile reaches %j', async (by, reached) => {
    const caller = people()[by];
    const hit = [];
    for (const [target, userId] of Object.entries(targets)) {
      const answer = await outcome(caller.api.call('POST user/profile', { userId, profile: { name: '改名（示例）' } }));
      if (answer === '200') hit.push(target);
      else expect(answer).toBe('404 not_found');
    }
    expect(hit).toEqual(reached);
  });
});

test('the assessments of a moved station move with it', async () => {
  const station = await addStation(server, COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  await update(station.id, { division: NEIGHBOUR, profile: { name: '搬迁水电站（示例）' } }, city);
  expect(await outcome(county.api.call('GET assessment', { id }))).toBe('404 not_found');
  const moved = await city.api.call('GET assessment', { id });
  expect(moved.station).toMatchObject({ name: '搬迁水电站（示例）', division: NEIGHBOUR });
  expect(moved.county).toBe(NEIGHBOUR);
});

describe('own profile', () => {
  test('is changed with its own fields by its owner only', async () => {
    const station = await addStation(server, COUNTY);
    const before = await station.api.call('GET user', {});
    const after = await station.api.call('POST user/my_profile', { river: '示例江', version: before.version });
    expect(after.profile).toEqual({ ...before.profile, river: '示例江' });
    const stale = await refusal(station.api.call('POST user/my_profile', { river: '旧', version: before.version }));
    expect({ code: stale.code, current: stale.body.current }).toEqual({ code: 'conflict', current: after });
  });

  test('accepts no field of another role or of the account', async () => {
    const manager = await addManager(server, 'county_manager', COUNTY);
    for (const field of ['capacity', 'role', 'division', 'account', 'isDeleted']) {
      const { code, fields } = await refusal(manager.api.call('POST user/my_profile', { [field]: 'x' }));
      expect([code, ...Object.keys(fields)]).toEqual(['invalid', field]);
    }
    expect((await manager.api.call('GET user', {})).profile).toEqual(managerProfile(manager.account));
  });
});

describe('an account sent back as it was read', () => {
  const page = { page: 1, size: 200 };

  test('changes nothing, from GET user and from each list, for every kind', async () => {
    const { api } = server.admin;
    const [manager, expert, station, supervisor] = [
      await addManager(server, 'county_manager', COUNTY),
      await addExpert(server, CITY),
      await addStation(server, COUNTY),
      await addSupervisor(server),
    ];
    await api.call('POST supervise/stations', { userId: supervisor.id, stationsId: [station.id] });
    const lists = [
      async () => (await api.call('GET user/managers', page)).items,
      async () => (await api.call('GET user/experts', page)).items,
      async () => (await api.call('GET user/stations', page)).items,
      async () => (await api.call('GET user/supervisors', page)).items,
      async () => (await api.call('GET supervise/stations', { userId: supervisor.id, ...page })).items,
      () => Promise.all([manager, expert, station, supervisor].map(({ id }) => api.call('GET user', { id }))),
    ];
    const calls = { station: 'POST user/update_station', expert: 'POST user/update_expert' } as const;
    const seen: string[] = [];
    for (const list of lists) {
      for (const body of await list()) {
        seen.push(body.id);
        const present = await api.call('GET user', { id: body.id });
        const call = calls[body.role as keyof typeof calls] ?? 'POST user/update_manager';
        // The version stays too: the same body is valid again.
        if (body.role !== 'supervisor') expect(await api.call(call, body as never)).toEqual(present);
        expect(await api.call('POST user/profile', body as never)).toEqual(present);
      }
    }
    for (const { id } of [manager, expert, station, supervisor])
      expect(seen.filter((one) => one === id).length).toBeGreaterThanOrEqual(2);
  }, 120_000);

  test('with one edit changes that field', async () => {
    const before = await newStation();
    const after = await update(before.id, { ...before, profile: { ...before.profile, river: '另一示例河' } });
    expect(after.profile).toEqual({ ...before.profile, river: '另一示例河' });
  });

  test.each<[string, object]>([
    ['role', { role: 'expert' }],
    ['isDeleted', { isDeleted: true }],
    ['mustChangePassword', { mustChangePassword: false }],
    ['createdAt', { createdAt: '2020-01-01T00:00:00.000Z' }],
    ['updatedAt', { updatedAt: '2020-01-01T00:00:00.000Z' }],
    ['lastLoginAt', { lastLoginAt: '2020-01-01T00:00:00.000Z' }],
    ['load', { load: 3 }],
    ['rating', { rating: { level: 1, validUntil: '2030-01-01', assessmentId: 'x' } }],
    ['linked', { linked: true }],
  ])('with another %s is refused, and nothing is changed', async (key, wrong) => {
    const before = await newStation();
    const change = { ...before, profile: { ...before.profile, river: '另一示例河' }, ...wrong };
    const { status, fields } = await refusal(update(before.id, change));
    expect([status, Object.keys(fields)]).toEqual([400, [key]]);
    expect(await county.api.call('GET user', { id: before.id })).toEqual(before);
  });

  test('after another change is a conflict that returns the current account', async () => {
    const before = await newStation();
    const now = await update(before.id, { profile: { units: 7 } });
    const { status, code, body } = await refusal(update(before.id, before));
    expect([status, code, body.current]).toEqual([409, 'conflict', now]);
  });

  test('user/profile changes neither account nor division, and requires one id', async () => {
    const { id, account, profile } = await newStation();
    const call = (body: object) => refusal(county.api.call('POST user/profile', { profile, ...body } as never));
    expect(Object.keys((await call({ id, account: `${account}x` })).fields)).toEqual(['account']);
    expect(Object.keys((await call({ id, division: NEIGHBOUR })).fields)).toEqual(['division']);
    expect(Object.keys((await call({ id, userId: 'other' })).fields)).toEqual(['id']);
    expect(Object.keys((await call({})).fields)).toEqual(['userId']);
  });
});

describe('invisible characters in names', () => {
  test.each(['\u200b', '\u200d', '\ufeff', '\u2060', '\u202e', '\u00ad', '\u3164', '\ufe0f'])(
    'are refused: %j, in profiles and names of tokens',
    async (hidden) => {
      const account = newAccount('station');
      const profile = { ...stationProfile(account), name: `示例${hidden}水电站` };
      const made = await refusal(
        server.admin.api.call('POST user/add_station', { account, division: COUNTY, profile }),
      );
      const code = `U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      expect([made.status, Object.keys(made.fields)]).toEqual([400, ['profile.name']]);
      expect(made.fields['profile.name']).toContain(code);
      const token = { name: `jo${hidden}b`, scopes: ['read' as const], expiresInDays: 1 };
      expect(Object.keys((await refusal(server.admin.api.call('POST session/create_token', token))).fields)).toEqual([
        'name',
      ]);
    },
  );

  test('of an older version are readable, and stay when another field is changed', async () => {
    const { id, profile } = await newStation();
    const name = '示例\u200b水电站';
    await server.rawDatabase.sql(
      'UPDATE users SET profile = ?, name = ? WHERE id = ?',
      JSON.stringify({ ...profile, name }),
      name,
      id,
    );
    const before = await county.api.call('GET user', { id });
    expect(before.profile.name).toBe(name);
    const after = await update(id, { ...before, profile: { ...before.profile, units: 9 } });
    expect(after.profile).toEqual({ ...before.profile, units: 9 });
    expect(Object.keys((await refusal(update(id, { profile: { name: `${name}站` } }))).fields)).toEqual([
      'profile.name',
    ]);
    expect((await update(id, { profile: { name: '示例水电站' } })).profile.name).toBe('示例水电站');
  });
});
