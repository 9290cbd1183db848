import type { Call, Who } from '@shp/shared/api/call';
import { type BinaryKey, type CallKey, calls, type JsonKey } from '@shp/shared/api/index';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { missingScope, TOKEN_SCOPES, type TokenScope } from '@shp/shared/domain/accounts/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { expertProfile, managerProfile, newAccount, stationProfile } from '../../support/people.ts';
import { outcome, type StrictClient } from '../../support/strictClient.ts';
import { type Case, casesOf, nameOf } from './cases.ts';
import { type Fixture, FLAGS, makeFixture } from './fixture.ts';
import { tokenNeed } from './rules.ts';

/** The calls that each token scope permits: docs/generated/permissions.md has the table. */
const KEYS = Object.keys(calls) as CallKey[];

let server: Contract;
let fixture: Fixture;
beforeAll(async () => {
  server = await startContract(FLAGS);
  fixture = await makeFixture(server);
});
afterAll(() => server.stop());

/** A role that may make the call. */
function roleFor(key: CallKey): UserRole {
  const who: Who = calls[key].who;
  // No access token can change the profile of a managing role, not even the owner's own.
  if (key === 'POST user/my_profile') return 'station';
  // Administrators sign in with their password alone.
  if (key === 'POST session/oidc') return 'station';
  return typeof who === 'string' || who.includes('admin') ? 'admin' : (who[0] as UserRole);
}

async function callerOf(one: Case<CallKey>, role: UserRole, input: unknown): Promise<Person> {
  return one.caller?.(fixture, role, input as never) ?? fixture.callers[role];
}

function send(api: StrictClient, key: CallKey, input: unknown): Promise<string> {
  const binary = 'binary' in calls[key].output;
  return outcome(binary ? api.open(key as BinaryKey, input as never) : api.call(key as JsonKey, input as never));
}

const tokens = new Map<string, StrictClient>();
/** A client with an access token of one scope. */
async function narrowed(person: Person, scope: TokenScope): Promise<StrictClient> {
  const name = `${person.id} ${scope}`;
  const known = tokens.get(name);
  if (known) return known;
  const { token } = await person.api.call('POST session/create_token', { name, scopes: [scope], expiresInDays: 1 });
  const api = server.as(token);
  tokens.set(name, api);
  return api;
}

/** The expected outcome, from the call's row. */
function expected(key: CallKey, label: string, scope: TokenScope): string {
  return missingScope(tokenNeed(key, label), [scope]) === null ? '200' : '403 forbidden';
}

test.each(KEYS)(
  '%s',
  async (key) => {
    for (const [label, one] of casesOf(key)) {
      const got: Record<string, string> = {};
      const want: Record<string, string> = {};
      for (const scope of TOKEN_SCOPES) {
        const role = roleFor(key);
        const input = await one.input(fixture, 'near', role);
        got[scope] = await send(await narrowed(await callerOf(one, role, input), scope), key, input);
        want[scope] = expected(key, label, scope);
      }
      expect(got).toEqual(want);
    }
  },
  120_000,
);

test('calls that no access token may make', () => {
  const never = KEYS.filter((key) => (calls[key] as Call).token === 'session');
  expect(never.sort()).toEqual([
    'GET session/factors',
    'GET session/sessions',
    'GET session/tokens',
    'POST notice/preferences',
    'POST session/add_passkey',
    'POST session/add_totp',
    'POST session/begin_passkey',
    'POST session/begin_totp',
    'POST session/confirm',
    'POST session/create_token',
    'POST session/recovery_codes',
    'POST session/remove_factor',
    'POST session/revoke_session',
    'POST session/revoke_token',
    'POST standard/import',
    'POST standard/use',
    'POST system/update_settings',
    'POST user/add_manager',
    'POST user/change_password',
    'POST user/reset_factor',
    'POST user/update_manager',
  ]);
});

test('calls allowed with an initial password', async () => {
  const opened: string[] = [];
  for (const key of KEYS) {
    if (calls[key].who === 'anyone') continue;
    const person = await newcomer(roleFor(key));
    for (const [label, one] of casesOf(key)) {
      const input = await one.input(fixture, 'near', person.role);
      const became = await send(person.api, key, input);
      if (became !== '403 password_change_required') opened.push(`${nameOf(key, label)}: ${became}`);
    }
  }
  expect(opened).toEqual([
    'POST session/logout: 200',
    'GET user · itself: 200',
    // The case's old password is not the new account's.
    'POST user/change_password: 400 old_password_wrong',
  ]);
}, 180_000);

/** An account that has just logged in with its initial password. */
async function newcomer(role: UserRole): Promise<Person> {
  const account = newAccount('newcomer');
  const { api } = server.admin;
  const add = async () => {
    if (role === 'station')
      return api.call('POST user/add_station', { account, division: '450302', profile: stationProfile(account) });
    if (role === 'expert') return api.call('POST user/add_expert', { account, profile: expertProfile(account) });
    return api.call('POST user/add_manager', { account, role: 'admin', profile: managerProfile(account) });
  };
  const { initialPassword = '' } = await add();
  return server.login(account, initialPassword);
}
