import { z } from 'zod';
import { FACTOR_KINDS, PROOF_KINDS } from '../../domain/accounts/factors.ts';
import { user } from '../objects.ts';
import { id, time } from '../schemas.ts';

/** The secret id of an attempt. */
export const attempt = z.string().min(1).max(64);
/** Bytes in base64url without padding, as browsers give them. */
export const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
/** The id that an authenticator gave to a passkey: at most 1023 bytes. */
export const credentialId = base64url(1364);

/** What a browser needs to ask for a passkey; `known`: the account's passkeys. */
export const passkeyRequest = z.strictObject({
  challenge: base64url(64),
  rpId: z.string(),
  known: z.array(credentialId),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** The signed answer of a passkey to a challenge. */
export const assertion = z
  .strictObject({
    id: credentialId,
    authenticatorData: base64url(2000),
    clientDataJSON: base64url(4000),
    signature: base64url(2000),
  })
  .meta({ id: 'Assertion' });
export type Assertion = z.infer<typeof assertion>;

/** A second factor, without its secret. */
export const factor = z
  .strictObject({
    id,
    kind: z.enum(FACTOR_KINDS),
    name: z.string(),
    createdAt: time,
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Factor' });
export type Factor = z.infer<typeof factor>;

/** A new factor; the account's first one comes with the recovery codes. */
export const factorAdded = z.strictObject({ factor, codes: z.array(z.string()).nullable() });

/** A session that has just begun. `mustAddFactor`: it can only add a second factor. */
export const begun = z
  .strictObject({ token: z.string(), expiresAt: time, user, mustAddFactor: z.literal(true).optional() })
  .meta({ id: 'Login' });
export type Begun = z.infer<typeof begun>;

/** A login that needs a second factor; `id` is secret and ends after some minutes. `passkey`: with that kind only. */
export const factorAsked = z
  .strictObject({
    factor: z.strictObject({
      id: z.string(),
      kinds: z.array(z.enum(PROOF_KINDS)),
      passkey: passkeyRequest.optional(),
    }),
  })
  .meta({ id: 'FactorAsked' });
export type FactorAsked = z.infer<typeof factorAsked>['factor'];
