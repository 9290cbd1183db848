import { z } from 'zod';
import type { Confirmation } from '../domain/accounts/confirmation.ts';
import type { Duty } from '../domain/accounts/duties.ts';
import type { Role } from '../domain/accounts/roles.ts';
import type { AccountChange, TokenNeed, TokenScope } from '../domain/accounts/tokens.ts';
import type { ErrorCode } from './errors.ts';

export type { TokenNeed } from '../domain/accounts/tokens.ts';

/** The object types that calls address and lists return. */
export type ObjectKind =
  | 'user'
  | 'manager'
  | 'expert'
  | 'station'
  | 'supervisor'
  | 'assessment'
  | 'finding'
  | 'file'
  | 'evidence'
  | 'document'
  | 'session'
  | 'token'
  | 'factor';

/**
 * How much data a call can reach; used by the server's checks, the permission matrix and the documentation:
 * - `open`: data that is the same for every permitted caller (divisions, counts, settings);
 * - `own`: only the caller's own data;
 * - `list`: rows of that kind in the caller's data scope;
 * - `object`: one object, with its id in the input's key `at`; 404 if it is outside the scope.
 */
export type Reach =
  | { readonly kind: 'open' }
  | { readonly kind: 'own' }
  | { readonly kind: 'list'; readonly of: ObjectKind }
  | { readonly kind: 'object'; readonly of: ObjectKind; readonly at: string };

/** Everyone, logged in or not · every logged-in user · the listed roles. */
export type Who = 'anyone' | 'loggedIn' | readonly Role[];

/** The `output` of a call that answers with bytes instead of JSON. */
export const BINARY = { binary: true } as const;
export type Binary = typeof BINARY;

/**
 * What an access token needs for a call, and whether the session must be confirmed. The types force a row with the
 * `session` or `accounts` need to state its confirmation.
 */
type Access =
  | { readonly token: 'none' | readonly Exclude<TokenScope, 'accounts'>[]; readonly confirmation?: undefined }
  | { readonly token: 'session' | readonly TokenScope[]; readonly confirmation: Confirmation };

/**
 * Who may call, and which duty an administrator needs for it (`any`: one of them). The types force a row that names
 * administrators to state a duty.
 */
type Admitted =
  | { readonly who: 'anyone' | 'loggedIn' | readonly Exclude<Role, 'admin'>[]; readonly duty?: undefined }
  | { readonly who: readonly Role[]; readonly duty: Duty | 'any' };

/**
 * One row of the call table. Most keys are required, so a call without roles, reach and token need does not compile.
 */
export type Call = Access &
  Admitted & {
    /** A few words for the API description. */
    readonly summary: string;
    readonly reach: Reach;
    /** A stricter token need, computed when the account to be changed is known. */
    readonly tokenFor?: (change: AccountChange) => TokenNeed;
    readonly input: z.ZodObject;
    readonly output: z.ZodType | Binary;
    /** Whether the server writes an audit row; its action is the call's path. */
    readonly audited: boolean;
    /** Error codes that do not follow from the rest of the row; see `refusalsOf` in `refusals.ts`. */
    readonly refuses?: readonly ErrorCode[];
    /** Allowed before the user has changed the initial password. */
    readonly beforePasswordChange?: true;
    /** Allowed while a required second factor is missing. */
    readonly beforeFactor?: true;
    /** Creates something and accepts an `Idempotency-Key`. */
    readonly idempotent?: true;
    /** The body may also be an xlsx file, recognized by its media type; the handler gets its bytes as `sheet`. */
    readonly takesSheet?: true;
    /** Answers browsers with a small HTML page instead of JSON. */
    readonly page?: true;
    /**
     * The response has an ETag and the call answers 304. `true`: a strong ETag, and the client may store the response.
     * `weak`: a weak ETag and `no-store`; a client can still revalidate a response that it has in memory. A public
     * `page` may be stored by anybody and is asked for again at each use.
     */
    readonly cacheable?: true | 'weak';
  };

/** Returns its argument; lets TypeScript infer the input and output types of a row. */
export function call<const C extends Call>(row: C): C {
  return row;
}

/** The empty output of calls without a result. */
export const done = z.strictObject({});
