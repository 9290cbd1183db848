import { compareWithDecoy, digestChosen, digestInitial, matches } from '@shp/server/auth/passwords';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager } from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
  const loginAttempts = { account: 3, address: 600 };
  await server.admin.api.call('POST system/update_settings', { loginAttempts });
});
afterAll(() => server.stop());

const change = (person: Person, oldPassword: string) =>
  person.api.call('POST user/change_password', {
    oldPassword: hashPassword(oldPassword),
    newPassword: hashPassword('another-1'),
  });

describe('an open session cannot be used to guess passwords', () => {
  test('after repeated wrong old passwords even the right one is locked, and so is the login', async () => {
    const person = await addManager(server, 'ministry_manager');
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await outcome(change(person, `wrong-${attempt}`))).toBe('400 old_password_wrong');
    const { status, retryAfter } = await refusal(change(person, person.password));
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(14 * 60);
    expect(await outcome(server.login(person.account, person.password))).toBe('429 too_many_requests');
    expect(await outcome(person.api.call('GET user', {}))).toBe('200');
  });

  test('concurrent attempts get no extra tries', async () => {
    const person = await addManager(server, 'ministry_manager');
    const told = await Promise.all(Array.from({ length: 10 }, (_, at) => outcome(change(person, `wrong-${at}`))));
    expect(told.filter((one) => one === '400 old_password_wrong').length).toBe(3);
  });

  test('each wrong attempt is audited', async () => {
    const person = await addManager(server, 'ministry_manager');
    await outcome(change(person, 'wrong-1'));
    const { items } = await server.admin.api.call('GET audit', { userId: person.id, action: 'user/change_password' });
    expect(items[0]).toMatchObject({ object: { id: person.id }, changes: { failed: [null, true] } });
  });
});

test('a login takes equally long for used, unused and unknown accounts', async () => {
  const sm3 = hashPassword('wrong-1');
  const chosen = await digestChosen(hashPassword('right-1'));
  /** The shortest processor time of several runs: other load can only make a run longer. */
  const shortest = async (compare: () => Promise<boolean>) => {
    const times = [];
    for (let run = 0; run < 8; run++) {
      const begun = process.cpuUsage();
      expect(await compare()).toBe(false);
      const { user, system } = process.cpuUsage(begun);
      times.push(user + system);
    }
    return Math.min(...times);
  };
  const known = await shortest(() => matches(chosen, sm3));
  expect(await shortest(() => matches(digestInitial('aaaa-bbbb-cccc-dddd'), sm3))).toBeGreaterThan(known / 3);
  expect(await shortest(() => compareWithDecoy(sm3))).toBeGreaterThan(known / 3);
});

test('a refusal for role or rate is one log line with actor, address and call', async () => {
  const person = await addManager(server, 'ministry_manager');
  await outcome(person.api.call('GET audit', { action: 'x\n{"level":60}' }));
  await outcome(server.login(person.account, 'wrong-1'));
  const lines = () =>
    server
      .written()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await expect
    .poll(lines)
    .toContainEqual(
      expect.objectContaining({ code: 'forbidden', user: person.id, address: '127.0.0.1', call: '/api/audit' }),
    );
  expect(lines().some(({ code, call }) => code === 'too_many_requests' && call === '/api/session/login')).toBe(true);
  await outcome(person.api.call('GET user', { id: 'somebody-else' }));
  await server.request('GET', '/api/user?colour=marked-value', { headers: { Token: person.token } });
  await server.request('GET', '/api/user?shape=round');
  const told = (code: string) => lines().filter((line) => line.code === code && line.call === '/api/user');
  await expect.poll(() => told('invalid').map(({ user, fields }) => [user, fields])).toEqual([[person.id, ['colour']]]);
  expect(told('not_found').map(({ user }) => user)).toEqual([person.id]);
  expect(server.written()).not.toContain('marked-value');
});
