import { z } from 'zod';
import type { Role } from '../domain/roles.ts';
import type { TokenScope } from '../domain/tokens.ts';
import type { ErrorCode } from './errors.ts';

/** What an access token must carry for a call; any one of the list is enough. `session`: never by access token. */
export type TokenNeed = readonly TokenScope[] | 'session' | 'none';

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
 * One row of the call table. Every key is required: a call that does not say who may make it, how far it reaches and
 * what a token needs for it does not compile.
 */
export type Call = {
  /** What it does, in a few words, for the description of the calls. */
  readonly summary: string;
  readonly who: Who;
  readonly reach: Reach;
  readonly token: TokenNeed;
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
  /** Carries an ETag and answers 304. */
  readonly cacheable?: true;
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
