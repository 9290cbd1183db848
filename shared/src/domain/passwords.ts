import type { Common } from '../text/en/common.ts';
import { sm3 } from './sm3.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;

type PasswordText = Common['password'];

/** SPEC.md section 5's shared rules, in their order; the first that fails is the one told. */
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
  const length = [...password].length;
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) return text.length;
  if (/\s/.test(password)) return text.spaces;
  return null;
}

/** What is sent in a password's place: SM3 of its UTF-8 bytes, 64 upper-case hex digits (SPEC.md section 5). */
export function hashPassword(password: string): string {
  return sm3(password).toUpperCase();
}
