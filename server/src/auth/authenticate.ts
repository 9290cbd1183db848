import { ELSEWHERE } from '@shp/shared/api/errors';
import { mustHaveFactor } from '@shp/shared/domain/accounts/factors';
import { scopeOf } from '@shp/shared/domain/accounts/scope';
import type { TokenScope } from '@shp/shared/domain/accounts/tokens';
import { HttpError } from '../httpError.ts';
import { isUnwritable } from '../store/db/faults.ts';
import type { Database } from '../store/db/types.ts';
import { hasFactor } from '../store/repositories/factors.ts';
import {
  credentialExists,
  findAccessToken,
  findSession,
  idleSince,
  isReplaced,
  isToken,
  touchAccessToken,
  touchSession,
} from '../store/repositories/sessions.ts';
import { storedDuties } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';

/** Maximum age of `lastUsedAt`, so that a read does not cost a write each time. */
const TOUCH_MS = 60_000;

/** The caller of a token; null if it is unknown, expired, revoked, idle too long, or its user is deleted. */
export async function callerOf(db: Database, token: string, now: number): Promise<Caller | null> {
  const found = await findSession(db.read, token);
  if (!found) return tokenCaller(db, token, now);
  const { session, user, settings } = found;
  if (user.is_deleted === 1 || Date.parse(session.expires_at) <= now) return null;
  if (session.last_used_at <= idleSince(settings, now)) return null;
  if (now - Date.parse(session.last_used_at) > TOUCH_MS)
    await ignoreUnwritable(touchSession(db.write, session.id, new Date(now).toISOString()));
  // Read only where the setting asks for it: by default no request pays for it.
  const mustAddFactor = mustHaveFactor(settings.secondFactor, user.role) && !(await hasFactor(db.read, user.id));
  const by = { kind: 'session', id: session.id, expiresAt: session.expires_at } as const;
  return { ...caller(user, { ...by, confirmedUntil: session.confirmed_until }), mustAddFactor };
}

/**
 * The refusal of a request without a caller. If a newer login ended this session, the 401 says so; only the holder of
 * that session's token sees it.
 */
export async function notLoggedIn(db: Database, token: unknown): Promise<HttpError> {
  const isElsewhere = typeof token === 'string' && isToken(token) && (await isReplaced(db.read, token));
  if (!isElsewhere) return new HttpError('unauthenticated');
  return new HttpError('unauthenticated', {
    message: ({ session }) => session.elsewhere,
    fields: { session: () => ELSEWHERE },
  });
}

/**
 * Checks again, inside the transaction, that the session or token still exists: it may have ended while the call
 * waited. Every loss of rights ends sessions and tokens, so existence is enough.
 * @throws HttpError `unauthenticated`
 */
export async function checkStillSignedIn(db: Db, { by }: Pick<Caller, 'by'>): Promise<void> {
  if (!(await credentialExists(db, by))) throw new HttpError('unauthenticated');
}

/** Ignores a failed write of `lastUsedAt`, so that reads work on a full or read-only disk. */
async function ignoreUnwritable(touch: Promise<void>): Promise<void> {
  await touch.catch((error: unknown) => {
    if (!isUnwritable(error)) throw error;
  });
}

async function tokenCaller(db: Database, text: string, now: number): Promise<Caller | null> {
  const found = await findAccessToken(db.read, text);
  if (!found) return null;
  const { token, user } = found;
  if (user.is_deleted === 1 || Date.parse(token.expires_at) <= now) return null;
  if (token.last_used_at === null || now - Date.parse(token.last_used_at) > TOUCH_MS) {
    await ignoreUnwritable(touchAccessToken(db.write, token.id, new Date(now).toISOString()));
  }
  const scopes = token.scopes.split(',') as TokenScope[];
  return caller(user, { kind: 'token', id: token.id, name: token.name, scopes, expiresAt: token.expires_at });
}

type Holder = NonNullable<Awaited<ReturnType<typeof findSession>>>['user'];

function caller(user: Holder, by: Caller['by']): Caller {
  return {
    id: user.id,
    role: user.role,
    account: user.account,
    name: user.name,
    division: user.division,
    duties: storedDuties(user),
    mustChangePassword: user.must_change_password === 1,
    mustAddFactor: false,
    scope: scopeOf(user),
    by,
  };
}
