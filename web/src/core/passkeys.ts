import type { Assertion, PasskeyRequest } from '@shp/shared/api/factors/factorObjects';
import type { Output } from '@shp/shared/api/index';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

type Begun = Output<'POST session/begin_passkey'>['passkey'];

const listed = (known: readonly string[]) => known.map((id) => ({ id, type: 'public-key' as const }));

/** Makes a passkey on a device that the user chooses. */
export async function makePasskey({ challenge, rpId, known, site, user, algorithms }: Begun) {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: site },
      user,
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: listed(known),
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    },
  });
  return { id, attestationObject: response.attestationObject, clientDataJSON: response.clientDataJSON };
}

/** Asks for one of the account's passkeys. */
export async function askPasskey({ challenge, rpId, known }: PasskeyRequest): Promise<Assertion> {
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, rpId, allowCredentials: listed(known), userVerification: 'preferred' },
  });
  const { authenticatorData, clientDataJSON, signature } = response;
  return { id, authenticatorData, clientDataJSON, signature };
}

/** Why the browser gave no passkey; null for a failure that is not the browser's. */
export function passkeyProblem(error: unknown): 'known' | 'cancelled' | 'unsupported' | null {
  const cause = error instanceof WebAuthnError ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'InvalidStateError') return 'known';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  const isBrowsers = error instanceof WebAuthnError || name === 'NotSupportedError' || name === 'SecurityError';
  return isBrowsers || !('credentials' in navigator) ? 'unsupported' : null;
}
