import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../harness.ts';
import { addManager } from '../people.ts';
import { outcome, refusal } from '../strictClient.ts';

let server: Contract;
let owner: Person;
beforeAll(async () => {
  server = await startContract();
  owner = await addManager(server, 'ministry_manager');
});
afterAll(() => server.stop());

type Scope = 'read' | 'export' | 'write';
const create = (by: Person, days: number, scopes: Scope[] = ['read'], idempotencyKey?: string) =>
  by.api.call(
    'POST session/create_token',
    { name: 'nightly', scopes, expiresInDays: days },
    idempotencyKey ? { idempotencyKey } : {},
  );
const opens = (token: string) => outcome(server.as(token).call('GET basic/status', {}));

test('a token is shown once, listed without itself, and kept as a digest', async () => {
  const { token, ...shown } = await create(owner, 90, ['read', 'export', 'read']);
  expect(shown).toMatchObject({ name: 'nightly', scopes: ['read', 'export'], lastUsedAt: null });
  expect(await owner.api.call('GET session/tokens', {})).toContainEqual(shown);
  const kept = JSON.stringify(await server.behind.sql('SELECT * FROM access_tokens'));
  expect(kept).not.toContain(token);
  expect(await opens(token)).toBe('200');
  const [used] = (await owner.api.call('GET session/tokens', {})).filter(({ id }) => id === shown.id);
  expect(used?.lastUsedAt).not.toBeNull();
});

test.each([0, 367, 1.5])('%s days are refused', async (days) => {
  expect(Object.keys((await refusal(create(owner, days))).fields)).toEqual(['expiresInDays']);
});

test('366 days are granted', async () => {
  const { expiresAt, createdAt } = await create(owner, 366);
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(366 * 86_400_000);
});

test.each([
  [13, true],
  [14, true],
  [15, false],
])('a token of %s days tells that it ends: %s', async (days, tells) => {
  const { token, expiresAt } = await create(owner, days);
  const answer = await server.request('GET', '/api/basic/status', { headers: { Token: token } });
  expect(answer.headers.get('token-expires')).toBe(tells ? expiresAt : null);
});

test.each([
  ['GET', '/api/audit', 403],
  ['GET', '/api/document/list?size=0', 400],
  ['GET', '/api/user?id=nobody', 404],
  ['POST', '/api/upload', 403],
])('%s %s, refused with %i, tells it too', async (method, path, status) => {
  const { token, expiresAt } = await create(owner, 13);
  const answer = await server.request(method, path, { headers: { Token: token } });
  expect([answer.status, answer.headers.get('token-expires')]).toEqual([status, expiresAt]);
});

test('a session never tells that', async () => {
  const answer = await server.request('GET', '/api/basic/status', { headers: { Token: owner.token } });
  expect(answer.headers.get('token-expires')).toBeNull();
});

test('a token past its day is 401', async () => {
  const { token, id } = await create(owner, 1);
  const ended = new Date(Date.now() - 60_000).toISOString();
  await server.behind.sql('UPDATE access_tokens SET expires_at = ? WHERE id = ?', ended, id);
  expect(await opens(token)).toBe('401 unauthenticated');
});

test('its owner revokes it, nobody else; logging out with it revokes it too', async () => {
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

describe('a repeated creation', () => {
  test('revokes the token before and gives a new one, however often', async () => {
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

  test('by somebody else, or after a day, is a creation of its own', async () => {
    const [one, two] = [await addManager(server, 'ministry_manager'), await addManager(server, 'ministry_manager')];
    const first = await create(one, 30, ['read'], 'shared-key');
    await create(two, 30, ['read'], 'shared-key');
    const dayAgo = new Date(Date.now() - 24.01 * 3_600_000).toISOString();
    await server.behind.sql('UPDATE idempotency SET created_at = ? WHERE caller_id = ?', dayAgo, one.id);
    await create(one, 30, ['read'], 'shared-key');
    expect(await opens(first.token)).toBe('200');
    expect(await one.api.call('GET session/tokens', {})).toHaveLength(2);
    expect(await two.api.call('GET session/tokens', {})).toHaveLength(1);
  });

  test.each(['', 'with space', 'ü', 'x'.repeat(129)])('a key like %j is refused', async (key) => {
    const response = await server.request('POST', '/api/session/create_token', {
      headers: {
        'Content-Type': 'application/json',
        Token: owner.token,
        'Idempotency-Key': Buffer.from(key).toString('latin1'),
      },
      body: JSON.stringify({ name: 'nightly', scopes: ['read'], expiresInDays: 30 }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { 'Idempotency-Key': expect.any(String) } });
  });
});
