import { z } from 'zod';
import type { Confirmation } from '../domain/accounts/confirmation.ts';
import type { Role } from '../domain/accounts/roles.ts';
import type { AccountChange, TokenNeed, TokenScope } from '../domain/accounts/tokens.ts';
import type { ErrorCode } from './errors.ts';

export type { TokenNeed } from '../domain/accounts/tokens.ts';

/** The kinds of object that calls name and lists hold. */
export type ObjectKind =
  | 'user'
  | 'manager'
  | 'expert'
  | 'station'
  | 'supervisor'
  | 'assessment'
  | 'file'
  | 'evidence'
  | 'document'
  | 'session'
  | 'token';

/**
 * How far a call reaches, for the server's checks, for the permission matrix and for readers:
 * - `open`: data that is the same for everybody who may call (divisions, counts, settings);
 * - `own`: only the caller's own things;
 * - `list`: rows of that kind inside the caller's data scope;
 * - `object`: one object of that kind, named by the input's key `at`; outside the scope it is 404.
 */
export type Reach =
  | { readonly kind: 'open' }
  | { readonly kind: 'own' }
  | { readonly kind: 'list'; readonly of: ObjectKind }
  | { readonly kind: 'object'; readonly of: ObjectKind; readonly at: string };

/** Everybody, logged in or not · everybody logged in · the roles named. */
export type Who = 'anyone' | 'loggedIn' | readonly Role[];

/** The result of a call that answers with bytes instead of JSON. */
export const BINARY = { binary: true } as const;
export type Binary = typeof BINARY;

/**
 * What an access token needs for a call, and whether a session must be confirmed. Rows that ordinary scopes do not open
 * must say whether they need a confirmation, or they do not compile.
 */
type Access =
  | { readonly token: 'none' | readonly Exclude<TokenScope, 'accounts'>[]; readonly confirmation?: undefined }
  | { readonly token: 'session' | readonly TokenScope[]; readonly confirmation: Confirmation };

/**
 * One row of the call table. Every key is required: a call that does not say who may make it, how far it reaches and
 * what a token needs for it does not compile.
 */
export type Call = Access & {
  /** What it does, in a few words, for the description of the calls. */
  readonly summary: string;
  readonly who: Who;
  readonly reach: Reach;
  /** What an access token needs beyond `token` once the account that the call changes is known. */
  readonly tokenFor?: (change: AccountChange) => TokenNeed;
  readonly input: z.ZodObject;
  readonly output: z.ZodType | Binary;
  /** Whether the audit records it, under the call's path. */
  readonly audited: boolean;
  /** Refusals that do not follow from the rest of the row, see `refusalsOf` in `refusals.ts`. */
  readonly refuses?: readonly ErrorCode[];
  /** Also works while the caller must still change an initial password. */
  readonly beforePasswordChange?: true;
  /** Creates something and takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** The body may also be the bytes of an xlsx file, told by its media type; they are the input's `sheet`. */
  readonly takesSheet?: true;
  /** Answers a browser that opens it with a small page instead of JSON. */
  readonly page?: true;
  /**
   * Carries an ETag and answers 304. `true`: a strong one, and the client may store the answer. `weak`: a weak one, and
   * nothing may store the answer; a client that still has it in memory asks again with `If-None-Match`.
   */
  readonly cacheable?: true | 'weak';
};

/** Returns its argument; it exists so that input and output types are inferred from the row. */
export function call<const C extends Call>(row: C): C {
  return row;
}

/** The empty result of calls that only do something. */
export const done = z.strictObject({});

export const READ = ['read'] as const;
/** Lists that an export filters by: readable with `export` too. */
export const LIST = ['read', 'export'] as const;
export const EXPORT = ['export'] as const;
export const WRITE = ['write'] as const;
export const ACCOUNTS = ['accounts'] as const;
