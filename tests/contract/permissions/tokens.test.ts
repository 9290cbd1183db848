import { readFileSync, writeFileSync } from 'node:fs';
import type { Call } from '@shp/shared/api/call';
import { type BinaryKey, type CallKey, calls, type JsonKey } from '@shp/shared/api/index';
import type { UserRole } from '@shp/shared/domain/roles';
import { TOKEN_SCOPES, type TokenScope } from '@shp/shared/domain/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../harness.ts';
import { expertProfile, managerProfile, newAccount, stationProfile } from '../people.ts';
import { outcome, type StrictClient } from '../strictClient.ts';
import { type Case, casesOf, nameOf } from './cases.ts';
import { makeWorld, type World } from './world.ts';

/**
 * What an access token of each scope opens. golden/tokens.md has it for people to read;
 * `UPDATE_GOLDEN=1 npx vitest run tests/contract/permissions/tokens.test.ts` writes it anew.
 */
const GOLDEN = new URL('../golden/tokens.md', import.meta.url);
const KEYS = Object.keys(calls) as CallKey[];

let server: Contract;
let world: World;
beforeAll(async () => {
  server = await startContract();
  world = await makeWorld(server);
});
afterAll(() => server.stop());

/** Somebody who may make the call. */
function roleFor(key: CallKey): UserRole {
  const { who }: Call = calls[key];
  // An administrator's account is changed by no access token, its own profile included.
  if (key === 'POST user/my_profile') return 'station';
  return typeof who === 'string' || who.includes('admin') ? 'admin' : (who[0] as UserRole);
}

async function callerOf(one: Case<CallKey>, role: UserRole, input: unknown): Promise<Person> {
  return one.caller?.(world, role, input as never) ?? world.callers[role];
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

/** What the contract says of each call, CONTRACT.md section 5: its row, and what no row can say. */
function expected(key: CallKey, label: string, scope: TokenScope): string {
  const { token }: Call = calls[key];
  if (key === 'POST user/add_manager' && label === 'admin') return '403 forbidden';
  if (token === 'none') return '200';
  return token !== 'session' && token.includes(scope) ? '200' : '403 forbidden';
}

const actual: string[] = [];

test.each(KEYS)('%s', async (key) => {
  for (const [label, one] of casesOf(key)) {
    const got: Record<string, string> = {};
    const want: Record<string, string> = {};
    for (const scope of TOKEN_SCOPES) {
      const role = roleFor(key);
      const input = await one.input(world, 'near', role);
      got[scope] = await send(await narrowed(await callerOf(one, role, input), scope), key, input);
      want[scope] = expected(key, label, scope);
    }
    actual.push(`| ${nameOf(key, label)} | ${TOKEN_SCOPES.map((scope) => got[scope]?.slice(0, 3)).join(' | ')} |`);
    expect(got).toEqual(want);
  }
});

test('the table is the one that was agreed on', () => {
  const head = ['# Access tokens', '', 'What a token of one scope alone gets.', ''];
  const golden = [...head, `| call | ${TOKEN_SCOPES.join(' | ')} |`, '|---|---|---|---|', ...actual, ''].join('\n');
  if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, golden);
  expect(golden).toBe(readFileSync(GOLDEN, 'utf8'));
});

test('what an access token never opens', () => {
  const never = KEYS.filter((key) => (calls[key] as Call).token === 'session');
  expect(never.sort()).toEqual([
    'GET session/sessions',
    'GET session/tokens',
    'POST session/create_token',
    'POST session/revoke_session',
    'POST session/revoke_token',
    'POST system/update_settings',
    'POST user/change_password',
  ]);
});

test('what somebody with an initial password may do before changing it', async () => {
  const opened: string[] = [];
  for (const key of KEYS) {
    if (calls[key].who === 'anyone') continue;
    const person = await newcomer(roleFor(key));
    for (const [label, one] of casesOf(key)) {
      const input = await one.input(world, 'near', person.role);
      const became = await send(person.api, key, input);
      if (became !== '403 password_change_required') opened.push(`${nameOf(key, label)}: ${became}`);
    }
  }
  expect(opened).toEqual([
    'POST session/logout: 200',
    'GET user · itself: 200',
    // The old password that the case names is not the newcomer's.
    'POST user/change_password: 400 old_password_wrong',
  ]);
});

/** Somebody who has just logged in with an initial password. */
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
