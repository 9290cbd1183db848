import { createHash } from 'node:crypto';
import type { Factor } from '@shp/shared/api/factors/factorObjects';
import { ATTEMPT_MINUTES } from '@shp/shared/domain/accounts/factors';
import { newId } from '../db/ids.ts';
import type { Db } from '../schema/schema.ts';
import type { FactorAttemptsTable, FactorsTable } from '../schema/signIn.ts';
import { digestOfToken, newToken } from './sessions.ts';

export type FactorRow = FactorsTable;
export type AttemptRow = FactorAttemptsTable;

/** Whether an account has a second factor. */
export async function hasFactor(db: Db, user: string): Promise<boolean> {
  const row = await db.selectFrom('factors').select('id').where('user_id', '=', user).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** An account's second factors, oldest first. */
export async function listFactors(db: Db, user: string): Promise<FactorRow[]> {
  const rows = await db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }));
}

/** The wire form of a factor, without its secret. */
export function factorOf({ id, kind, name, created_at, last_used_at }: FactorRow): Factor {
  return { id, kind, name, createdAt: created_at, lastUsedAt: last_used_at };
}

/** Adds a second factor. */
export async function insertFactor(db: Db, factor: Omit<FactorRow, 'id' | 'last_used_at'>): Promise<FactorRow> {
  const row = { ...factor, id: newId(), last_used_at: null };
  await db.insertInto('factors').values(row).execute();
  return row;
}

/** Whether any account has the passkey with this id. */
export async function isKnownCredential(db: Db, credential: string): Promise<boolean> {
  const found = await db.selectFrom('factors').select('id').where('credential', '=', credential).executeTakeFirst();
  return found !== undefined;
}

/**
 * Records the use of a factor, if its counter is still below the new one: two logins with the same code at the same
 * time must not both pass. Returns whether it was.
 */
export async function useFactor(db: Db, row: FactorRow, counter: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ counter, last_used_at: at })
    .where('id', '=', row.id)
    .where('counter', '=', row.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes one factor. */
export async function removeFactor(db: Db, id: string): Promise<void> {
  await db.deleteFrom('factors').where('id', '=', id).execute();
}

/** Removes every factor of an account with its recovery codes and unfinished logins. */
export async function removeFactors(db: Db, user: string): Promise<void> {
  await db.deleteFrom('factors').where('user_id', '=', user).execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', user).execute();
  await endAttempts(db, user);
}

/** The digest of a recovery code: 120 random bits (80 in those of earlier versions) need no slow function. */
function digestOfCode(user: string, code: string): string {
  return createHash('sha256').update(`${user} ${code}`).digest('hex');
}

/** Replaces an account's recovery codes. */
export async function replaceRecoveryCodes(db: Db, user: string, codes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', user).execute();
  if (codes.length === 0) return;
  const rows = codes.map((code) => ({ user_id: user, digest: digestOfCode(user, code), used_at: null }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

/** Uses up a recovery code; returns whether it was an unused one. */
export async function takeRecoveryCode(db: Db, user: string, code: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('user_id', '=', user)
    .where('digest', '=', digestOfCode(user, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The number of unused recovery codes. */
export async function countRecoveryCodes(db: Db, user: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Begins an attempt; returns its secret id. Only its digest is stored. */
export async function insertAttempt(
  db: Db,
  attempt: Omit<AttemptRow, 'id_hash' | 'wrong' | 'expires_at'>,
  at: string,
): Promise<string> {
  const id = newToken();
  const expires_at = new Date(Date.parse(at) + ATTEMPT_MINUTES * 60_000).toISOString();
  await db
    .insertInto('factor_attempts')
    .values({ ...attempt, id_hash: digestOfToken(id), wrong: 0, expires_at })
    .execute();
  return id;
}

/** An attempt that has not ended. */
export async function findAttempt(
  db: Db,
  id: string,
  purpose: AttemptRow['purpose'],
  at: string,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('factor_attempts')
    .selectAll()
    .where('id_hash', '=', digestOfToken(id))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** Counts a wrong code of an attempt. */
export async function countWrongCode(db: Db, { id_hash, wrong }: AttemptRow): Promise<void> {
  await db
    .updateTable('factor_attempts')
    .set({ wrong: wrong + 1 })
    .where('id_hash', '=', id_hash)
    .execute();
}

export async function removeAttempt(db: Db, { id_hash }: AttemptRow): Promise<void> {
  await db.deleteFrom('factor_attempts').where('id_hash', '=', id_hash).execute();
}

/** Ends every unfinished attempt of an account. */
export async function endAttempts(db: Db, user: string): Promise<void> {
  await db.deleteFrom('factor_attempts').where('user_id', '=', user).execute();
}

/** Ends the adding of authenticator apps, of all accounts: their secrets are sealed with a key that is exchanged. */
export async function endAddingApps(db: Db): Promise<void> {
  await db.deleteFrom('factor_attempts').where('purpose', '=', 'add').where('kind', '=', 'totp').execute();
}
