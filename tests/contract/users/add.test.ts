import type { Input } from '@shp/shared/api/index';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { UnitRole } from '@shp/shared/domain/accounts/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addManager,
  CITY,
  COUNTY,
  expertProfile,
  FAR_CITY,
  FAR_COUNTY,
  managerProfile,
  NEIGHBOUR,
  newAccount,
  stationProfile,
} from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

const REGION = '450000';
type Keeper = 'admin' | 'province' | 'city' | 'county';
let server: Contract;
const keepers = {} as Record<Keeper, Person>;
beforeAll(async () => {
  server = await startContract();
  keepers.admin = server.admin;
  keepers.province = await addManager(server, 'province_manager', REGION);
  keepers.city = await addManager(server, 'city_manager', CITY);
  keepers.county = await addManager(server, 'county_manager', COUNTY);
});
afterAll(() => server.stop());

/** `200`, or status, code and the invalid fields. */
async function told(call: Promise<unknown>): Promise<string> {
  if ((await outcome(call)) === '200') return '200';
  const { status, code, fields } = await refusal(call);
  return [status, code, ...Object.keys(fields)].join(' ');
}
const ROLE = '400 invalid role';
const DIVISION = '400 invalid division';
const FORBIDDEN = '403 forbidden';

describe('managing units', () => {
  test.each<[Keeper, UnitRole, string | null, string]>([
    ['admin', 'admin', null, '200'],
    ['admin', 'ministry_manager', null, '200'],
    ['admin', 'province_manager', REGION, '200'],
    ['admin', 'city_manager', CITY, '200'],
    ['admin', 'county_manager', COUNTY, '200'],
    ['admin', 'admin', REGION, DIVISION],
    ['admin', 'ministry_manager', REGION, DIVISION],
    ['admin', 'province_manager', null, DIVISION],
    ['admin', 'province_manager', CITY, DIVISION],
    ['admin', 'city_manager', REGION, DIVISION],
    ['admin', 'city_manager', COUNTY, DIVISION],
    ['admin', 'county_manager', CITY, DIVISION],
    ['admin', 'county_manager', null, DIVISION],
    ['admin', 'county_manager', '450399', DIVISION],
    ['admin', 'county_manager', '110101', DIVISION],
    ['province', 'admin', null, ROLE],
    ['province', 'ministry_manager', null, ROLE],
    ['province', 'province_manager', REGION, ROLE],
    ['province', 'city_manager', FAR_CITY, '200'],
    ['province', 'county_manager', FAR_COUNTY, '200'],
    ['city', 'county_manager', COUNTY, FORBIDDEN],
    ['county', 'county_manager', COUNTY, FORBIDDEN],
  ])('%s adds %s of %s: %s', async (keeper, role, division, expected) => {
    const account = newAccount('unit');
    const profile = managerProfile(account);
    const call = keepers[keeper].api.call('POST user/add_manager', { account, role, division, profile });
    expect(await told(call)).toBe(expected);
  });
});

describe('experts', () => {
  test.each<[Keeper, string | null | undefined, string, (string | null)?]>([
    ['admin', undefined, '200', null],
    ['admin', COUNTY, '200', COUNTY],
    ['province', undefined, '200', null],
    ['province', REGION, '200', REGION],
    ['province', FAR_CITY, '200', FAR_CITY],
    ['city', undefined, '200', CITY],
    ['city', CITY, '200', CITY],
    ['city', COUNTY, '200', COUNTY],
    ['city', FAR_CITY, DIVISION],
    ['city', REGION, DIVISION],
    ['county', COUNTY, FORBIDDEN],
  ])('%s adds an expert of %s: %s, division %s', async (keeper, division, expected, kept) => {
    const account = newAccount('expert');
    const input = { account, profile: expertProfile(account), ...(division === undefined ? {} : { division }) };
    const call = keepers[keeper].api.call('POST user/add_expert', input);
    expect(await told(call)).toBe(expected);
    if (expected !== '200') return;
    expect((await server.admin.api.call('GET user', { id: (await call).id })).division).toBe(kept);
  });
});

describe('stations', () => {
  test.each<[Keeper, string, string]>([
    ['admin', FAR_COUNTY, '200'],
    ['admin', REGION, DIVISION],
    ['province', FAR_CITY, '200'],
    ['city', CITY, '200'],
    ['city', COUNTY, '200'],
    ['city', FAR_COUNTY, DIVISION],
    ['county', COUNTY, '200'],
    ['county', NEIGHBOUR, DIVISION],
    ['county', CITY, DIVISION],
  ])('%s adds a station of %s: %s', async (keeper, division, expected) => {
    const account = newAccount('station');
    const profile = stationProfile(account);
    expect(await told(keepers[keeper].api.call('POST user/add_station', { account, division, profile }))).toBe(
      expected,
    );
  });
});

test.each<[Keeper, string]>([
  ['admin', '200'],
  ['province', '200'],
  ['city', FORBIDDEN],
  ['county', FORBIDDEN],
])('%s adds an aggregate account: %s', async (keeper, expected) => {
  const account = newAccount('supervisor');
  const call = keepers[keeper].api.call('POST user/add_supervisor', { account, profile: managerProfile(account) });
  expect(await told(call)).toBe(expected);
});

const station = (change: Partial<Input<'POST user/add_station'>> & { profile?: object } = {}) => {
  const account = newAccount('station');
  const input = { account, division: COUNTY, profile: stationProfile(account), ...change };
  return keepers.county.api.call('POST user/add_station', input);
};

describe('initial password', () => {
  test('is generated by the server, shown once, and must be changed', async () => {
    const account = newAccount('station');
    const { id, initialPassword = '' } = await station({ account });
    expect(initialPassword).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
    const person = await server.login(account, initialPassword);
    expect(await person.api.call('GET user', {})).toMatchObject({ id, mustChangePassword: true });
    const { sql } = server.rawDatabase;
    const rows = JSON.stringify([await sql('SELECT * FROM users'), await sql('SELECT * FROM audit')]);
    expect(rows).not.toContain(initialPassword);
    expect(rows).not.toContain(hashPassword(initialPassword));
  });

  test('may be chosen by the manager, and must be changed too', async () => {
    const account = newAccount('station');
    expect(await station({ account, password: hashPassword('chosen-1') })).toEqual({ id: expect.any(String) });
    const person = await server.login(account, 'chosen-1');
    expect(await outcome(person.api.call('GET basic/status', {}))).toBe('403 password_change_required');
    expect((await person.api.call('GET user', {})).mustChangePassword).toBe(true);
  });

  test('is sent as a hash only', async () => {
    expect(await told(station({ password: 'chosen-1' }))).toBe('400 invalid password');
    expect(await told(station({ password: hashPassword('chosen-1').toLowerCase() }))).toBe('400 invalid password');
  });
});

describe('account name', () => {
  test.each(['ab', 'x'.repeat(33), 'with space', '示例站', 'a@b', ''])('%j is refused', async (account) => {
    expect(await told(station({ account }))).toBe('400 invalid account');
  });

  test('is unique regardless of case, also among deleted accounts', async () => {
    const account = newAccount('Station');
    const { id } = await station({ account });
    expect(await told(station({ account: account.toUpperCase() }))).toBe('409 conflict account');
    await server.admin.api.call('POST user/delete', { userId: id, softDelete: true });
    expect(await told(station({ account: account.toLowerCase() }))).toBe('409 conflict account');
  });

  test('of two concurrent additions of one name one succeeds', async () => {
    const account = newAccount('station');
    const answers = await Promise.all([station({ account }), station({ account })].map(told));
    expect(answers.sort()).toEqual(['200', '409 conflict account']);
  });
});

describe('profile', () => {
  const { phone: _phone, ...withoutPhone } = stationProfile('x');
  test.each<[string, object, string]>([
    ['lacks a required field', withoutPhone, 'profile.phone'],
    ['has an empty required field', { ...stationProfile('x'), contact: ' ' }, 'profile.contact'],
    ['has a name that shows nothing', { ...stationProfile('x'), name: '\u3164\u200b\u2800\ufe0f' }, 'profile.name'],
    ['has an unknown key', { ...stationProfile('x'), colour: 'red' }, 'profile.colour'],
    ['has a wrong credit code', { ...stationProfile('x'), creditCode: '91450300MA5EXAMPLX' }, 'profile.creditCode'],
    ['has a wrong phone', { ...stationProfile('x'), phone: '12345' }, 'profile.phone'],
    ['has a number as text', { ...stationProfile('x'), capacity: '1260' }, 'profile.capacity'],
    [
      'has a day that does not exist',
      { ...stationProfile('x'), commissionedOn: '2025-02-29' },
      'profile.commissionedOn',
    ],
    ['has a value outside the list', { ...stationProfile('x'), development: 'tidal' }, 'profile.development'],
  ])("a profile that %s is refused with the field's path", async (_name, profile, field) => {
    expect(await told(station({ profile }))).toBe(`400 invalid ${field}`);
  });

  test('is validated by the role, for units and experts', async () => {
    const { phone: _, ...unit } = managerProfile('x');
    const manager = { account: newAccount('unit'), role: 'county_manager' as const, division: COUNTY, profile: unit };
    expect(await told(server.admin.api.call('POST user/add_manager', manager))).toBe('400 invalid profile.phone');
    const specialties = ['safety', 'cooking'] as never;
    const expert = { account: newAccount('expert'), profile: { ...expertProfile('x'), specialties } };
    expect(await told(server.admin.api.call('POST user/add_expert', expert))).toBe('400 invalid profile.specialties');
  });
});
