import { z } from 'zod';
import { call } from '../call.ts';
import { nameText } from '../schemas.ts';
import { attempt, base64url, credentialId, factorAdded, passkeyRequest } from './factorObjects.ts';

const own = { kind: 'own' } as const;

export const passkeys = {
  'POST session/begin_passkey': call({
    summary: 'A challenge for a new passkey, until `add_passkey` proves it',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    confirmation: 'always',
    audited: true,
    beforeFactor: true,
    refuses: ['conflict'],
    input: z.strictObject({}),
    output: z.strictObject({
      id: z.string(),
      passkey: passkeyRequest.extend({
        site: z.string(),
        user: z.strictObject({ id: base64url(100), name: z.string(), displayName: z.string() }),
        algorithms: z.array(z.int()),
      }),
    }),
  }),
  'POST session/add_passkey': call({
    summary: 'Add a passkey by its signed answer; the first factor comes with the recovery codes, shown once',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    confirmation: 'always',
    audited: true,
    beforeFactor: true,
    refuses: ['factor_wrong', 'gone', 'conflict', 'too_many_requests'],
    input: z.strictObject({
      id: attempt,
      name: nameText(100),
      credential: z.strictObject({
        id: credentialId,
        attestationObject: base64url(8000),
        clientDataJSON: base64url(4000),
      }),
    }),
    output: factorAdded,
  }),
};
