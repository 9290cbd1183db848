import type { ApiError } from '@shp/shared/api/errors';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begun } from '../../support/accounts.ts';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, addStation, COUNTY, NEIGHBOUR } from '../../support/people.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const HOUR = 3_600_000;
const again = ({ account, password }: Person) => server.login(account, password);
const alive = (person: Person) => outcome(person.api.call('GET user', {}));
const newToken = async (person: Person) => {
  const input = { name: 'job', scopes: ['read' as const], expiresInDays: 30 };
  const { token } = await person.api.call('POST session/create_token', input);
  return { ...person, token, api: server.as(token) };
};
/** Moves a time of the account's only session by hours. */
const shift = async (person: Person, column: 'last_used_at' | 'expires_at', hours: number) => {
  const { sql } = server.rawDatabase;
  const [row] = await sql(`SELECT ${column} FROM sessions WHERE user_id = ?`, person.id);
  const moved = new Date(Date.parse(String(row?.[column])) + hours * HOUR).toISOString();
  await sql(`UPDATE sessions SET ${column} = ? WHERE user_id = ?`, moved, person.id);
};

test('a login returns the latest end of its session and is stored as the last login', async () => {
  await server.admin.api.call('POST system/update_settings', { sessionHours: { idle: 2, max: 30 } });
  const person = await addManager(server, 'ministry_manager');
  // The database's clock may be slightly behind this one.
  const before = Date.now() - 1000;
  const { expiresAt, user } = begun(
    await server.guest.call('POST session/login', {
      account: person.account,
      password: hashPassword(person.password),
    }),
  );
  const hours = (Date.parse(expiresAt) - before) / HOUR;
  expect(hours).toBeGreaterThanOrEqual(30);
  expect(hours).toBeLessThan(30.01);
  expect(Date.parse(user.lastLoginAt ?? '')).toBeGreaterThanOrEqual(before);
  expect(user).toEqual(await person.api.call('GET user', {}));
});

describe('invalid credentials', () => {
  test.each([
    ['no token', {}],
    ['an empty one', { Token: '' }],
    ['an unknown one', { Token: 'x'.repeat(43) }],
    ['an authorization header', { Authorization: 'Bearer TOKEN' }],
    ['a cookie', { Cookie: 'Token=TOKEN' }],
  ])('%s is 401', async (_name, headers) => {
    const said = Object.entries(headers).map(([name, value]) => [name, value.replace('TOKEN', server.admin.token)]);
    const response = await server.request('GET', '/api/user', { headers: Object.fromEntries(said) });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('the end of a session', () => {
  beforeAll(() => server.admin.api.call('POST system/update_settings', { sessionHours: { idle: 2, max: 30 } }));

  test.each([
    ['used 119 minutes ago lives', 'last_used_at', -119 / 60, '200'],
    ['idle for 121 minutes is over', 'last_used_at', -121 / 60, '401 unauthenticated'],
    ['29 hours old lives', 'expires_at', -29, '200'],
    ['30 hours old is over, however lately used', 'expires_at', -30, '401 unauthenticated'],
  ] as const)('one %s', async (_name, column, hours, expected) => {
    const person = await addManager(server, 'ministry_manager');
    await shift(person, column, hours);
    expect(await alive(person)).toBe(expected);
    const session = { id: expect.any(String), current: false };
    const others = await server
      .login(person.account, person.password)
      .then((fresh) => fresh.api.call('GET session/sessions', {}));
    expect(others.filter(({ current }) => !current)).toMatchObject(expected === '200' ? [session] : []);
  });

  test('use prolongs an idle session', async () => {
    const person = await addManager(server, 'ministry_manager');
    await shift(person, 'last_used_at', -1.9);
    expect(await alive(person)).toBe('200');
    await shift(person, 'last_used_at', -1.9);
    expect(await alive(person)).toBe('200');
  });

  test('logging out ends this session only', async () => {
    const person = await addManager(server, 'ministry_manager');
    const other = await again(person);
    await person.api.call('POST session/logout', {});
    expect([await alive(person), await alive(other)]).toEqual(['401 unauthenticated', '200']);
  });

  test("another device's session is listed and can be ended; other accounts cannot end it", async () => {
    const person = await addManager(server, 'ministry_manager');
    const other = await again(person);
    const stranger = await addManager(server, 'ministry_manager');
    const sessions = await person.api.call('GET session/sessions', {});
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(sessions).toEqual(sessions.map((one) => ({ ...one, address: '127.0.0.1', agent: 'node' })));
    const id = sessions.find(({ current }) => !current)?.id ?? '';
    expect(await outcome(stranger.api.call('POST session/revoke_session', { id }))).toBe('404 not_found');
    expect(await alive(other)).toBe('200');
    await person.api.call('POST session/revoke_session', { id });
    expect([await alive(person), await alive(other)]).toEqual(['200', '401 unauthenticated']);
    expect(await outcome(person.api.call('POST session/revoke_session', { id }))).toBe('404 not_found');
  });
});

describe('one session an account', () => {
  beforeAll(() => server.admin.api.call('POST system/update_settings', { oneSession: true }));
  afterAll(() => server.admin.api.call('POST system/update_settings', { oneSession: false }));

  test("a login ends the account's other sessions, not its access tokens; the audit counts them", async () => {
    const person = await addManager(server, 'ministry_manager');
    const stranger = await addManager(server, 'ministry_manager');
    const job = await newToken(person);
    const fresh = await again(person);
    expect(await Promise.all([person, job, fresh, stranger].map(alive))).toEqual([
      '401 unauthenticated',
      '200',
      '200',
      '200',
    ]);
    const told = await person.api.call('GET user', {}).catch((error: ApiError) => error.body);
    expect(told).toMatchObject({ code: 'unauthenticated', fields: { session: 'elsewhere' } });
    expect(told).toMatchObject({ message: expect.stringContaining('logged in elsewhere') });
    expect(await fresh.api.call('GET session/sessions', {})).toMatchObject([{ current: true }]);
    const { items } = await server.admin.api.call('GET audit', {
      objectId: person.id,
      action: 'session/login',
      size: 1,
    });
    expect(items).toMatchObject([{ changes: { sessions: [1, 0] } }]);
  });

  test('a session that ended otherwise, and a token that never was, are told nothing of it', async () => {
    const person = await addManager(server, 'ministry_manager');
    await person.api.call('POST session/logout', {});
    const nobody = server.as('x'.repeat(43));
    for (const { api } of [person, { api: nobody }])
      expect(await api.call('GET user', {}).catch((error: ApiError) => error.body)).not.toHaveProperty('fields');
  });

  test('a login that is refused ends nothing', async () => {
    const person = await addManager(server, 'ministry_manager');
    const password = hashPassword('Wrong-password-1');
    const refused = server.guest.call('POST session/login', { account: person.account, password });
    expect(await outcome(refused)).toBe('400 bad_credentials');
    expect(await alive(person)).toBe('200');
  });
});

describe('a change made by somebody else ends every session and every access token at once', () => {
  test.each([
    ['reset of the password', (id: string) => server.admin.api.call('POST user/reset_password', { id })],
    [
      'another division',
      (id: string) => server.admin.api.call('POST user/update_station', { id, division: NEIGHBOUR }),
    ],
    ['deletion', (id: string) => server.admin.api.call('POST user/delete', { userId: id, softDelete: true })],
    ['removal', (id: string) => server.admin.api.call('POST user/delete', { userId: id, softDelete: false })],
  ])('%s', async (_name, act) => {
    const person = await addStation(server, COUNTY);
    const doors = [person, await again(person), await newToken(person)];
    expect(await Promise.all(doors.map(alive))).toEqual(['200', '200', '200']);
    await act(person.id);
    expect(await Promise.all(doors.map(alive))).toEqual(Array(3).fill('401 unauthenticated'));
  });

  test('a change of profile or account, and a division sent as it was, end nothing', async () => {
    const person = await addStation(server, COUNTY);
    await server.admin.api.call('POST user/update_station', {
      id: person.id,
      division: COUNTY,
      account: `${person.account}.renamed`,
      profile: { river: '示例河' },
    });
    expect(await alive(person)).toBe('200');
  });

  test('a manager moved elsewhere sees the new division only after the next login', async () => {
    const manager = await addManager(server, 'county_manager', COUNTY);
    const station = await addStation(server, COUNTY);
    await server.admin.api.call('POST user/update_manager', { id: manager.id, division: NEIGHBOUR });
    expect(await alive(manager)).toBe('401 unauthenticated');
    const moved = await again(manager);
    expect(await outcome(moved.api.call('GET user', { id: station.id }))).toBe('404 not_found');
    expect(moved.division).toBe(NEIGHBOUR);
  });
});

describe('change of password', () => {
  const change = (person: Person, oldPassword: string, newPassword: string) =>
    outcome(
      person.api.call('POST user/change_password', {
        oldPassword: hashPassword(oldPassword),
        newPassword: hashPassword(newPassword),
      }),
    );

  test('ends the other sessions and the access tokens, not this session', async () => {
    const person = await addManager(server, 'ministry_manager');
    const others = [await again(person), await newToken(person)];
    expect(await change(person, person.password, 'another-1')).toBe('200');
    expect(await alive(person)).toBe('200');
    expect(await Promise.all(others.map(alive))).toEqual(Array(2).fill('401 unauthenticated'));
    expect(await outcome(again(person))).toBe('400 bad_credentials');
    expect(await alive(await server.login(person.account, 'another-1'))).toBe('200');
  });

  test('a wrong old one is 400, so that the client keeps its session; it ends nothing', async () => {
    const person = await addManager(server, 'ministry_manager');
    const other = await again(person);
    expect(await change(person, 'wrong-1', 'another-1')).toBe('400 old_password_wrong');
    expect([await alive(person), await alive(other)]).toEqual(['200', '200']);
    expect(await alive(await again(person))).toBe('200');
  });

  test('a new one equal to the old is refused', async () => {
    const person = await addManager(server, 'ministry_manager');
    const same = person.api.call('POST user/change_password', {
      oldPassword: hashPassword(person.password),
      newPassword: hashPassword(person.password),
    });
    await expect(same).rejects.toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { newPassword: 'new password cannot be the same as old' } },
    });
  });

  test('of two at once one wins', async () => {
    const person = await addManager(server, 'ministry_manager');
    const other = await again(person);
    const answers = await Promise.all([
      change(person, person.password, 'first-one'),
      change(other, person.password, 'second-one'),
    ]);
    expect(answers.filter((answer) => answer === '200').length).toBe(1);
    const winner = answers[0] === '200' ? 'first-one' : 'second-one';
    expect(await alive(await server.login(person.account, winner))).toBe('200');
    expect((await Promise.all([alive(person), alive(other)])).sort()).toEqual(['200', '401 unauthenticated']);
  });
});
