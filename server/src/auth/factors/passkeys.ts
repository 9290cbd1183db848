import { randomBytes } from 'node:crypto';
import type { Assertion, PasskeyRequest } from '@shp/shared/api/factors/factorObjects';
import type { FactorRow } from '../../store/repositories/factors.ts';
import type { Site } from './site.ts';

/** ES256, EdDSA and RS256 (COSE), in the order in which the authenticator shall choose. */
export const ALGORITHMS = [-7, -8, -257];

type Credential = { id: string; attestationObject: string; clientDataJSON: string };
/** A new passkey: its public key in base64url, and its signature counter. */
type NewPasskey = { secret: string; credential: string; counter: number };

/** Loads the signature checks. Call it before a transaction, which must not wait for the load. */
export function loadPasskeys(): Promise<unknown> {
  return Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);
}

/** What a browser needs to ask for one of these passkeys. */
export function requestOf({ rpId }: Site, challenge: string, factors: readonly FactorRow[]): PasskeyRequest {
  return { challenge, rpId, known: factors.flatMap(({ credential }) => credential ?? []) };
}

/** A challenge of 256 random bits, in base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** Checks the answer to a challenge for a new passkey; null if it is wrong. */
export async function newPasskey(
  site: Site,
  challenge: string,
  { id, ...response }: Credential,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    if (!(await isWithoutCertificate(response.attestationObject))) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: false,
    });
    if (registrationInfo?.credential.id !== id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    return { secret: Buffer.from(publicKey).toString('base64url'), credential: id, counter };
  } catch {
    // The library throws for whatever is wrong with the answer.
    return null;
  }
}

/** We ask for no attestation: checking a stranger's certificates would fetch the addresses that they name. */
async function isWithoutCertificate(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64url')));
  return ['none', 'packed'].includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined;
}

/** The new signature counter of a right answer; null for a wrong one, also if the counter went back. */
export async function counterOfAssertion(
  site: Site,
  challenge: string,
  { counter, credential, secret }: FactorRow,
  { id, ...response }: Assertion,
): Promise<number | null> {
  if (credential !== id) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: { id, publicKey: Uint8Array.from(Buffer.from(secret, 'base64url')), counter },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for whatever is wrong with the answer.
    return null;
  }
}
