import type { factors } from '@shp/shared/api/factors/factors';
import { mustHaveFactor } from '@shp/shared/domain/accounts/factors';
import { texts } from '@shp/shared/text/common';
import { addProven, checkFactorLimit, nameOf, recordWrongCode, refuse, renewCodes } from '../auth/factors/attempts.ts';
import { loadPasskeys } from '../auth/factors/passkeys.ts';
import { isProven } from '../auth/factors/prove.ts';
import { openOrNull } from '../auth/factors/sealedSecrets.ts';
import { newSecret, stepOfCode, uriOf } from '../auth/factors/totp.ts';
import { throttleLogins } from '../auth/loginThrottle.ts';
import { beginSession } from '../auth/signIn.ts';
import type { Handlers } from '../http/router.ts';
import { conflict, notFound } from '../httpError.ts';
import {
  countRecoveryCodes,
  factorOf,
  findAttempt,
  insertAttempt,
  listFactors,
  removeAttempt,
  removeFactor,
  removeFactors,
} from '../store/repositories/factors.ts';
import { endSessions } from '../store/repositories/sessions.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { findById } from '../store/repositories/users.ts';

export const factorRoutes: Handlers<keyof typeof factors> = {
  async 'POST session/factor'({ id, ...proof }, context) {
    const { services, now } = context;
    const settings = await readSettings(context.read);
    if (proof.kind === 'passkey') await loadPasskeys();
    const answer = await context.write(async (write) => {
      const { db } = write;
      const attempt = await findAttempt(db, id, 'login', now);
      const row = attempt && (await findById(db, attempt.user_id));
      if (!attempt || !row || row.is_deleted === 1) return { refused: 'ended' } as const;
      await throttleLogins(db, settings, { account: row.account, address: context.address }, now);
      if (!(await isProven(db, services, attempt, proof, now)))
        return { refused: await recordWrongCode(context, write, attempt, row.account) };
      await removeAttempt(db, attempt);
      return { begun: await beginSession(context, write, row, settings, attempt.sign_in, proof.kind) };
    });
    if (!answer.begun) return refuse(answer.refused);
    services.knownTokens.add(answer.begun.token, answer.begun.user.id);
    return answer.begun;
  },

  async 'GET session/factors'(_input, { read, caller, services }) {
    const { secondFactor } = await readSettings(read);
    const rows = await listFactors(read, caller.id);
    const codes = await countRecoveryCodes(read, caller.id);
    const required = mustHaveFactor(secondFactor, caller.role);
    return { factors: rows.map(factorOf), codes, required, site: services.site()?.origin ?? null };
  },

  async 'POST session/begin_totp'(_input, context) {
    const { caller, services, lang } = context;
    const secret = await newSecret();
    const uri = await uriOf(secret, texts[lang].shortTitle, caller.account);
    return context.write(async ({ db, now, audit }) => {
      await checkFactorLimit(db, caller.id);
      const attempt = {
        user_id: caller.id,
        purpose: 'add',
        kind: 'totp',
        secret: services.seal.seal(secret, caller.id),
        sign_in: 'password',
      } as const;
      const id = await insertAttempt(db, attempt, now);
      await audit({ object: nameOf(context) });
      return { id, secret, uri };
    });
  },

  async 'POST session/add_totp'({ id, code, name }, context) {
    const { caller, services } = context;
    const settings = await readSettings(context.read);
    const answer = await context.write(async (write) => {
      const { db } = write;
      const attempt = await findAttempt(db, id, 'add', context.now);
      if (attempt?.user_id !== caller.id || attempt.kind !== 'totp' || attempt.secret === null)
        return { refused: 'ended' } as const;
      await throttleLogins(db, settings, { account: caller.account, address: context.address }, context.now);
      await checkFactorLimit(db, caller.id);
      const secret = openOrNull(services.seal, { text: attempt.secret, holder: caller.id });
      if (secret === null) return { refused: 'ended' } as const;
      const step = await stepOfCode(secret, code, 0, Date.parse(context.now));
      if (step === null) return { refused: await recordWrongCode(context, write, attempt, caller.account) };
      const app = { kind: 'totp', name, secret: attempt.secret, credential: null, counter: step } as const;
      return { added: await addProven(context, write, attempt, app) };
    });
    return answer.added ?? refuse(answer.refused);
  },

  async 'POST session/remove_factor'({ id }, context) {
    const { caller } = context;
    const { secondFactor } = await readSettings(context.read);
    return context.write(async ({ db, audit }) => {
      const rows = await listFactors(db, caller.id);
      const row = rows.find((one) => one.id === id);
      if (!row) throw notFound();
      const isLast = rows.length === 1;
      if (isLast && mustHaveFactor(secondFactor, caller.role)) throw conflict((text) => text.factors.lastRequired);
      if (isLast) await removeFactors(db, caller.id);
      else await removeFactor(db, id);
      await endSessions(db, caller.id, caller.by.id);
      await audit({ object: nameOf(context), changes: { factor: [row.kind, null] } });
      return {};
    });
  },

  async 'POST session/recovery_codes'(_input, context) {
    const { caller } = context;
    return context.write(async (write) => {
      if ((await listFactors(write.db, caller.id)).length === 0) throw conflict((text) => text.factors.none);
      const codes = await renewCodes(write, caller.id);
      await write.audit({ object: nameOf(context) });
      return { codes };
    });
  },
};
