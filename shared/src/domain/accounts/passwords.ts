import { DAY } from '../lib/days.ts';
import { sm3 } from '../lib/sm3.ts';
import type { Settings } from '../settings.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;

type PasswordText = Readonly<
  Record<'required' | 'oldRequired' | 'newRequired' | 'sameAsOld' | 'mismatch' | 'length' | 'spaces', string>
>;

/** docs/spec/screens.md#password-fields's shared rules, in their order; the first that fails is the one told. */
export function passwordProblem(password: string, text: PasswordText): string | null {
  if (password === '') return text.required;
  return lengthOrSpaceProblem(password, text);
}

/** The rules of the change-password form, a message by field; no key where a field is right. */
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

/** Whether a password has 6 to 20 characters and no spaces. */
export function hasPasswordForm(password: string): boolean {
  return hasPasswordLength(password) && !/\s/.test(password);
}

/** The account's name is no password, as it is, in small letters or in capitals. */
export function accountSpellings(account: string): readonly string[] {
  return [...new Set([account, account.toLowerCase(), account.toUpperCase()])];
}

/** What is sent in a password's place: SM3 of its UTF-8 bytes, 64 upper-case hex digits (docs/spec/screens.md#password-fields). */
export function hashPassword(password: string): string {
  return sm3(password).toUpperCase();
}

type Ages = Pick<Settings, 'passwordDays' | 'initialPasswordDays'>;

/** Whether a password is so old that it must be changed. */
export function isPasswordOld(setAt: string | null, { passwordDays }: Ages, now: number): boolean {
  return passwordDays > 0 && setAt !== null && Date.parse(setAt) + passwordDays * DAY <= now;
}

/** Whether a password that must be changed can no longer be used to log in. */
export function hasInitialPasswordEnded(since: string | null, { initialPasswordDays }: Ages, now: number): boolean {
  return since !== null && Date.parse(since) + initialPasswordDays * DAY <= now;
}
