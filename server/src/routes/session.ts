import type { session } from '@shp/shared/api/session';
import { CONFIRMATION_MINUTES } from '@shp/shared/domain/accounts/confirmation';
import { divisionTree } from '@shp/shared/domain/accounts/divisions';
import { hasInitialPasswordEnded } from '@shp/shared/domain/accounts/passwords';
import { TOKEN_SCOPES } from '@shp/shared/domain/accounts/tokens';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { CAPTCHA_SECONDS, drawCaptcha } from '../auth/captcha.ts';
import { throttleLogins } from '../auth/loginThrottle.ts';
import { checkOwnPassword } from '../auth/ownPassword.ts';
import { compareWithDecoy, matches } from '../auth/passwords.ts';
import { isSolution, newWork } from '../auth/proofOfWork.ts';
import { passFirstStep } from '../auth/signIn.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError, type LocalizedText, notFound } from '../httpError.ts';
import { createOnce } from '../idempotency.ts';
import { networkOf } from '../os/ipKey.ts';
import { homeStatus } from '../store/lists/home.ts';
import { insertCaptcha, takeCaptcha } from '../store/repositories/captchas.ts';
import { countHit, recordLoginFailure } from '../store/repositories/limits.ts';
import {
  accessTokenOf,
  accountsMadeByToken,
  confirmSession,
  endSession,
  findOwnToken,
  idleSince,
  insertAccessToken,
  listAccessTokens,
  listSessions,
  removeAccessToken,
} from '../store/repositories/sessions.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { findForLogin, findUser } from '../store/repositories/users.ts';
import type { Caller } from '../types.ts';

const CAPTCHAS_PER_MINUTE = 120;
const MINUTE = 60_000;
/** An audit row names at most this many of the accounts that a token created, which may be thousands. */
const NAMED_IN_ROW = 200;

export const sessionRoutes: Handlers<keyof typeof session> = {
  async 'GET basic/validate_code'({ kind }, context) {
    if (!context.services.captcha)
      return kind === 'work' ? { key: '', challenge: null } : { key: '', image: null, expiresIn: 0 };
    const now = Date.parse(context.now);
    const wait = await countHit(
      context.services.db.write,
      `captcha ${networkOf(context.address)}`,
      CAPTCHAS_PER_MINUTE,
      60_000,
      now,
    );
    if (wait !== null) throw new HttpError('too_many_requests', { retryAfter: wait });
    const expires_at = new Date(now + CAPTCHA_SECONDS * 1000).toISOString();
    if (kind === 'work') {
      const { key, secret, challenge } = await newWork(now);
      await insertCaptcha(context.services.db.write, { key, kind, code: secret, expires_at });
      return { key, challenge };
    }
    const { key, code, image } = await drawCaptcha();
    await insertCaptcha(context.services.db.write, { key, kind: 'picture', code, expires_at });
    return { key, image, expiresIn: CAPTCHA_SECONDS };
  },

  async 'POST session/login'(input, context) {
    await checkCaptcha(context, input);
    const who = { account: input.account, address: context.address };
    const settings = await readSettings(context.read);
    await throttleLogins(context.read, settings, who, context.now);
    const row = await findForLogin(context.read, input.account);
    const good = row ? await matches(row.password_hash, input.password) : await compareWithDecoy(input.password);
    const answer = await context.write(async (write) => {
      const { db, audit } = write;
      // Comparing passwords takes a while: parallel logins count first, and the account may have changed.
      await throttleLogins(db, settings, who, context.now);
      const present = await findForLogin(db, input.account);
      const same = present?.id === row?.id && present?.password_hash === row?.password_hash;
      if (!present || !good || !same || present.is_deleted === 1) {
        await recordLoginFailure(db, who, context.now);
        await audit({
          // A text that is not an account may be a password typed into the wrong field, so leave it out.
          object: { kind: 'login', id: present?.id ?? '', name: present?.account ?? '' },
          changes: { failed: [null, true] },
        });
        return 'wrong';
      }
      if (hasInitialPasswordEnded(present.must_change_since, settings, Date.parse(context.now))) {
        await audit({
          object: { kind: 'login', id: present.id, name: present.account },
          changes: { failed: [null, true] },
        });
        return 'ended';
      }
      return passFirstStep(context, write, present, settings, 'password');
    });
    if (answer === 'wrong') throw new HttpError('bad_credentials');
    if (answer === 'ended') {
      const message: LocalizedText = ({ password }) => password.ended;
      throw new HttpError('bad_credentials', { message, fields: { password: message } });
    }
    if ('token' in answer) context.services.knownTokens.add(answer.token, answer.user.id);
    return answer;
  },

  async 'POST session/logout'(_input, context) {
    const { caller } = context;
    return context.write(async ({ db, audit }) => {
      if (caller.by.kind === 'session') await endSession(db, caller.id, caller.by.id);
      else await removeAccessToken(db, caller.by.id);
      await audit({ object: { kind: 'login', id: caller.id, name: caller.account } });
      return {};
    });
  },

  async 'GET basic/division_tree'({ parent, deep }) {
    return divisionTree(parent, deep);
  },

  async 'GET basic/status'({ scoped }, context) {
    const today = dayOf(context.now);
    return homeStatus(context.read, scoped ? context.caller.scope : { kind: 'all' }, today);
  },

  async 'GET session/self'(_input, { caller: { by }, now }) {
    if (by.kind === 'token')
      return { kind: 'token', name: by.name, scopes: [...by.scopes], expiresAt: by.expiresAt, confirmedUntil: null };
    const { confirmedUntil, expiresAt } = by;
    const confirmed = confirmedUntil !== null && confirmedUntil > now;
    return {
      kind: 'session',
      name: null,
      scopes: [...TOKEN_SCOPES],
      expiresAt,
      confirmedUntil: confirmed ? confirmedUntil : null,
    };
  },

  async 'POST session/confirm'({ password }, context) {
    const { caller } = context;
    const self = await checkOwnPassword(context, password, 'bad_credentials');
    return context.write(async ({ db, now, audit }) => {
      const present = await findUser(db, { kind: 'self', user: caller.id }, caller.id);
      if (present?.password_hash !== self.password_hash) throw new HttpError('bad_credentials');
      const until = new Date(Date.parse(now) + CONFIRMATION_MINUTES * MINUTE).toISOString();
      await confirmSession(db, caller.by.id, until);
      await audit({ object: { kind: 'session', id: caller.by.id, name: caller.account } });
      return { until };
    });
  },

  async 'GET session/tokens'(_input, context) {
    return listAccessTokens(context.read, context.caller.id);
  },

  async 'POST session/create_token'(input, context) {
    const make = async ({ db, audit }: Parameters<Parameters<typeof context.write>[0]>[0]) => {
      const { row, token } = await insertAccessToken(db, {
        user_id: context.caller.id,
        name: input.name,
        scopes: [...new Set(input.scopes)].join(','),
        created_at: context.now,
        expires_at: new Date(Date.parse(context.now) + input.expiresInDays * DAY).toISOString(),
      });
      await audit({
        object: { kind: 'token', id: row.id, name: row.name },
        changes: { scopes: [null, row.scopes], expiresAt: [null, row.expires_at] },
      });
      return { id: row.id, answer: { ...accessTokenOf(row), token } };
    };
    return createOnce(context, input, make, async (write, id) => {
      // The first response, and the token in it, was lost. Replace that token by a new one.
      await removeAccessToken(write.db, id);
      return make(write);
    });
  },

  async 'POST session/revoke_token'({ id }, context) {
    return context.write(async ({ db, audit }) => {
      const row = await findOwnToken(db, context.caller.id, id);
      if (!row) throw notFound();
      const made = await accountsMadeByToken(db, id);
      await removeAccessToken(db, id);
      const object = { kind: 'token', id, name: row.name };
      if (made.length === 0) await audit({ object });
      for (let at = 0; at < made.length; at += NAMED_IN_ROW) {
        const accounts = made.slice(at, at + NAMED_IN_ROW);
        await audit({ object, changes: { made: [null, made.length], accounts: [null, accounts] } });
      }
      return { made: made.length };
    });
  },

  async 'GET session/sessions'(_input, context) {
    const usedSince = idleSince(await readSettings(context.read), Date.parse(context.now));
    return listSessions(context.read, context.caller.id, context.now, usedSince, context.caller.by.id);
  },

  async 'POST session/revoke_session'({ id }, context) {
    return context.write(async ({ db, audit }) => {
      if (!(await endSession(db, context.caller.id, id))) throw notFound();
      await audit({ object: { kind: 'session', id, name: context.caller.account } });
      return {};
    });
  },
};

async function checkCaptcha(
  context: Context<Caller | null>,
  { key, code }: { key: string; code: string },
): Promise<void> {
  if (!context.services.captcha) return;
  const asked = await takeCaptcha(context.services.db.write, key, context.now);
  const answer = code.trim();
  const right =
    asked?.kind === 'work' ? await isSolution(asked.code, answer) : asked !== undefined && asked.code === answer;
  if (!right) throw new HttpError('captcha_wrong');
}
