import { ERROR_STATUS, type ErrorBody, type ErrorCode, type Reasons } from '@shp/shared/api/errors';
import type { Reason } from '@shp/shared/domain/assessment/fields';
import type { Rules } from '@shp/shared/text/en/rules';
import { reasonText } from '@shp/shared/text/reasons';
import type { ErrorTexts } from './errorTexts.ts';

/** A text, rendered once the reader's language is known. */
export type LocalizedText = (text: ErrorTexts['text'], rules: Rules) => string;
type Details = {
  /** Replaces the default text of the code. */
  message?: LocalizedText;
  fields?: Record<string, Reason | LocalizedText>;
  /** The present object, for conflicts. */
  current?: unknown;
  /** The database's fault, for `health`. */
  database?: NonNullable<ErrorBody['database']>;
  /** Seconds until the next try. */
  retryAfter?: number;
};

/** An error caused by the caller's input or by a rule: sent to the caller as it is, in the caller's language. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly code: ErrorCode,
    readonly details: Details = {},
  ) {
    super(code);
  }
  get status(): number {
    return ERROR_STATUS[this.code];
  }
  body({ text, rules }: ErrorTexts): ErrorBody {
    const { message, fields, current, database } = this.details;
    const body: ErrorBody = { code: this.code, message: message ? message(text, rules) : text.errors[this.code] };
    if (fields)
      body.fields = Object.fromEntries(
        Object.entries(fields).map(([path, reason]) => [
          path,
          typeof reason === 'function' ? reason(text, rules) : reasonText(reason, text),
        ]),
      );
    if (current !== undefined) body.current = current;
    if (database !== undefined) body.database = database;
    return body;
  }
}

/** 400: the errors of an input, by path. */
export function invalid(fields: Reasons): HttpError {
  return new HttpError('invalid', { fields });
}

/** 404: the object does not exist, or the caller may not know of it. */
export const notFound = (): HttpError => new HttpError('not_found');

/** 409, at `field` if one is the cause. */
export function conflict(message: LocalizedText, field?: string): HttpError {
  return new HttpError('conflict', field ? { message, fields: { [field]: message } } : { message });
}
