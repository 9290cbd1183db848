import { isManaging, type UserRole } from './roles.ts';

/**
 * The scopes of access tokens. `accounts`: create, delete, recover and reset accounts; change account names and
 * divisions.
 */
export const TOKEN_SCOPES = ['read', 'export', 'write', 'accounts'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The longest lifetime of an access token, in days. */
export const TOKEN_DAYS_MAX = 366;

/** A call needs one scope of the list. `session`: no access token may make the call. */
export type TokenNeed = readonly TokenScope[] | 'session' | 'none';

export const READ = ['read'] as const;
/** For lists that exports filter by: an `export` token can read them too. */
export const LIST = ['read', 'export'] as const;
export const EXPORT = ['export'] as const;
export const WRITE = ['write'] as const;
export const ACCOUNTS = ['accounts'] as const;

/** A change of an account: its role, and whether its account name, division or duties change (`moves`). */
export type AccountChange = { readonly role: UserRole; readonly moves: boolean };

/** The scope that an access token lacks for a call; null if it lacks none. */
export function missingScope(need: TokenNeed, scopes: readonly TokenScope[]): TokenScope | 'session' | null {
  if (need === 'session') return 'session';
  if (need === 'none' || need.some((scope) => scopes.includes(scope))) return null;
  return need[0] ?? 'session';
}

/** Access tokens cannot create, delete, recover or reset an account of a managing role. */
export function tokenForAccount({ role }: AccountChange): TokenNeed {
  return isManaging(role) ? 'session' : ['accounts'];
}

/**
 * A profile change needs `write`; a new account name or division needs `accounts`. Access tokens cannot change an
 * account of a managing role.
 */
export function tokenForChange({ role, moves }: AccountChange): TokenNeed {
  if (isManaging(role)) return 'session';
  return moves ? ['accounts'] : ['write'];
}
