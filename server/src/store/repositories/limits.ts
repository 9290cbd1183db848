import { createHash } from 'node:crypto';
import { DAY } from '@shp/shared/domain/lib/days';
import { networkOf, widerNetworksOf } from '../../os/ipKey.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../schema/schema.ts';

export const LOGIN_WINDOW_MS = 15 * 60_000;

/** After a login, an address has a count of its own against the account for this long. */
export const KNOWN_ADDRESS_MS = 30 * DAY;
/** Known addresses per account at most, the last used ones. */
export const MAX_KNOWN_ADDRESSES = 20;

/** A customer with an IPv6 /56 or /48 has many /64s: together they may fail this many times as often as one. */
const WIDER_LIMITS = { network56: 2, network48: 4 };

/** Matches no network. */
const NO_NETWORKS = { network56: '', network48: '' };

/**
 * Seconds until the next login attempt; null if account, address and its wider networks are below their limits. For an
 * address with a recent login of this account, only failures from there count against the account.
 */
export async function loginWait(
  db: Db,
  { account, address }: { account: string; address: string },
  limits: { account: number; address: number },
  now: number,
): Promise<number | null> {
  // An upper bound too: failures recorded while the clock was far ahead must not lock anyone out.
  const window = {
    since: new Date(now - LOGIN_WINDOW_MS).toISOString(),
    until: new Date(now + LOGIN_WINDOW_MS).toISOString(),
  };
  const networks = widerNetworksOf(address) ?? NO_NETWORKS;
  const here = networkOf(address);
  /** The failure that fills the limit: the next attempt waits until it leaves the window. */
  const lastAllowed = (column: 'account_key' | 'address' | 'network56' | 'network48', value: string, limit: number) =>
    db
      .selectFrom('login_failures')
      .select('at')
      .where(column, '=', value)
      .where('at', '>', window.since)
      .where('at', '<', window.until)
      .orderBy('at', 'desc')
      .limit(1)
      .offset(limit - 1);
  const known = db
    .selectFrom('login_addresses')
    .innerJoin('users', 'users.id', 'login_addresses.user_id')
    .select('users.id')
    .where('users.account_key', '=', account.toLowerCase())
    .where('login_addresses.network', '=', here)
    .where('login_addresses.last_login_at', '>', new Date(now - KNOWN_ADDRESS_MS).toISOString());
  const found = await db
    .selectNoFrom([
      lastAllowed('account_key', keyOf(account), limits.account)
        .where((eb) => eb.or([eb('login_failures.address', '=', here), eb.not(eb.exists(known))]))
        .as('account'),
      lastAllowed('address', here, limits.address).as('address'),
      lastAllowed('network56', networks.network56, limits.address * WIDER_LIMITS.network56).as('network56'),
      lastAllowed('network48', networks.network48, limits.address * WIDER_LIMITS.network48).as('network48'),
    ])
    .executeTakeFirstOrThrow();
  const ends = Object.values(found).map((at) => (at ? Date.parse(at) + LOGIN_WINDOW_MS : 0));
  const longest = Math.ceil((Math.max(0, ...ends) - now) / 1000);
  return longest > 0 ? longest : null;
}

/** Digest of an account name, ignoring case: an unknown name may be a password typed into the wrong field. */
function keyOf(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url');
}

/** Counts one wrong password or code against its account, its address and its wider networks. */
export async function recordLoginFailure(db: Db, who: { account: string; address: string }, at: string): Promise<void> {
  const { network56 = null, network48 = null } = widerNetworksOf(who.address) ?? {};
  await db
    .insertInto('login_failures')
    .values({
      id: newId(),
      account_key: keyOf(who.account),
      address: networkOf(who.address),
      network56,
      network48,
      at,
    })
    .execute();
}

/** Deletes an account's failed logins; returns how many there were. */
export async function removeLoginFailures(db: Db, account: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_failures')
    .where('account_key', '=', keyOf(account))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Records that an account logged in from an address. */
export async function recordLoginAddress(db: Db, user: string, address: string, at: string): Promise<void> {
  await db
    .insertInto('login_addresses')
    .values({ user_id: user, network: networkOf(address), last_login_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ last_login_at: at }))
    .execute();
  await db
    .deleteFrom('login_addresses')
    .where('user_id', '=', user)
    .where('network', 'in', (eb) =>
      eb
        .selectFrom('login_addresses as older')
        .select('older.network')
        .where('older.user_id', '=', user)
        .orderBy('older.last_login_at', 'desc')
        .orderBy('older.network')
        .limit(1000)
        .offset(MAX_KNOWN_ADDRESSES),
    )
    .execute();
}

/** Counts one hit in a bucket's window. Returns the seconds to wait if the limit is exceeded, else null. */
export async function countHit(
  db: Db,
  name: string,
  limit: number,
  windowMs: number,
  now: number,
): Promise<number | null> {
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
