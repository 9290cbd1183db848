import { z } from 'zod';
import { call } from '../call.ts';
import { begun, factorAsked } from '../factors/factorObjects.ts';

const open = { kind: 'open' } as const;

export const oidc = {
  'POST session/oidc_begin': call({
    summary: 'Begin a single sign-on: the address to open, and the secret that completes it from this browser',
    who: 'anyone',
    reach: open,
    token: 'none',
    audited: false,
    refuses: ['conflict', 'too_many_requests'],
    input: z.strictObject({}),
    output: z.strictObject({ url: z.string(), secret: z.string() }),
  }),
  'POST session/oidc': call({
    summary:
      "Complete a single sign-on with the provider's answer; a second factor is asked for as after `session/login`",
    who: 'anyone',
    reach: open,
    token: 'none',
    audited: true,
    refuses: ['bad_credentials', 'conflict', 'gone', 'too_many_requests'],
    input: z.strictObject({
      secret: z.string().min(1).max(64),
      state: z.string().min(1).max(64),
      code: z.string().min(1).max(4000),
      iss: z.string().max(300).optional(),
    }),
    output: z.union([begun, factorAsked]),
  }),
};
