import { FACTORS_MAX, WRONG_CODES_MAX } from '@shp/shared/domain/accounts/factors';
import type { Context } from '../../context.ts';
import { conflict, HttpError } from '../../httpError.ts';
import {
  type AttemptRow,
  countWrongCode,
  type FactorRow,
  factorOf,
  insertFactor,
  listFactors,
  removeAttempt,
  replaceRecoveryCodes,
} from '../../store/repositories/factors.ts';
import { recordLoginFailure } from '../../store/repositories/limits.ts';
import { endSessions } from '../../store/repositories/sessions.ts';
import type { Caller, Write } from '../../types.ts';
import { newRecoveryCodes, printedCode } from './recovery.ts';

/** Records a wrong code or passkey; the last permitted one ends the attempt. */
export async function recordWrongCode(
  context: Context<Caller | null>,
  write: Write,
  attempt: AttemptRow,
  account: string,
): Promise<'wrong' | 'ended'> {
  await recordLoginFailure(write.db, { account, address: context.address }, context.now);
  await write.audit({
    object: { kind: 'login', id: attempt.user_id, name: account },
    changes: { failed: [null, true] },
  });
  if (attempt.wrong + 1 >= WRONG_CODES_MAX) {
    await removeAttempt(write.db, attempt);
    return 'ended';
  }
  await countWrongCode(write.db, attempt);
  return 'wrong';
}

/** @throws HttpError */
export function refuse(why: 'wrong' | 'ended'): never {
  if (why === 'wrong') throw new HttpError('factor_wrong');
  throw new HttpError('gone', { message: (text) => text.factors.ended });
}

/** Codes are shown once: with the first factor, or when new ones are made. */
export async function renewCodes({ db }: Write, user: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(db, user, codes);
  return codes.map(printedCode);
}

/** The caller, as the audit names it. */
export const nameOf = ({ caller }: Context<Caller>) => ({ kind: caller.role, id: caller.id, name: caller.name });

/** @throws HttpError if the account has as many factors as it may have. */
export async function checkFactorLimit(db: Write['db'], user: string): Promise<void> {
  if ((await listFactors(db, user)).length >= FACTORS_MAX) throw conflict((text) => text.factors.tooMany(FACTORS_MAX));
}

type Proven = Pick<FactorRow, 'kind' | 'name' | 'secret' | 'credential' | 'counter'>;

/** Adds the factor that an attempt has proven; the first one also creates the recovery codes. Leaves the audit row. */
export async function addProven(context: Context<Caller>, write: Write, attempt: AttemptRow, proven: Proven) {
  const { caller } = context;
  const { db, now } = write;
  await removeAttempt(db, attempt);
  const isFirst = (await listFactors(db, caller.id)).length === 0;
  const row = await insertFactor(db, { ...proven, user_id: caller.id, created_at: now });
  const codes = isFirst ? await renewCodes(write, caller.id) : null;
  // Sessions that began without the factor could belong to an intruder.
  await endSessions(db, caller.id, caller.by.id);
  await write.audit({ object: nameOf(context), changes: { factor: [null, proven.kind] } });
  return { factor: factorOf(row), codes };
}
