import {
  accountSpellings,
  hashPassword,
  hasPasswordForm,
  passwordProblem,
} from '@shp/shared/domain/accounts/passwords';
import type { ErrorTexts } from '../errorTexts.ts';
import { HttpError, type LocalizedText } from '../httpError.ts';
import { oldPasswords } from '../store/repositories/passwordHistory.ts';
import type { Db } from '../store/schema/schema.ts';
import { isCommonPassword } from './commonPasswords.ts';
import { matches } from './passwords.ts';

type Field = 'password' | 'newPassword';
/** Why a password cannot be used, in the reader's language. */
export type PasswordProblem = (text: ErrorTexts['text']['password']) => string;

/** 400: the password is not acceptable, with the reason at its field. */
export function unfitPassword(field: Field, problem: PasswordProblem): HttpError {
  const message: LocalizedText = ({ password }) => problem(password);
  return new HttpError('invalid', { message, fields: { [field]: message } });
}

/** Checks a new password by its digest: clients send nothing else. @throws HttpError */
export async function checkNewPassword(sm3: string, account: string, field: Field): Promise<void> {
  const problem = await digestProblem(sm3, account);
  if (problem !== null) throw unfitPassword(field, problem);
}

/** Refuses the account's earlier passwords. @throws HttpError */
export async function checkOldPasswords(db: Db, user: string, sm3: string): Promise<void> {
  for (const old of await oldPasswords(db, user))
    if (await matches(old, sm3)) throw unfitPassword('newPassword', ({ usedBefore }) => usedBefore);
}

/** Why a plain-text password cannot be used; null if it can. */
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
