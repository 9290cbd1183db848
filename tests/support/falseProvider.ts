import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { CLIENT, closed, type Identity, listening } from './provider.ts';

/** What the next token says, or who signs it. */
export type Lie = {
  issuer?: string;
  audience?: string;
  nonce?: string | null;
  expiresAt?: number;
  otherKey?: true;
};

export type FalseProvider = Identity & {
  /** Notes the nonce of a begun sign-on, and what the token will say. */
  expect: (url: string, account: string, lie?: Lie) => void;
};

/** A provider that gives out a token for any code, with whatever is false in it. */
export async function startFalseProvider(): Promise<FalseProvider> {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' };
  let next = { nonce: '', account: '', lie: {} as Lie };
  const server = createServer();
  const issuer = await listening(server);

  async function token(): Promise<string> {
    const { nonce, account, lie } = next;
    const said = lie.nonce === undefined ? nonce : lie.nonce;
    return new SignJWT({ preferred_username: account, ...(said === null ? {} : { nonce: said }) })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(lie.issuer ?? issuer)
      .setAudience(lie.audience ?? CLIENT.id)
      .setSubject('someone')
      .setIssuedAt()
      .setExpirationTime(lie.expiresAt ?? '5m')
      .sign((lie.otherKey ? other : own).privateKey);
  }

  async function answer(path: string): Promise<object> {
    if (path === '/keys') return { keys: [jwk] };
    if (path === '/token') return { access_token: 'x', token_type: 'Bearer', id_token: await token() };
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  server.on('request', async ({ url = '' }, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(await answer(url)));
  });
  return {
    issuer,
    stop: () => closed(server),
    expect(url, account, lie = {}) {
      next = { nonce: new URL(url).searchParams.get('nonce') ?? '', account, lie };
    },
  };
}
