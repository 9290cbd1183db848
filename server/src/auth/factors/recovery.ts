import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@shp/shared/domain/accounts/factors';

/** Without I, L, O and U, which are read as others. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 24;

/** New recovery codes of 120 random bits each, without the hyphens of their printed form. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join(''),
  );
}

/** The printed form, in groups of four. */
export function printedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
