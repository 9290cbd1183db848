import { createHash, randomBytes } from 'node:crypto';
import type { AccessToken, Session } from '@shp/shared/api/sessionObjects';
import type { TokenScope } from '@shp/shared/domain/accounts/tokens';
import { HOUR } from '@shp/shared/domain/lib/days';
import type { Settings } from '@shp/shared/domain/settings';
import { newId } from '../db/ids.ts';
import type { Db, UsersTable } from '../schema/schema.ts';
import type { AccessTokensTable, SessionsTable, SignIn } from '../schema/signIn.ts';
import { settingsOf, settingsRow } from './settings.ts';

/** A new secret token; the database stores only its digest. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of a token; if not, skip the query. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The stored form of a token. */
export function digestOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Sessions last used before this time have ended. */
export function idleSince({ sessionHours }: Settings, now: number): string {
  return new Date(now - sessionHours.idle * HOUR).toISOString();
}

type Holder = Pick<
  UsersTable,
  'id' | 'role' | 'account' | 'name' | 'division' | 'duties' | 'must_change_password' | 'is_deleted'
>;
const HOLDER = [
  'users.id',
  'users.role',
  'users.account',
  'users.name',
  'users.division',
  'users.duties',
  'users.must_change_password',
  'users.is_deleted',
] as const;

/** The session of a token with its user, in any state, and the settings, which every request needs. */
export async function findSession(db: Db, token: string) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'sessions.last_used_at', 'sessions.expires_at', 'sessions.confirmed_until'])
    .select([...HOLDER])
    .select(settingsRow(db).as('settings'))
    .where('sessions.token_hash', '=', digestOfToken(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const { session_id, last_used_at, expires_at, confirmed_until, settings, ...user } = row;
  return {
    session: { id: session_id, last_used_at, expires_at, confirmed_until },
    user,
    settings: settingsOf(settings),
  };
}

/** The access token with its owner. */
export async function findAccessToken(
  db: Db,
  token: string,
): Promise<{ token: AccessTokensTable; user: Holder } | undefined> {
  const row = await db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      'access_tokens.id as token_id',
      'token_hash',
      'user_id',
      'access_tokens.name as token_name',
      'scopes',
      'access_tokens.created_at',
      'expires_at',
      'last_used_at',
    ])
    .select([...HOLDER])
    .where('token_hash', '=', digestOfToken(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const { token_id, token_hash, user_id, token_name, scopes, created_at, expires_at, last_used_at, ...user } = row;
  return {
    token: { id: token_id, token_hash, user_id, name: token_name, scopes, created_at, expires_at, last_used_at },
    user,
  };
}

/** Opens a session and returns its token, which is shown only this once. */
export async function insertSession(
  db: Db,
  session: Omit<SessionsTable, 'id' | 'token_hash' | 'confirmed_until' | 'sign_in'> & { sign_in?: SignIn },
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const id = newId();
  await db
    .insertInto('sessions')
    .values({ sign_in: 'password', ...session, id, token_hash: digestOfToken(token), confirmed_until: null })
    .execute();
  return { id, token };
}

/** Records that a session is in use. */
export async function touchSession(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Records until when a session counts as confirmed. */
export async function confirmSession(db: Db, id: string, until: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_until: until }).where('id', '=', id).execute();
}

/** Records that an access token is in use. */
export async function touchAccessToken(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('access_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** Whether a session or access token still exists. */
export async function credentialExists(
  db: Db,
  { kind, id }: { kind: 'session' | 'token'; id: string },
): Promise<boolean> {
  const table = kind === 'session' ? 'sessions' : 'access_tokens';
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Ends one of a user's sessions; returns whether it existed. */
export async function endSession(db: Db, user: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends a user's sessions except one; returns how many there were. */
export async function endSessions(db: Db, user: string, except?: string): Promise<number> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', user);
  if (except !== undefined) sessions = sessions.where('id', '!=', except);
  const { numDeletedRows } = await sessions.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends a user's sessions because of a new login, and stores them, so that their devices can say why. */
export async function replaceSessions(db: Db, user: string): Promise<number> {
  await db
    .insertInto('ended_sessions')
    .columns(['token_hash', 'user_id', 'expires_at'])
    .expression((eb) =>
      eb.selectFrom('sessions').select(['token_hash', 'user_id', 'expires_at']).where('user_id', '=', user),
    )
    .execute();
  return endSessions(db, user);
}

/** Whether a token was that of a session which ended because its account logged in elsewhere. */
export async function isReplaced(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('ended_sessions')
    .select('token_hash')
    .where('token_hash', '=', digestOfToken(token))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends a user's sessions except one and its unfinished logins, and revokes all its access tokens (docs/spec/wire.md#calls
 * "Users").
 */
export async function endAccess(db: Db, user: string, exceptSession?: string): Promise<void> {
  await endSessions(db, user, exceptSession);
  await db.deleteFrom('factor_attempts').where('user_id', '=', user).execute();
  await db.deleteFrom('access_tokens').where('user_id', '=', user).execute();
}

/** The number of valid sessions. */
export async function countSessions(db: Db, settings: Settings, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', new Date(now).toISOString())
    .where('last_used_at', '>', idleSince(settings, now))
    .executeTakeFirstOrThrow();
  return count;
}

/** A user's valid sessions, last used first. */
export async function listSessions(
  db: Db,
  user: string,
  now: string,
  usedSince: string,
  current: string | null,
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', usedSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    address: row.address,
    agent: row.agent,
    current: row.id === current,
  }));
}

/** The wire form of an access token, without the secret. */
export function accessTokenOf(row: AccessTokensTable): AccessToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes.split(',') as TokenScope[],
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

/** A user's access tokens, newest first. */
export async function listAccessTokens(db: Db, user: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(accessTokenOf);
}

/** One of a user's access tokens. */
export async function findOwnToken(db: Db, user: string, id: string): Promise<AccessTokensTable | undefined> {
  return db.selectFrom('access_tokens').selectAll().where('id', '=', id).where('user_id', '=', user).executeTakeFirst();
}

/** Creates an access token and returns its secret, which is shown only this once. */
export async function insertAccessToken(
  db: Db,
  row: Omit<AccessTokensTable, 'id' | 'token_hash' | 'last_used_at'>,
): Promise<{ row: AccessTokensTable; token: string }> {
  const token = newToken();
  const inserted = { ...row, id: newId(), token_hash: digestOfToken(token), last_used_at: null };
  await db.insertInto('access_tokens').values(inserted).execute();
  return { row: inserted, token };
}

/** Revokes an access token of any user. */
export async function removeAccessToken(db: Db, id: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('id', '=', id).execute();
}

/** Records which access token created an account. */
export async function recordMadeByToken(db: Db, user: string, token: string): Promise<void> {
  await db.insertInto('token_accounts').values({ user_id: user, token_id: token }).execute();
}

/** The existing accounts that an access token created, including deleted ones, by name. */
export async function accountsMadeByToken(db: Db, token: string): Promise<string[]> {
  const rows = await db
    .selectFrom('token_accounts')
    .innerJoin('users', 'users.id', 'token_accounts.user_id')
    .select('users.account')
    .where('token_id', '=', token)
    .orderBy('users.account_key')
    .execute();
  return rows.map(({ account }) => account);
}
