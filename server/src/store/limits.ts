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
  // A clock that was far ahead for a while locks nobody out.
  const window = {
    since: new Date(now - LOGIN_WINDOW_MS).toISOString(),
    until: new Date(now + LOGIN_WINDOW_MS).toISOString(),
  };
  const [oldest] = await oldestCounted(db, {
    ...window,
    account: keyOf(who.account),
    address: networkOf(who.address),
    beforeAccount: limits.account - 1,
    beforeAddress: limits.address - 1,
  });
  const ends = [oldest?.account, oldest?.address].map((at) => (at ? Date.parse(at) + LOGIN_WINDOW_MS : 0));
  const longest = Math.ceil((Math.max(...ends) - now) / 1000);
  return longest > 0 ? longest : null;
}

type Guesses = {
  account: string;
  address: string;
  since: string;
  until: string;
  /** How many failures later than it are allowed too. */
  beforeAccount: number;
  beforeAddress: number;
};

/** The failure that must be over before another may be counted: the last allowed one of the account, of the address. */
const oldestCounted = statement((db, value: Value<Guesses>) => {
  const failures = (column: 'account_key' | 'address', of: 'account' | 'address', before: keyof Guesses) =>
    db
      .selectFrom('login_failures')
      .select('at')
      .where(column, '=', value(of))
      .where('at', '>', value('since'))
      .where('at', '<', value('until'))
      .orderBy('at', 'desc')
      .limit(1)
      .offset(value(before) as number);
  return db.selectNoFrom([
    failures('account_key', 'account', 'beforeAccount').as('account'),
    failures('address', 'address', 'beforeAddress').as('address'),
  ]);
});

/** An account whatever its case; not as it was typed, for what names none may be a password in the wrong box. */
function keyOf(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url');
}

/** Counts one wrong password against its account and its address. */
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
