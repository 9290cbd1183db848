import type { Reason } from '../domain/assessment/fields.ts';
import type { Lang } from '../domain/lib/lang.ts';
import { BARE } from '../text/bare.ts';

/** Every error code of the wire and its status (docs/spec/wire.md#details). */
export const ERROR_STATUS = {
  invalid: 400,
  captcha_wrong: 400,
  bad_credentials: 400,
  old_password_wrong: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  confirmation_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  transition_not_allowed: 409,
  incomplete: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  internal: 500,
  overloaded: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Whether the database can be read and written. */
export type DatabaseState = 'ok' | 'read-only' | 'full' | 'away';

/** The body of every error answer. */
export type ErrorBody = {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  current?: unknown;
  requestId?: string;
  /** Of `health` only. */
  database?: Exclude<DatabaseState, 'ok'>;
};

/** An error answer as the client throws it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Seconds after which to try again, where the server says so. */
    readonly retryAfter: number | null = null,
    /** The answer had no message of the contract, as a proxy's page: only its status is known. */
    readonly isBare = false,
  ) {
    super(body.message);
  }
  get code(): ErrorCode {
    return this.body.code;
  }
  get fields(): Record<string, string> {
    return this.body.fields ?? {};
  }
}

/** What a client says of an error answer without a message of the contract. */
export function bareMessage(status: number, lang: Lang): string {
  return status === 403 ? BARE[lang].denied : BARE[lang].error;
}

/** No answer came: the line or the server is down. `detail` is the transport's own word for it. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

/** What answered is no server of this system: a proxy's or a portal's page, or another address. */
export class ForeignAnswer extends NetworkError {}

/** Reasons by the path of the field they are about; rendered when the language is known. */
export type Reasons = Record<string, Reason>;
