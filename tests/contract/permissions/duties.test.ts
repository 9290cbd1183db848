import type { Call } from '@shp/shared/api/call';
import { requestOf } from '@shp/shared/api/client';
import type { ApiError } from '@shp/shared/api/errors';
import { type CallKey, calls } from '@shp/shared/api/index';
import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { DUTIES, type Duty } from '@shp/shared/domain/accounts/duties';
import { settingsOfPreset } from '@shp/shared/domain/settingPresets';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addManager,
  addStation,
  COUNTY,
  firstLogin,
  managerProfile,
  newAccount,
  stationProfile,
} from '../../support/people.ts';
import { addCast, assign, bring, conclude, score, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';

/** Duties of administrators: docs/generated/permissions.md has them by call. */
let server: Contract;
let holders: Record<Duty, Person>;
beforeAll(async () => {
  server = await startContract();
  holders = {
    system: await addAdmin(['system']),
    security: await addAdmin(['security']),
    audit: await addAdmin(['audit']),
  };
});
afterAll(() => server.stop());

async function addAdmin(duties?: readonly Duty[], by = server.admin): Promise<Person> {
  const account = newAccount('admin');
  const input = {
    account,
    role: 'admin' as const,
    profile: managerProfile(account),
    ...(duties ? { duties: [...duties] } : {}),
  };
  const { initialPassword = '' } = await by.api.call('POST user/add_manager', input);
  return firstLogin(server, account, initialPassword);
}
const give = (id: string, duties: readonly Duty[], by: Person) =>
  by.api.call('POST user/update_manager', { id, duties: [...duties] });
const bodyOf = (made: Promise<unknown>) =>
  made.then(
    () => null,
    (error: ApiError) => error.body,
  );
const settings = (change: object, by = server.admin) => by.api.call('POST system/update_settings', change);
const dutiesOf = async (id: string) => (await server.admin.api.call('GET user', { id })).duties;

/** The duty that a request without input is refused for; null where it is not. */
async function missingDuty(key: CallKey, token: string): Promise<string | null> {
  const { method, url, body } = requestOf(key, {});
  const headers = { Token: token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const response = await server.request(method, url, { headers, ...(body === undefined ? {} : { body }) });
  if (response.status !== 403) return null;
  const { code, fields = {} } = (await response.json()) as { code: string; fields?: Record<string, string> };
  return code === 'forbidden' ? (fields.duty ?? 'forbidden') : null;
}

// The first, since later ones add administrators who could stand in.
test('an administrator without duty `system` stands in for no unit that four eyes refuse', async () => {
  const cast = await addCast(server);
  const province = await addManager(server, 'province_manager', PROVINCE);
  const review = await bring(server, cast, 'submitted', { level: 2 });
  const { id } = review;
  // Everybody who could conclude takes the first review once; the last of them leaves it passed.
  for (const one of [server.admin, holders.system, province]) {
    await step(one, review, 'first_passed');
    if (one === province) break;
    await step(province, review, 'returned', '退回（示例）');
    await step(review.station, review, 'submitted');
  }
  await assign({ ...review, cast: { ...cast, final: province } });
  await step(province, review, 'reviewing');
  for (const expert of cast.experts) {
    await score(expert, review);
    await conclude(expert, review);
  }
  const waits = async (by: Person) => (await by.api.call('GET assessment/query', { waiting: true })).total;
  const refused = async () => {
    const steps = await province.api.call('GET assessment/next_steps', { id });
    return steps.find(({ to }) => to === 'passed')?.problems.find(({ code }) => code === 'fourEyes')?.message;
  };
  expect([await waits(province), await waits(holders.audit), await waits(holders.security)]).toEqual([1, 0, 0]);
  expect(await refused()).not.toContain(holders.audit.account);

  await give(holders.audit.id, ['audit', 'system'], server.admin);
  const able = await server.login(holders.audit.account, holders.audit.password);
  expect([await waits(province), await waits(able), await waits(holders.security)]).toEqual([0, 1, 0]);
  expect(await refused()).toContain(able.account);

  await give(able.id, ['audit'], server.admin);
  holders.audit = await server.login(able.account, able.password);
  expect([await waits(province), await waits(holders.audit)]).toEqual([1, 0]);
});

test('an administrator with one duty makes the calls of that duty and those of any', async () => {
  const got: Record<string, unknown> = {};
  const want: Record<string, unknown> = {};
  for (const key of Object.keys(calls) as CallKey[]) {
    const { duty }: Call = calls[key];
    if (duty === undefined) continue;
    got[key] = await Promise.all(DUTIES.map((one) => missingDuty(key, holders[one].token)));
    want[key] = DUTIES.map((one) => (duty === 'any' || duty === one ? null : duty));
  }
  expect(got).toEqual(want);
});

test('which calls need which duty', () => {
  const of = (duty: Duty) => (Object.keys(calls) as CallKey[]).filter((key) => (calls[key] as Call).duty === duty);
  expect(of('audit')).toEqual(['GET audit/proof', 'GET audit/consistency', 'GET audit', 'GET audit/verify']);
  expect(of('security').filter((key) => !/^POST user\/|_effects$/.test(key))).toEqual(['POST supervise/stations']);
  expect(of('system')).toEqual(
    expect.arrayContaining(['POST system/update_settings', 'POST standard/import', 'POST standard/use']),
  );
});

test('uploads need the duty system; the refusal says which duty is missing', async () => {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1', 'Accept-Language': 'en' };
  const sent = await server.request('POST', '/api/upload', { headers: { ...headers, Token: holders.audit.token } });
  expect([sent.status, await sent.json()]).toEqual([
    403,
    {
      code: 'forbidden',
      message: 'request denied: this needs the duty “system”, which your account does not have',
      fields: { duty: 'system' },
    },
  ]);
});

test('what an administrator without the duty system may do with an application is nothing', async () => {
  const station = await addStation(server, COUNTY);
  const id = (await station.api.call('POST assessment/add_assessment', { level: 3 })).id;
  const [all, none] = await Promise.all(
    [server.admin, holders.audit].map(({ api }) => api.call('GET assessment', { id })),
  );
  expect(all?.permissions.editForm).toBe(true);
  expect([none?.actions, Object.values(none?.permissions ?? {}).includes(true)]).toEqual([[], false]);
});

test('an administrator has all duties unless set; no other role has any', async () => {
  const everything = await addAdmin();
  expect(await dutiesOf(everything.id)).toEqual(DUTIES);
  expect(await dutiesOf((await addStation(server, COUNTY)).id)).toBeUndefined();
  const account = newAccount('ministry');
  const input = {
    account,
    role: 'ministry_manager' as const,
    profile: managerProfile(account),
    duties: ['audit' as const],
  };
  expect(await bodyOf(server.admin.api.call('POST user/add_manager', input))).toMatchObject({
    code: 'invalid',
    fields: { duties: expect.any(String) },
  });
  const station = newAccount('station');
  const { id } = await server.admin.api.call('POST user/add_station', {
    account: station,
    division: COUNTY,
    profile: stationProfile(station),
  });
  expect(await outcome(server.admin.api.call('POST user/update_station', { id, duties: ['audit'] } as never))).toBe(
    '400 invalid',
  );
});

test('a change of duties ends the sessions of the account, is audited, and takes effect', async () => {
  const person = await addAdmin(['audit']);
  const changed = await give(person.id, ['security', 'system'], server.admin);
  expect(changed.duties).toEqual(['system', 'security']);
  expect(await outcome(person.api.call('GET user', {}))).toBe('401 unauthenticated');
  const again = await server.login(person.account, person.password);
  expect(await outcome(again.api.call('GET audit', {}))).toBe('403 forbidden');
  const { items } = await server.admin.api.call('GET audit', { objectId: person.id, action: 'user/update_manager' });
  expect(items).toMatchObject([{ changes: { duties: [['audit'], ['system', 'security']] } }]);
  // An account as it was read is a valid body.
  const { id, account, division, profile, version, ...rest } = await again.api.call('GET user', {});
  const same = await again.api.call('POST user/update_manager', {
    id,
    account,
    division,
    profile,
    version,
    ...rest,
  } as never);
  expect(same).toMatchObject({ duties: ['system', 'security'] });
});

test('an access token has the duties of its owner', async () => {
  const { token } = await holders.audit.api.call('POST session/create_token', {
    name: 'reader',
    scopes: ['read', 'write'],
    expiresInDays: 1,
  });
  expect(await missingDuty('GET audit', token)).toBeNull();
  expect(await missingDuty('POST assessment/update_form', token)).toBe('system');
});

describe('separate duties', () => {
  test('cannot be switched on while accounts have several: they are named', async () => {
    const two = await addAdmin(['system', 'audit']);
    const body = await bodyOf(settings(settingsOfPreset('level3', DEFAULT_SETTINGS)));
    expect(body).toMatchObject({ code: 'conflict', fields: { separateDuties: expect.stringContaining(two.account) } });
    expect(body?.message).toContain('admin (system, security, audit)');
    expect(body?.message).not.toContain(holders.audit.account);
    expect((await server.admin.api.call('GET system/settings', {})).passwordDays).toBe(0);
    await give(two.id, ['audit'], server.admin);
  });

  test('leave each administrator one duty, which nobody changes for the own account', async () => {
    const { items } = await server.admin.api.call('GET user/managers', { role: 'admin', size: 200 });
    const recycled = await addAdmin();
    await server.admin.api.call('POST user/delete', { userId: recycled.id, softDelete: true });
    const several = items.filter(({ account, duties = [] }) => account !== 'admin' && duties.length > 1);
    for (const { id } of several) await give(id, ['audit'], server.admin);
    // Its own duties: allowed while duties are not separate.
    await give(server.admin.id, ['system'], server.admin);
    const admin = await server.login('admin', server.admin.password);
    await settings({ separateDuties: true }, admin);

    const { security, audit } = holders;
    expect(await bodyOf(give(audit.id, ['audit', 'system'], security))).toMatchObject({ code: 'conflict' });
    expect(await bodyOf(give(security.id, ['system'], security))).toMatchObject({ code: 'conflict' });
    expect(await outcome(give(audit.id, ['system'], admin))).toBe('403 forbidden');
    expect(await outcome(addAdmin(undefined, security))).toBe('409 conflict');
    expect(await outcome(security.api.call('POST user/recover', { userId: recycled.id }))).toBe('409 conflict');
    const second = await addAdmin(['security'], security);
    expect((await give(second.id, ['audit'], security)).duties).toEqual(['audit']);

    await settings({ separateDuties: false }, admin);
    await give(server.admin.id, DUTIES, security);
    server.admin = await server.login('admin', server.admin.password);
  });

  test('no duty is left without an account, by a change or by a deletion', async () => {
    const { items } = await server.admin.api.call('GET user/managers', { role: 'admin', size: 200 });
    for (const { id, duties = [] } of items)
      if (id !== server.admin.id && duties.includes('security') && id !== holders.security.id)
        await give(id, ['audit'], server.admin);
    await give(server.admin.id, ['system', 'audit'], server.admin);
    server.admin = await server.login('admin', server.admin.password);
    const { security } = holders;
    expect(await bodyOf(give(security.id, ['system'], security))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('“security”'),
    });
    const other = await addAdmin(['security'], security);
    await other.api.call('POST user/delete', { userId: security.id, softDelete: true });
    expect(await outcome(give(other.id, ['audit'], other))).toBe('409 conflict');
  });
});
