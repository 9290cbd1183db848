import {
  accountSpellings,
  hashPassword,
  hasPasswordForm,
  passwordProblem,
} from '@shp/shared/domain/accounts/passwords';
import type { Common } from '@shp/shared/text/en/common';
import { Refusal, type Said } from '../httpError.ts';
import { oldPasswords } from '../store/repositories/passwordHistory.ts';
import type { Db } from '../store/schema/schema.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { matches } from './passwords.ts';

type Field = 'password' | 'newPassword';
/** What is wrong with a password, in the reader's language. */
export type PasswordProblem = (text: Common['password']) => string;

/** 400: a password that cannot be chosen, with the reason at its field. */
export function unfitPassword(field: Field, problem: PasswordProblem): Refusal {
  const message: Said = ({ password }) => problem(password);
  return new Refusal('invalid', { message, fields: { [field]: message } });
}

/** Judges a new password by its digest, which is all that clients send. @throws Refusal */
export async function checkNewPassword(sm3: string, account: string, field: Field): Promise<void> {
  const problem = await digestProblem(sm3, account);
  if (problem !== null) throw unfitPassword(field, problem);
}

/** Refuses the passwords that an account had before its present one. @throws Refusal */
export async function checkOldPasswords(db: Db, user: string, sm3: string): Promise<void> {
  for (const old of await oldPasswords(db, user))
    if (await matches(old, sm3)) throw unfitPassword('newPassword', ({ usedBefore }) => usedBefore);
}

/** What is wrong with a password of which the text is known; null if it can be used. */
export async function plainPasswordProblem(password: string, account: string): Promise<PasswordProblem | null> {
  const form: PasswordProblem = (text) => passwordProblem(password, text) ?? '';
  return hasPasswordForm(password) ? digestProblem(hashPassword(password), account) : form;
}

const EMPTY = hashPassword('');

async function digestProblem(sm3: string, account: string): Promise<PasswordProblem | null> {
  if (sm3 === EMPTY) return ({ required }) => required;
  if (accountSpellings(account).some((name) => hashPassword(name) === sm3)) return ({ sameAsAccount }) => sameAsAccount;
  return (await isCommonPassword(sm3)) ? ({ tooCommon }) => tooCommon : null;
}
