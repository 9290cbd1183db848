import type { ErrorCode } from '@shp/shared/api/errors';
import type { oidc } from '@shp/shared/api/oidc/calls';
import type { SignOnText } from '@shp/shared/text/en/signOn/signOn';
import { signOnTexts } from '@shp/shared/text/signOn';
import { SealBroken } from '../auth/factors/seal.ts';
import { openSetting } from '../auth/factors/sealedSecrets.ts';
import { AnswerRefused, type Provider, ProviderAway } from '../auth/oidc/signOn.ts';
import { passFirstStep } from '../auth/signIn.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError } from '../httpError.ts';
import { networkOf } from '../os/ipKey.ts';
import { countHit } from '../store/repositories/limits.ts';
import { insertOidcAttempt, type OidcAttempt, takeOidcAttempt } from '../store/repositories/oidcAttempts.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { findForLogin } from '../store/repositories/users.ts';
import type { Caller } from '../types.ts';

type Anyone = Context<Caller | null>;
type Failure = { [K in keyof SignOnText]: SignOnText[K] extends string ? K : never }[keyof SignOnText];

const CALLS_PER_MINUTE = 60;

function refusal({ lang }: Anyone, code: ErrorCode, why: Failure): HttpError {
  return new HttpError(code, { message: () => signOnTexts[lang][why] });
}

/** The settings; refuses if single sign-on is off or the caller's network called too often. */
async function settingsFor(context: Anyone) {
  const { db, signOn } = context.services;
  const bucket = `oidc ${networkOf(context.address)}`;
  const wait = await countHit(db.write, bucket, CALLS_PER_MINUTE, 60_000, Date.parse(context.now));
  if (wait !== null) throw new HttpError('too_many_requests', { retryAfter: wait });
  const settings = await readSettings(context.read);
  if (!signOn.isOn(settings.oidc)) throw refusal(context, 'conflict', 'off');
  try {
    const clientSecret = openSetting(context.services.seal, settings, 'oidc.clientSecret');
    return { ...settings, oidc: { ...settings.oidc, clientSecret } };
  } catch (error) {
    // Without its key the secret must be entered again; until then single sign-on is off.
    if (error instanceof SealBroken) throw refusal(context, 'conflict', 'away');
    throw error;
  }
}

type Named = { account: string | null; fault: string };

/** The account that the provider names, or why its answer is not accepted. */
async function named(
  context: Anyone,
  provider: Provider,
  attempt: OidcAttempt,
  answer: { state: string; code: string; iss?: string | undefined },
): Promise<Named> {
  try {
    return { account: await context.services.signOn.accountOf(provider, attempt, answer), fault: '' };
  } catch (error) {
    if (error instanceof ProviderAway) throw refusal(context, 'conflict', 'away');
    if (error instanceof AnswerRefused) return { account: null, fault: error.message };
    throw error;
  }
}

export const oidcRoutes: Handlers<keyof typeof oidc> = {
  async 'POST session/oidc_begin'(_input, context) {
    const { oidc: provider } = await settingsFor(context);
    const { db, signOn } = context.services;
    try {
      const { url, attempt } = await signOn.begin(provider);
      return { url, secret: await insertOidcAttempt(db.write, attempt, provider, context.now) };
    } catch (error) {
      if (error instanceof ProviderAway) throw refusal(context, 'conflict', 'away');
      throw error;
    }
  },

  async 'POST session/oidc'({ secret, ...answer }, context) {
    const settings = await settingsFor(context);
    const { db, knownTokens } = context.services;
    const attempt = await takeOidcAttempt(db.write, secret, settings.oidc, context.now);
    if (attempt?.state !== answer.state) throw refusal(context, 'gone', 'ended');
    const { account, fault } = await named(context, settings.oidc, attempt, answer);
    const login = await context.write(async (write) => {
      const row = account === null ? undefined : await findForLogin(write.db, account);
      // An administrator configures the provider, and could sign in there as an administrator with other duties.
      if (row && row.is_deleted === 0 && row.role !== 'admin')
        return passFirstStep(context, write, row, settings, 'oidc');
      const object = { kind: 'login', id: row?.id ?? '', name: row?.account ?? '' };
      await write.audit({ object, changes: { failed: [null, fault === '' ? true : fault] } });
      return null;
    });
    if (login === null) throw refusal(context, 'bad_credentials', fault === '' ? 'unknown' : 'refused');
    if ('token' in login) knownTokens.add(login.token, login.user.id);
    return login;
  },
};
