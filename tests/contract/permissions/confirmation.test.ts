import { type BinaryKey, type CallKey, calls, type JsonKey } from '@shp/shared/api/index';
import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { outcome, type StrictClient } from '../../support/strictClient.ts';
import { casesOf, nameOf } from './cases.ts';
import { type Fixture, makeFixture } from './fixture.ts';
import { expected, isConfirmed } from './rules.ts';

let server: Contract;
let fixture: Fixture;
beforeAll(async () => {
  server = await startContract();
  fixture = await makeFixture(server);
});
afterAll(() => server.stop());

const KEYS = (Object.keys(calls) as CallKey[]).filter((key) => calls[key].who !== 'anyone');

/** Calls that confirm or end a session. */
const ENDS_SESSIONS = /session|password|delete|recover/;
const sessions = new Map<string, StrictClient>();

/** A session of the account without a confirmation; one that no other call uses if `own`. */
async function unconfirmed({ account, password }: Person, own: boolean): Promise<StrictClient> {
  const known = own ? undefined : sessions.get(account);
  if (known) return known;
  const api = server.as((await server.login(account, password)).token);
  if (!own) sessions.set(account, api);
  return api;
}

test.each(KEYS)(
  '%s asks every role for a confirmation if its row says so',
  async (key) => {
    for (const [label, one] of casesOf(key)) {
      const [got, want]: [Record<string, string>, Record<string, string>] = [{}, {}];
      for (const role of USER_ROLES) {
        const input = await one.input(fixture, 'near', role);
        const caller = (await one.caller?.(fixture, role, input as never)) ?? fixture.callers[role];
        // A new login of an account with a second factor would ask for it.
        const own = key === 'POST session/remove_factor' ? server.as(caller.token) : null;
        const api = own ?? (await unconfirmed(caller, ENDS_SESSIONS.test(key)));
        const binary = 'binary' in calls[key].output;
        const became = await outcome(
          binary ? api.open(key as BinaryKey, input as never) : api.call(key as JsonKey, input as never),
        );
        const confirmed = expected(key, label, role, one.at.length > 0 ? 'near' : null);
        const asks = isConfirmed(key, label) && /^(200|400|409|410)/.test(confirmed);
        got[role] = became === '403 confirmation_required' ? 'asks' : 'does not ask';
        want[role] = asks ? 'asks' : 'does not ask';
      }
      expect([nameOf(key, label), got]).toEqual([nameOf(key, label), want]);
    }
  },
  120_000,
);
