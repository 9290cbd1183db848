import { z } from 'zod';
import { PROOF_KINDS } from '../../domain/accounts/factors.ts';
import { call, done } from '../call.ts';
import { id, nameText } from '../schemas.ts';
import { assertion, attempt, begun, factor, factorAdded } from './factorObjects.ts';

const own = { kind: 'own' } as const;
const code = z.string().min(1).max(64);

export const factors = {
  'POST session/factor': call({
    summary: 'Complete a login with a second factor',
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: true,
    refuses: ['factor_wrong', 'gone', 'conflict', 'too_many_requests'],
    input: z.strictObject({
      id: attempt,
      kind: z.enum(PROOF_KINDS),
      code: code.optional(),
      assertion: assertion.optional(),
    }),
    output: begun,
  }),
  'GET session/factors': call({
    summary: "One's own second factors; `codes` counts the unused recovery codes, `site` is where passkeys work",
    who: 'loggedIn',
    reach: own,
    token: 'session',
    confirmation: 'never',
    audited: false,
    beforeFactor: true,
    input: z.strictObject({}),
    output: z.strictObject({
      factors: z.array(factor),
      codes: z.int(),
      required: z.boolean(),
      site: z.string().nullable(),
    }),
  }),
  'POST session/begin_totp': call({
    summary: 'A new secret for an authenticator app, until `add_totp` proves it',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    confirmation: 'always',
    audited: true,
    beforeFactor: true,
    refuses: ['conflict'],
    input: z.strictObject({}),
    output: z.strictObject({ id: z.string(), secret: z.string(), uri: z.string() }),
  }),
  'POST session/add_totp': call({
    summary: 'Add an authenticator app by its code; the first factor comes with the recovery codes, shown once',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    confirmation: 'always',
    audited: true,
    beforeFactor: true,
    refuses: ['factor_wrong', 'gone', 'conflict', 'too_many_requests'],
    input: z.strictObject({ id: attempt, code, name: nameText(100) }),
    output: factorAdded,
  }),
  'POST session/remove_factor': call({
    summary: "Remove one of one's own second factors",
    who: 'loggedIn',
    reach: { kind: 'object', of: 'factor', at: 'id' },
    token: 'session',
    confirmation: 'always',
    audited: true,
    refuses: ['conflict'],
    input: z.strictObject({ id }),
    output: done,
  }),
  'POST session/recovery_codes': call({
    summary: 'Ten new recovery codes, shown once; the earlier ones end',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    confirmation: 'always',
    audited: true,
    refuses: ['conflict'],
    input: z.strictObject({}),
    output: z.strictObject({ codes: z.array(z.string()) }),
  }),
};
