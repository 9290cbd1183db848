import type { Call, Who } from '@shp/shared/api/call';
import { type Duty, hasDuty } from '@shp/shared/domain/accounts/duties';
import { missingScope, type TokenNeed } from '@shp/shared/domain/accounts/tokens';
import { HttpError } from '../httpError.ts';
import type { Caller } from '../types.ts';

/**
 * @throws HttpError `forbidden` if an access token lacks the scope; its fields name the missing and the present scopes.
 */
export function checkScope(need: TokenNeed, { by }: Pick<Caller, 'by'>): void {
  if (by.kind !== 'token') return;
  const missing = missingScope(need, by.scopes);
  if (missing === null) return;
  const has = by.scopes.join(', ');
  throw new HttpError('forbidden', {
    message: ({ tokens }) => (missing === 'session' ? tokens.logIn(by.name) : tokens.lacks(by.name, missing, has)),
    fields: { scope: () => missing, has: () => has },
  });
}

function admits(who: Who, { role }: Caller): boolean {
  return typeof who === 'string' || who.includes(role);
}

/** @throws HttpError `forbidden` if an administrator lacks the duty; its fields name it. */
export function checkDuty(duty: Duty, caller: Caller): void {
  if (hasDuty(caller, duty)) return;
  throw new HttpError('forbidden', {
    message: ({ duties }) => duties.lacks(duties.names[duty]),
    fields: { duty: () => duty },
  });
}

/** @throws HttpError `confirmation_required` unless the user has confirmed the password in this session lately. */
export function checkConfirmed({ by }: Pick<Caller, 'by'>, now: string): void {
  if (by.kind === 'session' && by.confirmedUntil !== null && by.confirmedUntil > now) return;
  throw new HttpError('confirmation_required');
}

/** Checks for 401, then 403: role, duty, token scopes, initial password, missing second factor, and a confirmation that the call always needs. */
export function authorise(
  row: Pick<Call, 'who' | 'duty' | 'token' | 'confirmation' | 'beforePasswordChange' | 'beforeFactor'>,
  caller: Caller | null,
  now: string,
): void {
  if (row.who === 'anyone') return;
  if (caller === null) throw new HttpError('unauthenticated');
  if (!admits(row.who, caller)) throw new HttpError('forbidden');
  if (row.duty !== undefined && row.duty !== 'any') checkDuty(row.duty, caller);
  checkScope(row.token, caller);
  if (caller.mustChangePassword && !row.beforePasswordChange) throw new HttpError('password_change_required');
  if (caller.mustAddFactor && !row.beforeFactor) throw new HttpError('factor_required');
  if (row.confirmation === 'always') checkConfirmed(caller, now);
}
