import { isManaging } from './roles.ts';
import type { AccountChange } from './tokens.ts';

/** After its user has typed the password, a session counts as confirmed for this many minutes. */
export const CONFIRMATION_MINUTES = 10;

/** Whether a call needs a session whose user has typed the password lately; a function where it depends on the account. */
export type Confirmation = 'never' | 'always' | ((change: AccountChange) => boolean);

/** Deleting, recovering and resetting an account of a managing role needs a confirmation. */
export function confirmedForAccount({ role }: AccountChange): boolean {
  return isManaging(role);
}

/** Of a managing role's account the name and the division need a confirmation, the profile does not. */
export function confirmedForChange({ role, moves }: AccountChange): boolean {
  return isManaging(role) && moves;
}
