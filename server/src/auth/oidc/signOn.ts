import { HOUR } from '@shp/shared/domain/lib/days';
import type { Settings } from '@shp/shared/domain/settings';
import type { Configuration } from 'openid-client';
import type { OidcAttempt } from '../../store/repositories/oidcAttempts.ts';

export type Provider = Settings['oidc'];
/** What the browser brings back from the provider. */
type Answer = { state: string; code: string; iss?: string | undefined };

/** The provider cannot be reached, or does not describe itself as it must. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** The provider's response or token does not match the request. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused';
}

const TIME_LIMIT_S = 8;
/** After this time the provider's description is read again. */
const DISCOVERY_CACHE_MS = HOUR;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

// Loaded with the first single sign-on: most servers start without one.
const library = () => import('openid-client');

/** Single sign-on by OpenID Connect: code flow with PKCE, state and nonce. */
export class SignOn {
  #known: { name: string; until: number; config: Promise<Configuration> } | null = null;
  /** The page of the console to which the provider sends browsers; only this one is ever named to it. */
  readonly #redirect: string | null;

  constructor(publicUrl: string | null) {
    this.#redirect = publicUrl === null ? null : new URL('/login', publicUrl).href;
  }

  isOn({ issuer, clientId }: Provider): boolean {
    return issuer !== '' && clientId !== '' && this.#redirect !== null;
  }

  /** The address to open, and what the answer will be compared with. @throws ProviderAway */
  async begin(provider: Provider): Promise<{ url: string; attempt: OidcAttempt }> {
    const oidc = await library();
    const config = await this.#configOf(provider);
    const redirect = this.#redirect ?? '';
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    const verifier = oidc.randomPKCECodeVerifier();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: provider.claim.startsWith('email') ? 'openid profile email' : 'openid profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt: { state, nonce, verifier, redirect } };
  }

  /** The account that the provider names; null if it names none. @throws ProviderAway, AnswerRefused */
  async accountOf(provider: Provider, attempt: OidcAttempt, answer: Answer): Promise<string | null> {
    const oidc = await library();
    const config = await this.#configOf(provider);
    const url = new URL(attempt.redirect);
    for (const [key, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(key, value);
    try {
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return null;
      const isComplete = provider.claim in claims || config.serverMetadata().userinfo_endpoint === undefined;
      const named = isComplete ? claims : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
      return accountIn(named, provider.claim);
    } catch (error) {
      throw isUnreached(error) ? new ProviderAway('no answer', { cause: error }) : refusedBy(error);
    }
  }

  #configOf(provider: Provider): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = provider;
    const name = JSON.stringify([issuer, clientId, clientSecret]);
    if (this.#known?.name === name && this.#known.until > Date.now()) return this.#known.config;
    const config = discover(provider);
    const known = { name, until: Date.now() + DISCOVERY_CACHE_MS, config };
    this.#known = known;
    config.catch(() => {
      if (this.#known === known) this.#known = null;
    });
    return config;
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const oidc = await library();
  const address = new URL(issuer);
  // Plain HTTP only to this machine: everywhere else code and tokens could be read on the way.
  const insecure = LOOPBACK.includes(address.hostname) ? [oidc.allowInsecureRequests] : [];
  const secret = clientSecret === '' ? oidc.None() : oidc.ClientSecretPost(clientSecret);
  try {
    return await oidc.discovery(address, clientId, undefined, secret, {
      // Signatures are checked too, although the token comes from the provider itself.
      execute: [...insecure, oidc.enableNonRepudiationChecks],
      timeout: TIME_LIMIT_S,
    });
  } catch (error) {
    throw new ProviderAway('no description', { cause: error });
  }
}

/** An address that the provider has not checked proves nothing: any user may have typed it. */
function accountIn(claims: Record<string, unknown>, claim: string): string | null {
  if (claim === 'email' && claims.email_verified === false) return null;
  const account = claims[claim];
  return typeof account === 'string' && account !== '' ? account : null;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

function isUnreached(error: unknown): boolean {
  return codeOf(error) === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.cause instanceof Error);
}

function refusedBy(error: unknown): AnswerRefused {
  return new AnswerRefused(codeOf(error) || 'refused', { cause: error });
}
