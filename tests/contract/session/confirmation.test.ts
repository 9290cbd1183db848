import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addManager,
  addStation,
  CITY,
  COUNTY,
  managerProfile,
  NEIGHBOUR,
  newAccount,
  PASSWORD,
} from '../../support/people.ts';
import { outcome, refusal, type StrictClient } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const REFUSED = '403 confirmation_required';

/** A new, unconfirmed session of an account. */
async function unconfirmed({ account, password }: Person): Promise<StrictClient> {
  return server.as((await server.login(account, password)).token);
}

const confirm = (api: StrictClient, password: string) =>
  api.call('POST session/confirm', { password: hashPassword(password) });
const update = (api: StrictClient) => outcome(api.call('POST system/update_settings', { remindDays: 90 }));
const minutesUntil = (time: string | null) => (Date.parse(time ?? '') - Date.now()) / 60_000;

test('a login is no confirmation; the password confirms the session for 10 minutes', async () => {
  const api = await unconfirmed(server.admin);
  expect(await update(api)).toBe(REFUSED);
  expect((await api.call('GET session/self', {})).confirmedUntil).toBeNull();
  const { until } = await confirm(api, server.admin.password);
  expect(minutesUntil(until)).toBeGreaterThan(9.8);
  expect(minutesUntil(until)).toBeLessThanOrEqual(10);
  expect((await api.call('GET session/self', {})).confirmedUntil).toBe(until);
  expect(await update(api)).toBe('200');
  expect(await update(await unconfirmed(server.admin))).toBe(REFUSED);
});

test('a confirmation expires', async () => {
  const person = await server.login(server.admin.account, server.admin.password);
  const api = server.as(person.token);
  await confirm(api, person.password);
  const ended = new Date(Date.now() - 1000).toISOString();
  await server.rawDatabase.sql('UPDATE sessions SET confirmed_until = ? WHERE confirmed_until IS NOT NULL', ended);
  expect(await update(api)).toBe(REFUSED);
  expect((await api.call('GET session/self', {})).confirmedUntil).toBeNull();
});

test('a wrong password does not confirm, is audited and counts as a failed login', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const api = await unconfirmed(person);
  expect(await outcome(confirm(api, 'wrong-1'))).toBe('400 bad_credentials');
  const [row] = (await server.admin.api.call('GET audit', { userId: person.id, size: 1 })).items;
  expect(row).toMatchObject({ action: 'session/confirm', changes: { failed: [null, true] } });
  const outcomes = new Set<string>();
  for (let tries = 0; tries < 12; tries++) outcomes.add(await outcome(confirm(api, `wrong-${tries}`)));
  expect([...outcomes]).toEqual(['400 bad_credentials', '429 too_many_requests']);
  expect(await outcome(confirm(api, person.password))).toBe('429 too_many_requests');
  expect(await outcome(server.login(person.account, person.password))).toBe('429 too_many_requests');
});

test('an access token cannot confirm', async () => {
  const { token } = await server.admin.api.call('POST session/create_token', {
    name: 'job',
    scopes: ['read', 'export', 'write', 'accounts'],
    expiresInDays: 1,
  });
  expect((await refusal(confirm(server.as(token), server.admin.password))).fields).toEqual({
    scope: 'session',
    has: 'read, export, write, accounts',
  });
});

describe('without a confirmation', () => {
  test('the role is checked first', async () => {
    const county = await addManager(server, 'county_manager', COUNTY);
    expect(await update(await unconfirmed(county))).toBe('403 forbidden');
  });

  test('managers and administrators cannot be added, deleted, recovered or reset', async () => {
    const api = await unconfirmed(server.admin);
    const account = newAccount('unit');
    const unit = { account, role: 'city_manager', division: CITY, profile: managerProfile(account) } as const;
    expect(await outcome(api.call('POST user/add_manager', unit))).toBe(REFUSED);
    for (const role of ['admin', 'ministry_manager', 'county_manager'] as const) {
      const { id } = await addManager(server, role, role === 'county_manager' ? COUNTY : null);
      const calls = [
        api.call('POST user/delete', { userId: id, softDelete: true }),
        api.call('POST user/recover', { userId: id }),
        api.call('POST user/reset_password', { id }),
        api.call('POST user/update_manager', { id, account: newAccount('renamed') }),
      ];
      expect(await Promise.all(calls.map(outcome))).toEqual(calls.map(() => REFUSED));
    }
  });

  test("a manager's division cannot change; its profile can, and an unchanged division is accepted", async () => {
    const api = await unconfirmed(server.admin);
    const { id, account } = await addManager(server, 'county_manager', COUNTY);
    const change = (input: object) => outcome(api.call('POST user/update_manager', { id, ...input }));
    expect(await change({ division: NEIGHBOUR })).toBe(REFUSED);
    expect(await change({ account, division: COUNTY, profile: { contact: '示例' } })).toBe('200');
    await confirm(api, server.admin.password);
    expect(await change({ division: NEIGHBOUR })).toBe('200');
  });

  test('stations can be added, moved, reset, deleted and recovered', async () => {
    const api = await unconfirmed(server.admin);
    const { id } = await addStation(server, COUNTY);
    expect(await outcome(api.call('POST user/update_station', { id, division: NEIGHBOUR }))).toBe('200');
    expect(await outcome(api.call('POST user/reset_password', { id }))).toBe('200');
    expect(await outcome(api.call('POST user/delete', { userId: id, softDelete: true }))).toBe('200');
    expect(await outcome(api.call('POST user/recover', { userId: id }))).toBe('200');
  });

  test('a target outside the scope is not found', async () => {
    const county = await addManager(server, 'county_manager', COUNTY);
    const api = await unconfirmed(county);
    expect(await outcome(api.call('POST user/reset_password', { id: server.admin.id }))).toBe('404 not_found');
  });
});

test('an account cannot reset its own password, confirmed or not', async () => {
  for (const api of [server.admin.api, await unconfirmed(server.admin)]) {
    const { status, code, message } = await refusal(api.call('POST user/reset_password', { id: server.admin.id }));
    expect([status, code]).toEqual([409, 'conflict']);
    expect(message).toContain('change it instead');
  }
  const county = await addManager(server, 'county_manager', COUNTY);
  expect(await outcome(county.api.call('POST user/reset_password', { id: county.id }))).toBe('409 conflict');
});

test("a password change ends the other sessions and keeps this session's confirmation", async () => {
  const person = await addManager(server, 'ministry_manager');
  await server.confirm(person);
  await person.api.call('POST user/change_password', {
    oldPassword: hashPassword(PASSWORD),
    newPassword: hashPassword('another-2026'),
  });
  const self = await person.api.call('GET session/self', {});
  expect(self).toMatchObject({ kind: 'session', name: null, scopes: ['read', 'export', 'write', 'accounts'] });
  expect(self.confirmedUntil).not.toBeNull();
});
