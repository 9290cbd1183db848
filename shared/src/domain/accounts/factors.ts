import { isManaging, type Role } from './roles.ts';

/** Second factors that an account can add: codes of an authenticator app, and passkeys. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** What completes a login: a factor, or one of the recovery codes. */
export const PROOF_KINDS = [...FACTOR_KINDS, 'recovery'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** Who must have a second factor (setting `secondFactor`). */
export const SECOND_FACTOR = ['off', 'managing', 'all'] as const;
export type SecondFactor = (typeof SECOND_FACTOR)[number];

/** Recovery codes made at once; each works once. */
export const RECOVERY_CODES = 10;
/** Wrong codes that end a login. */
export const WRONG_CODES_MAX = 3;
/** A login must be completed, and a new factor proven, within this time. */
export const ATTEMPT_MINUTES = 5;
export const FACTORS_MAX = 10;

/** Whether accounts of a role must have a second factor. */
export function mustHaveFactor(setting: SecondFactor, role: Role): boolean {
  return setting === 'all' || (setting === 'managing' && isManaging(role));
}

/**
 * A typed code without the spaces and hyphens of its printed form, in capitals. No code has the letters I, L and O: whoever
 * types one has read a digit.
 */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
}

/** The kind of proof that a typed text is: an app's code has six digits. */
export function proofKindOf(typed: string): 'totp' | 'recovery' {
  return isAppCode(typed) ? 'totp' : 'recovery';
}

/** Whether a typed code has the form of an app's code; otherwise it is taken as a recovery code. */
export function isAppCode(typed: string): boolean {
  return /^\d{6}$/.test(plainCode(typed));
}
