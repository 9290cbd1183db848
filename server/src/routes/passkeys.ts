import type { passkeys } from '@shp/shared/api/factors/passkeys';
import { texts } from '@shp/shared/text/common';
import { addProven, checkFactorLimit, nameOf, recordWrongCode, refuse } from '../auth/factors/attempts.ts';
import { ALGORITHMS, loadPasskeys, newChallenge, newPasskey, requestOf } from '../auth/factors/passkeys.ts';
import type { Site } from '../auth/factors/site.ts';
import { throttleLogins } from '../auth/loginThrottle.ts';
import type { Services } from '../context.ts';
import type { Handlers } from '../http/router.ts';
import { conflict } from '../httpError.ts';
import { findAttempt, insertAttempt, isKnownCredential, listFactors } from '../store/repositories/factors.ts';
import { readSettings } from '../store/repositories/settings.ts';

/** @throws HttpError if the server does not know its address. */
function mustHaveSite({ site }: Services): Site {
  const found = site();
  if (found === null) throw conflict((text) => text.factors.noSite);
  return found;
}

export const passkeyRoutes: Handlers<keyof typeof passkeys> = {
  async 'POST session/begin_passkey'(_input, context) {
    const { caller, services, lang } = context;
    const site = mustHaveSite(services);
    const challenge = newChallenge();
    return context.write(async ({ db, now, audit }) => {
      await checkFactorLimit(db, caller.id);
      const request = requestOf(site, challenge, await listFactors(db, caller.id));
      const attempt = { user_id: caller.id, purpose: 'add', kind: 'passkey', secret: challenge } as const;
      const id = await insertAttempt(db, { ...attempt, sign_in: 'password' }, now);
      await audit({ object: nameOf(context) });
      const user = {
        id: Buffer.from(caller.id).toString('base64url'),
        name: caller.account,
        displayName: caller.name,
      };
      return { id, passkey: { ...request, site: texts[lang].shortTitle, user, algorithms: ALGORITHMS } };
    });
  },

  async 'POST session/add_passkey'({ id, name, credential }, context) {
    const { caller, services } = context;
    const site = mustHaveSite(services);
    const settings = await readSettings(context.read);
    await loadPasskeys();
    const answer = await context.write(async (write) => {
      const { db } = write;
      const attempt = await findAttempt(db, id, 'add', context.now);
      if (attempt?.user_id !== caller.id || attempt.kind !== 'passkey' || attempt.secret === null)
        return { refused: 'ended' } as const;
      await throttleLogins(db, settings, { account: caller.account, address: context.address }, context.now);
      await checkFactorLimit(db, caller.id);
      const passkey = await newPasskey(site, attempt.secret, credential);
      if (passkey === null) return { refused: await recordWrongCode(context, write, attempt, caller.account) };
      if (await isKnownCredential(db, passkey.credential)) throw conflict((text) => text.factors.known);
      return { added: await addProven(context, write, attempt, { ...passkey, kind: 'passkey', name }) };
    });
    return answer.added ?? refuse(answer.refused);
  },
};
