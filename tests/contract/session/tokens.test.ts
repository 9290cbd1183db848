import type { TokenScope } from '@shp/shared/domain/accounts/tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addExpert,
  addManager,
  addStation,
  COUNTY,
  expertProfile,
  managerProfile,
  NEIGHBOUR,
  newAccount,
  stationProfile,
} from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let owner: Person;
beforeAll(async () => {
  server = await startContract();
  owner = await addManager(server, 'ministry_manager');
});
afterAll(() => server.stop());

const create = (by: Person, days: number, scopes: TokenScope[] = ['read'], idempotencyKey?: string) =>
  by.api.call(
    'POST session/create_token',
    { name: 'nightly', scopes, expiresInDays: days },
    idempotencyKey ? { idempotencyKey } : {},
  );
const opens = (token: string) => outcome(server.as(token).call('GET basic/status', {}));

test('a token is shown once, listed without its secret, and stored as a digest', async () => {
  const { token, ...shown } = await create(owner, 90, ['read', 'export', 'read']);
  expect(shown).toMatchObject({ name: 'nightly', scopes: ['read', 'export'], lastUsedAt: null });
  expect(await owner.api.call('GET session/tokens', {})).toContainEqual(shown);
  const kept = JSON.stringify(await server.rawDatabase.sql('SELECT * FROM access_tokens'));
  expect(kept).not.toContain(token);
  expect(await opens(token)).toBe('200');
  const [used] = (await owner.api.call('GET session/tokens', {})).filter(({ id }) => id === shown.id);
  expect(used?.lastUsedAt).not.toBeNull();
});

test.each([0, 367, 1.5])('%s days are refused', async (days) => {
  expect(Object.keys((await refusal(create(owner, days))).fields)).toEqual(['expiresInDays']);
});

test('366 days are accepted', async () => {
  const { expiresAt, createdAt } = await create(owner, 366);
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(366 * 86_400_000);
});

test.each([
  [13, true],
  [14, true],
  [15, false],
])('a token of %s days warns about its end: %s', async (days, tells) => {
  const { token, expiresAt } = await create(owner, days);
  const answer = await server.request('GET', '/api/basic/status', { headers: { Token: token } });
  expect(answer.headers.get('token-expires')).toBe(tells ? expiresAt : null);
});

test.each([
  ['GET', '/api/audit', 403],
  ['GET', '/api/document/list?size=0', 400],
  ['GET', '/api/user?id=nobody', 404],
  ['POST', '/api/upload', 403],
])('%s %s, refused with %i, also warns', async (method, path, status) => {
  const { token, expiresAt } = await create(owner, 13);
  const answer = await server.request(method, path, { headers: { Token: token } });
  expect([answer.status, answer.headers.get('token-expires')]).toEqual([status, expiresAt]);
});

test('a session gets no warning', async () => {
  const answer = await server.request('GET', '/api/basic/status', { headers: { Token: owner.token } });
  expect(answer.headers.get('token-expires')).toBeNull();
});

test('an expired token is 401', async () => {
  const { token, id } = await create(owner, 1);
  const ended = new Date(Date.now() - 60_000).toISOString();
  await server.rawDatabase.sql('UPDATE access_tokens SET expires_at = ? WHERE id = ?', ended, id);
  expect(await opens(token)).toBe('401 unauthenticated');
});

test('its owner can revoke it, others cannot; logging out with it revokes it too', async () => {
  const { token, id } = await create(owner, 30);
  expect(await outcome(server.admin.api.call('POST session/revoke_token', { id }))).toBe('404 not_found');
  expect(await opens(token)).toBe('200');
  await owner.api.call('POST session/revoke_token', { id });
  expect(await opens(token)).toBe('401 unauthenticated');
  const other = await create(owner, 30);
  await server.as(other.token).call('POST session/logout', {});
  expect(await opens(other.token)).toBe('401 unauthenticated');
  expect(await outcome(owner.api.call('GET user', {}))).toBe('200');
});

describe('repeating a creation', () => {
  test('revokes the previous token and returns a new one', async () => {
    const person = await addManager(server, 'ministry_manager');
    const tokens = [];
    for (let time = 0; time < 3; time++) tokens.push((await create(person, 30, ['read'], 'same-key')).token);
    expect(await Promise.all(tokens.map(opens))).toEqual(['401 unauthenticated', '401 unauthenticated', '200']);
    expect(await person.api.call('GET session/tokens', {})).toHaveLength(1);
  });

  test('with another body is a conflict and changes nothing', async () => {
    const person = await addManager(server, 'ministry_manager');
    const { token } = await create(person, 30, ['read'], 'same-key');
    expect(await outcome(create(person, 31, ['read'], 'same-key'))).toBe('409 conflict');
    expect(await opens(token)).toBe('200');
  });

  test('by another account, or after a day, creates a new token', async () => {
    const [one, two] = [await addManager(server, 'ministry_manager'), await addManager(server, 'ministry_manager')];
    const first = await create(one, 30, ['read'], 'shared-key');
    await create(two, 30, ['read'], 'shared-key');
    const dayAgo = new Date(Date.now() - 24.01 * 3_600_000).toISOString();
    await server.rawDatabase.sql('UPDATE idempotency SET created_at = ? WHERE caller_id = ?', dayAgo, one.id);
    await create(one, 30, ['read'], 'shared-key');
    expect(await opens(first.token)).toBe('200');
    expect(await one.api.call('GET session/tokens', {})).toHaveLength(2);
    expect(await two.api.call('GET session/tokens', {})).toHaveLength(1);
  });

  test.each([
    ['', 'Required'],
    ['with space', 'Contains characters that are not allowed here'],
    ['ü', 'Contains characters that are not allowed here'],
    ['x'.repeat(129), 'At most 128 characters'],
  ])('a key like %j is refused: %s', async (key, reason) => {
    const response = await server.request('POST', '/api/session/create_token', {
      headers: {
        'Accept-Language': 'en',
        'Content-Type': 'application/json',
        Token: owner.token,
        'Idempotency-Key': Buffer.from(key).toString('latin1'),
      },
      body: JSON.stringify({ name: 'nightly', scopes: ['read'], expiresInDays: 30 }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { 'Idempotency-Key': reason } });
  });
});

describe('an access token', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await addManager(server, 'admin');
  });
  const tokenOf = async (...scopes: TokenScope[]) => server.as((await create(admin, 1, scopes)).token);

  test('with write may change profiles, but not account or division, which need accounts', async () => {
    const station = await addStation(server, COUNTY);
    const [write, accounts] = [await tokenOf('write'), await tokenOf('accounts')];
    const change = (api: typeof write, input: object) =>
      api.call('POST user/update_station', { id: station.id, ...input });
    const present = { account: station.account, division: COUNTY };
    expect(await outcome(change(write, { ...present, profile: { contact: '示例' } }))).toBe('200');
    const refused = await refusal(change(write, { division: NEIGHBOUR }));
    expect([refused.status, refused.fields]).toEqual([403, { scope: 'accounts', has: 'write' }]);
    expect(refused.message).toBe('request denied: the access token “nightly” lacks the scope accounts; it has: write');
    expect((await refusal(change(accounts, { profile: { contact: '示例' } }))).fields).toEqual({
      scope: 'write',
      has: 'accounts',
    });
    expect(await outcome(change(accounts, { division: NEIGHBOUR, profile: { contact: '示例' } }))).toBe('200');
  });

  test("with every scope cannot change accounts of managing roles, not even its owner's profile", async () => {
    const api = await tokenOf('read', 'export', 'write', 'accounts');
    const account = newAccount('unit');
    for (const role of ['admin', 'ministry_manager', 'province_manager', 'city_manager', 'county_manager'] as const) {
      const division = { province_manager: '450000', city_manager: '450300', county_manager: COUNTY }[role as string];
      const unit = await addManager(server, role, division ?? null);
      const profile = { contact: '示例' };
      const calls = [
        () =>
          api.call('POST user/add_manager', {
            account,
            role,
            division: division ?? null,
            profile: managerProfile(account),
          }),
        () => api.call('POST user/update_manager', { id: unit.id, profile }),
        () => api.call('POST user/profile', { userId: unit.id, profile }),
        () => api.call('POST user/delete', { userId: unit.id, softDelete: true }),
        () => api.call('POST user/recover', { userId: unit.id }),
        () => api.call('POST user/reset_password', { id: unit.id }),
        () => api.call('POST user/my_profile', {}),
      ];
      for (const call of calls) {
        const { status, message, fields } = await refusal(call());
        expect([status, fields.scope]).toEqual([403, 'session']);
        expect(message).toContain('log in');
      }
    }
  });

  test('returns its own description', async () => {
    const { token, expiresAt } = await create(admin, 30, ['export', 'accounts']);
    expect(await server.as(token).call('GET session/self', {})).toEqual({
      kind: 'token',
      name: 'nightly',
      scopes: ['export', 'accounts'],
      expiresAt,
      confirmedUntil: null,
    });
  });

  test('on its revocation returns how many accounts it made, and the audit names those that exist', async () => {
    const { token, id } = await create(admin, 1, ['accounts']);
    const api = server.as(token);
    const made: string[] = [];
    const named = () => {
      made.push(newAccount('made'));
      return made.at(-1) ?? '';
    };
    const [one, two, three] = [named(), named(), named()];
    await api.call('POST user/add_station', { account: one, division: COUNTY, profile: stationProfile(one) });
    await api.call('POST user/add_expert', { account: two, profile: expertProfile(two) });
    const gone = await api.call('POST user/add_supervisor', { account: three, profile: managerProfile(three) });
    await addExpert(server);
    await admin.api.call('POST user/delete', { userId: gone.id, softDelete: false });
    expect(await admin.api.call('POST session/revoke_token', { id })).toEqual({ made: 2 });
    const [row] = (await server.admin.api.call('GET audit', { action: 'session/revoke_token', size: 1 })).items;
    expect(row?.changes).toEqual({ made: [null, 2], accounts: [null, [one, two]] });
  });

  test('that made none returns zero on its revocation', async () => {
    const { id } = await create(admin, 1, ['accounts']);
    expect(await admin.api.call('POST session/revoke_token', { id })).toEqual({ made: 0 });
  });
});
