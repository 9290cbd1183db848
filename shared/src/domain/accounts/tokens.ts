import { isManaging, type UserRole } from './roles.ts';

/** What an access token can be for. `accounts`: to add accounts, and to change who can use them. */
export const TOKEN_SCOPES = ['read', 'export', 'write', 'accounts'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** An access token is valid for at most this many days. */
export const TOKEN_DAYS_MAX = 366;

/** What an access token needs for a call; any one of the list is enough. `session`: no access token may make the call. */
export type TokenNeed = readonly TokenScope[] | 'session' | 'none';

/** A change of an account: its role, and whether its account name or its division changes. */
export type AccountChange = { readonly role: UserRole; readonly moves: boolean };

/** What an access token lacks for a call; null where nothing is missing. */
export function missingScope(need: TokenNeed, scopes: readonly TokenScope[]): TokenScope | 'session' | null {
  if (need === 'session') return 'session';
  if (need === 'none' || need.some((scope) => scopes.includes(scope))) return null;
  return need[0] ?? 'session';
}

/** No access token adds, deletes, recovers or resets an account of a managing role. */
export function tokenForAccount({ role }: AccountChange): TokenNeed {
  return isManaging(role) ? 'session' : ['accounts'];
}

/** A profile alone needs `write`, the account name and the division need `accounts`; a managing role's no token changes. */
export function tokenForChange({ role, moves }: AccountChange): TokenNeed {
  if (isManaging(role)) return 'session';
  return moves ? ['accounts'] : ['write'];
}
