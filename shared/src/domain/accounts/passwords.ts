import { DAY } from '../lib/days.ts';
import { sm3 } from '../lib/sm3.ts';
import type { Settings } from '../settings.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;

type PasswordText = Readonly<
  Record<'required' | 'oldRequired' | 'newRequired' | 'sameAsOld' | 'mismatch' | 'length' | 'spaces', string>
>;

/** The first rule of docs/spec/screens.md#password-fields that a password breaks, as text; null if valid. */
export function passwordProblem(password: string, text: PasswordText): string | null {
  if (password === '') return text.required;
  return lengthOrSpaceProblem(password, text);
}

/** The messages of the change-password form by field; valid fields have no key. */
export function changePasswordProblems(
  values: { oldPassword: string; newPassword: string; confirmation: string },
  text: PasswordText,
): { oldPassword?: string; newPassword?: string; confirmation?: string } {
  const problems: { oldPassword?: string; newPassword?: string; confirmation?: string } = {};
  if (values.oldPassword === '') problems.oldPassword = text.oldRequired;
  const fresh = newPasswordProblem(values.oldPassword, values.newPassword, text);
  if (fresh !== null) problems.newPassword = fresh;
  if (values.confirmation !== values.newPassword) problems.confirmation = text.mismatch;
  return problems;
}

function newPasswordProblem(oldPassword: string, newPassword: string, text: PasswordText): string | null {
  if (newPassword === '') return text.newRequired;
  if (newPassword === oldPassword) return text.sameAsOld;
  return lengthOrSpaceProblem(newPassword, text);
}

function lengthOrSpaceProblem(password: string, text: PasswordText): string | null {
  if (!hasPasswordLength(password)) return text.length;
  if (/\s/.test(password)) return text.spaces;
  return null;
}

function hasPasswordLength(password: string): boolean {
  const length = [...password].length;
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX;
}

/** Whether a password has 6 to 20 characters and no white space. */
export function hasPasswordForm(password: string): boolean {
  return hasPasswordLength(password) && !/\s/.test(password);
}

/** Spellings of the account name that are not allowed as a password: as is, lower case, upper case. */
export function accountSpellings(account: string): readonly string[] {
  return [...new Set([account, account.toLowerCase(), account.toUpperCase()])];
}

/**
 * The digest that clients send instead of the password: SM3 of its UTF-8 bytes, 64 upper-case hex digits
 * (docs/spec/screens.md#password-fields).
 */
export function hashPassword(password: string): string {
  return sm3(password).toUpperCase();
}

type Ages = Pick<Settings, 'passwordDays' | 'initialPasswordDays'>;

/** Whether a password has expired and must be changed. */
export function isPasswordOld(setAt: string | null, { passwordDays }: Ages, now: number): boolean {
  return passwordDays > 0 && setAt !== null && Date.parse(setAt) + passwordDays * DAY <= now;
}

/** Whether an initial password has expired, so that it no longer logs in. */
export function hasInitialPasswordEnded(since: string | null, { initialPasswordDays }: Ages, now: number): boolean {
  return since !== null && Date.parse(since) + initialPasswordDays * DAY <= now;
}
