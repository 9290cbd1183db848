import type { TokenNeed, Who } from '@shp/shared/api/call';
import { calls } from '@shp/shared/api/index';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { TOKEN_SCOPES, type TokenScope, WRITE } from '@shp/shared/domain/accounts/tokens';
import { UPLOADERS } from '@shp/shared/domain/accounts/uploaders';
import type { Contract, Person } from '../../support/contract.ts';
import type { Operation } from './operations.ts';

/**
 * A caller. `scope` is that of its access token; `renew` gets a new token, because random requests also log out and
 * revoke.
 */
export type Actor = {
  readonly name: string;
  readonly role: UserRole | null;
  readonly scope?: TokenScope;
  token: string | null;
  readonly renew?: () => Promise<string>;
};

/** Settings under which random requests cannot lock all accounts out. */
export const CALM = {
  passwordDays: 0,
  loginAttempts: { account: 20, address: 600 },
  oneSession: false,
  separateDuties: false,
  sessionHours: { idle: 12, max: 168 },
};

/**
 * A session of each role, an access token of each scope, a caller without a token and one with an invalid token. `own`:
 * ids and accounts that requests must not use.
 */
export async function everybody(server: Contract): Promise<{ actors: Actor[]; own: Set<unknown> }> {
  const logIn = async (role: UserRole): Promise<Person> => {
    const person = await server.login(server.demo[role].account, server.demo[role].password);
    await server.confirm(person);
    return person;
  };
  const people = await Promise.all(USER_ROLES.map(logIn));
  await people.find(({ role }) => role === 'admin')?.api.call('POST system/update_settings', CALM);
  const sessions = people.map(({ role, token }): Actor => {
    return { name: role, role, token, renew: async () => (await logIn(role)).token };
  });
  const tokens = TOKEN_SCOPES.map((scope): Actor => {
    const renew = async () => {
      const { api } = await logIn('admin');
      return (await api.call('POST session/create_token', { name: scope, scopes: [scope], expiresInDays: 1 })).token;
    };
    return { name: `admin by a token for ${scope}`, role: 'admin', scope, token: null, renew };
  });
  const others: Actor[] = [
    { name: 'nobody', role: null, token: null },
    { name: 'a stranger', role: null, token: 'x'.repeat(43) },
  ];
  return {
    actors: [...sessions, ...tokens, ...others],
    own: new Set(people.flatMap(({ id, account }) => [id, account])),
  };
}

/** The status that the authentication and authorization checks require; null if the call may proceed. */
export function due({ key, anyone }: Operation, { role, scope }: Actor): number | null {
  if (anyone) return null;
  if (role === null) return 401;
  const who: Who = key === null ? Object.values(UPLOADERS).flat() : calls[key].who;
  if (who !== 'loggedIn' && who !== 'anyone' && !who.includes(role)) return 403;
  const need: TokenNeed = key === null ? WRITE : calls[key].token;
  return scope === undefined || (typeof need === 'object' && need.includes(scope)) ? null : 403;
}
