import type { Begun, FactorAsked } from '@shp/shared/api/factors/factorObjects';
import { mustHaveFactor, type ProofKind } from '@shp/shared/domain/accounts/factors';
import { isPasswordOld } from '@shp/shared/domain/accounts/passwords';
import { HOUR } from '@shp/shared/domain/lib/days';
import type { Settings } from '@shp/shared/domain/settings';
import type { Changes } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { hasFactor, insertAttempt, listFactors } from '../store/repositories/factors.ts';
import { recordLoginAddress } from '../store/repositories/limits.ts';
import { insertSession, replaceSessions } from '../store/repositories/sessions.ts';
import { requireNewPassword, setLastLogin, type UserRow } from '../store/repositories/users.ts';
import type { SignIn } from '../store/schema/signIn.ts';
import type { Caller, Write } from '../types.ts';
import { userFor } from '../users/view.ts';
import { newChallenge, requestOf } from './factors/passkeys.ts';

type Anyone = Context<Caller | null>;

/**
 * After the first step of a login, by password or single sign-on: the session, or the request for the second factor of
 * an account that has one. Leaves the audit row.
 */
export async function passFirstStep(
  context: Anyone,
  write: Write,
  row: UserRow,
  settings: Settings,
  signIn: SignIn,
): Promise<Begun | { factor: FactorAsked }> {
  const { db, audit } = write;
  const factors = await listFactors(db, row.id);
  if (factors.length === 0) return beginSession(context, write, row, settings, signIn);
  const site = context.services.site();
  const passkeys = site === null ? [] : factors.filter(({ kind }) => kind === 'passkey');
  const challenge = passkeys.length === 0 ? null : newChallenge();
  const attempt = { user_id: row.id, purpose: 'login', kind: null, secret: challenge, sign_in: signIn } as const;
  const id = await insertAttempt(db, attempt, context.now);
  await audit({ object: { kind: 'login', id: row.id, name: row.account }, changes: { factor: [null, 'asked'] } });
  const usable = factors.filter(({ kind }) => kind !== 'passkey' || site !== null);
  const kinds = [...new Set<ProofKind>([...usable.map(({ kind }) => kind), 'recovery'])];
  if (site === null || challenge === null) return { factor: { id, kinds } };
  return { factor: { id, kinds, passkey: requestOf(site, challenge, passkeys) } };
}

/** Opens the session of an account that has passed every step. Leaves the audit row. */
export async function beginSession(
  { now, address, agent }: Anyone,
  { db, audit }: Write,
  row: UserRow,
  settings: Settings,
  signIn: SignIn,
  proof?: ProofKind,
): Promise<Begun> {
  const expiresAt = new Date(Date.parse(now) + settings.sessionHours.max * HOUR).toISOString();
  const ended = settings.oneSession ? await replaceSessions(db, row.id) : 0;
  const { token } = await insertSession(db, {
    user_id: row.id,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
    address,
    agent,
    sign_in: signIn,
  });
  await setLastLogin(db, row.id, now);
  await recordLoginAddress(db, row.id, address, now);
  const isOld = isPasswordOld(row.password_set_at, settings, Date.parse(now));
  if (isOld && row.must_change_password === 0) await requireNewPassword(db, row.id, now);
  const changes: Changes = {
    ...(proof ? { factor: [null, proof] } : {}),
    ...(ended > 0 ? { sessions: [ended, 0] } : {}),
  };
  await audit({
    object: { kind: 'login', id: row.id, name: row.account },
    by: { id: row.id, name: row.name, role: row.role },
    ...(Object.keys(changes).length > 0 ? { changes } : {}),
  });
  const user = await userFor(db, { ...row, last_login_at: now }, now);
  const mustAddFactor = mustHaveFactor(settings.secondFactor, row.role) && !(await hasFactor(db, row.id));
  return {
    token,
    expiresAt,
    user: { ...user, mustChangePassword: user.mustChangePassword || isOld },
    ...(mustAddFactor ? { mustAddFactor } : {}),
  };
}
