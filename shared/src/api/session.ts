import { z } from 'zod';
import { PROVINCE } from '../domain/divisions.ts';
import { TOKEN_DAYS_MAX } from '../domain/tokens.ts';
import { call, done, READ } from './call.ts';
import { accessToken, session as device, division as divisionNode, homeStatus, tokenScopes, user } from './objects.ts';
import { division, id, passwordHash, shownText, time } from './schemas.ts';

const open = { kind: 'open' } as const;
const own = { kind: 'own' } as const;

export const session = {
  'GET basic/validate_code': call({
    summary: 'A captcha for the login',
    who: 'anyone',
    reach: open,
    token: 'none',
    audited: false,
    refuses: ['too_many_requests'],
    input: z.strictObject({}),
    output: z.strictObject({ key: z.string(), image: z.string().nullable(), expiresIn: z.int() }),
  }),
  'POST session/login': call({
    summary: 'Log in',
    who: 'anyone',
    reach: open,
    token: 'none',
    audited: true,
    refuses: ['captcha_wrong', 'bad_credentials', 'too_many_requests'],
    input: z.strictObject({
      account: z.string().min(1).max(64),
      password: passwordHash,
      key: z.string().max(64).default(''),
      code: z.string().max(16).default(''),
    }),
    output: z.strictObject({ token: z.string(), expiresAt: time, user }),
  }),
  'POST session/logout': call({
    summary: 'End the session',
    who: 'loggedIn',
    reach: own,
    token: ['read', 'export', 'write'],
    audited: true,
    beforePasswordChange: true,
    input: z.strictObject({}),
    output: done,
  }),
  'GET basic/division_tree': call({
    summary: 'Divisions below one, nested',
    who: 'loggedIn',
    reach: open,
    token: READ,
    audited: false,
    cacheable: true,
    input: z.strictObject({ parent: division.default(PROVINCE), deep: z.int().min(0).max(2).default(2) }),
    output: z.array(divisionNode),
  }),
  'GET basic/status': call({
    summary: 'The counts of the home page',
    who: 'loggedIn',
    reach: open,
    token: READ,
    audited: false,
    input: z.strictObject({}),
    output: homeStatus,
  }),
  'GET session/tokens': call({
    summary: 'Own access tokens',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    audited: false,
    input: z.strictObject({}),
    output: z.array(accessToken),
  }),
  'POST session/create_token': call({
    summary: 'Make an access token, shown once',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    audited: true,
    idempotent: true,
    input: z.strictObject({
      name: shownText(100),
      scopes: z.array(tokenScopes).min(1).max(3),
      expiresInDays: z.int().min(1).max(TOKEN_DAYS_MAX),
    }),
    output: accessToken.extend({ token: z.string() }),
  }),
  'POST session/revoke_token': call({
    summary: "End one of one's own access tokens",
    who: 'loggedIn',
    reach: { kind: 'object', of: 'token', at: 'id' },
    token: 'session',
    audited: true,
    input: z.strictObject({ id }),
    output: done,
  }),
  'GET session/sessions': call({
    summary: 'Own logged-in devices',
    who: 'loggedIn',
    reach: own,
    token: 'session',
    audited: false,
    input: z.strictObject({}),
    output: z.array(device),
  }),
  'POST session/revoke_session': call({
    summary: "Log one of one's own devices out",
    who: 'loggedIn',
    reach: { kind: 'object', of: 'session', at: 'id' },
    token: 'session',
    audited: true,
    input: z.strictObject({ id }),
    output: done,
  }),
};
