import { isManaging } from './roles.ts';
import type { AccountChange } from './tokens.ts';

/** A session stays confirmed for this many minutes after the user has typed the password. */
export const CONFIRMATION_MINUTES = 10;

/** Whether a call needs a session confirmed by the password; a function if that depends on the account. */
export type Confirmation = 'never' | 'always' | ((change: AccountChange) => boolean);

/** Deleting, recovering or resetting an account of a managing role needs a confirmation. */
export function confirmedForAccount({ role }: AccountChange): boolean {
  return isManaging(role);
}

/** Removing any account's second factors needs a confirmation. */
export function confirmedForFactor(): boolean {
  return true;
}

/** For a managing role, changing account name or division needs a confirmation; changing the profile does not. */
export function confirmedForChange({ role, moves }: AccountChange): boolean {
  return isManaging(role) && moves;
}
