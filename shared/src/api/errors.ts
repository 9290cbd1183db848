import type { Reason } from '../domain/assessment/fields.ts';
import type { Lang } from '../domain/lib/lang.ts';
import { NO_BODY_MESSAGES } from '../text/noBodyMessages.ts';

/** All error codes of the API with their HTTP status (docs/spec/wire.md#details). */
export const ERROR_STATUS = {
  invalid: 400,
  captcha_wrong: 400,
  bad_credentials: 400,
  old_password_wrong: 400,
  factor_wrong: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  confirmation_required: 403,
  factor_required: 403,
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

/** Whether the server can read and write the database. */
export type DatabaseState = 'ok' | 'read-only' | 'full' | 'away';

/** The body of every error response. */
export type ErrorBody = {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  current?: unknown;
  requestId?: string;
  /** Only in the response of `health`. */
  database?: Exclude<DatabaseState, 'ok'>;
};

/** The error that the client throws for an error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    /** Seconds until the next attempt makes sense (`Retry-After`); null if the server sent none. */
    readonly retryAfter: number | null = null,
    /** The response had no error body of our API, such as a proxy's page: only its status is known. */
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

/** The client's message for an error response without a body of our API. */
export function noBodyMessage(status: number, lang: Lang): string {
  return status === 403 ? NO_BODY_MESSAGES[lang].denied : NO_BODY_MESSAGES[lang].error;
}

/** In `fields.session` of a 401: the session ended because its account logged in elsewhere (setting `oneSession`). */
export const ELSEWHERE = 'elsewhere';

/** Whether a call was refused because the account has logged in elsewhere since. */
export function isElsewhere(error: ApiError): boolean {
  return error.status === 401 && error.fields.session === ELSEWHERE;
}

/** No response: network or server is down. `detail` is the transport's error message. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

/** The response does not come from an shp server: a proxy or portal page, or a wrong address. */
export class ForeignAnswer extends NetworkError {}

/** Reasons by field path; rendered as text when the language is known. */
export type Reasons = Record<string, Reason>;
