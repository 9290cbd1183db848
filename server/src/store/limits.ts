import { createHash } from 'node:crypto';
import { networkOf } from '../network.ts';
import { newId } from './ids.ts';
import type { Db } from './schema.ts';
import { statement, type Value } from './statement.ts';

export const LOGIN_WINDOW_MS = 15 * 60_000;

/** Seconds until a login may be tried again; null where account and address are below their limits. */
export async function loginWait(
  db: Db,
  who: { account: string; address: string },
  limits: { account: number; address: number },
  now: number,
): Promise<number | null> {
  const since = new Date(now - LOGIN_WINDOW_MS).toISOString();
  const waits = await Promise.all([
    waitFor(db, 'account_key', keyOf(who.account), limits.account, since, now),
    waitFor(db, 'address', networkOf(who.address), limits.address, since, now),
  ]);
  const longest = Math.max(...waits);
  return longest > 0 ? longest : null;
}

const failuresOf = (column: 'account_key' | 'address') =>
  statement((db, value: Value<{ of: string; since: string; until: string; limit: number }>) =>
    db
      .selectFrom('login_failures')
      .select('at')
      .where(column, '=', value('of'))
      .where('at', '>', value('since'))
      .where('at', '<', value('until'))
      .orderBy('at', 'desc')
      .limit(value('limit')),
  );
const FAILURES = { account_key: failuresOf('account_key'), address: failuresOf('address') };

async function waitFor(
  db: Db,
  column: keyof typeof FAILURES,
  value: string,
  limit: number,
  since: string,
  now: number,
): Promise<number> {
  // A clock that was far ahead for a while locks nobody out.
  const until = new Date(now + LOGIN_WINDOW_MS).toISOString();
  const rows = await FAILURES[column](db, { of: value, since, until, limit });
  const oldest = rows[limit - 1];
  return oldest ? Math.ceil((Date.parse(oldest.at) + LOGIN_WINDOW_MS - now) / 1000) : 0;
}

/** An account whatever its case; not as it was typed, for what names none may be a password in the wrong box. */
function keyOf(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url');
}

export async function recordLoginFailure(db: Db, who: { account: string; address: string }, at: string): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({ id: newId(), account_key: keyOf(who.account), address: networkOf(who.address), at })
    .execute();
}

/** Counts one hit in a bucket's window; seconds to wait where it is one too many, else null. */
export async function hit(db: Db, name: string, limit: number, windowMs: number, now: number): Promise<number | null> {
  const start = Math.floor(now / windowMs) * windowMs;
  const expires = new Date(start + windowMs).toISOString();
  const { count } = await db
    .insertInto('hits')
    .values({ bucket: `${name}@${start}`, count: 1, expires_at: expires })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet((eb) => ({ count: eb('hits.count', '+', 1) })))
    .returning('count')
    .executeTakeFirstOrThrow();
  return count > limit ? Math.max(1, Math.ceil((start + windowMs - now) / 1000)) : null;
}
