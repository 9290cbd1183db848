import { z } from 'zod';
import { TOKEN_SCOPES } from '../domain/accounts/tokens.ts';
import { id, time } from './schemas.ts';

export const tokenScopes = z.enum(TOKEN_SCOPES);
export const accessToken = z
  .strictObject({
    id,
    name: z.string(),
    scopes: z.array(tokenScopes),
    expiresAt: time,
    lastUsedAt: time.nullable(),
    createdAt: time,
  })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof accessToken>;

/** The credentials of the request. A session has no name and all scopes. */
export const selfAccess = z
  .strictObject({
    kind: z.enum(['session', 'token']),
    name: z.string().nullable(),
    scopes: z.array(tokenScopes),
    expiresAt: time,
    confirmedUntil: time.nullable(),
  })
  .meta({ id: 'SelfAccess' });
export type SelfAccess = z.infer<typeof selfAccess>;

export const session = z
  .strictObject({
    id,
    createdAt: time,
    lastUsedAt: time,
    address: z.string(),
    agent: z.string(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

/** A proof-of-work challenge of altcha: the client searches the counter that derives a key with this prefix. */
export const workChallenge = z
  .strictObject({
    parameters: z.strictObject({
      algorithm: z.literal('SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      expiresAt: z.int(),
    }),
    signature: z.string(),
  })
  .meta({ id: 'WorkChallenge' });
export type WorkChallenge = z.infer<typeof workChallenge>;
