import { ERROR_STATUS, type ErrorBody, type ErrorCode, type Reasons } from '@shp/shared/api/errors';
import type { Reason } from '@shp/shared/domain/assessment/fields';
import type { Common } from '@shp/shared/text/en/common';
import type { Rules } from '@shp/shared/text/en/rules';
import type { ProblemTexts } from '@shp/shared/text/problems';
import { reasonText } from '@shp/shared/text/reasons';

/** A text that is rendered when the reader's language is known. */
export type Said = (text: Common, rules: Rules) => string;
type Details = {
  /** Says more than the code's own text. */
  message?: Said;
  fields?: Record<string, Reason | Said>;
  /** The object as it is now, for conflicts. */
  current?: unknown;
  /** What is wrong with the database, for `health`. */
  database?: NonNullable<ErrorBody['database']>;
  /** Seconds after which to try again. */
  retryAfter?: number;
};

/** A caller's mistake or a rule's no: shown to the caller as it is, in the caller's language. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: ErrorCode,
    readonly details: Details = {},
  ) {
    super(code);
  }
  get status(): number {
    return ERROR_STATUS[this.code];
  }
  body({ common: text, rules }: ProblemTexts): ErrorBody {
    const { message, fields, current, database } = this.details;
    const body: ErrorBody = { code: this.code, message: message ? message(text, rules) : text.errors[this.code] };
    if (fields)
      body.fields = Object.fromEntries(
        Object.entries(fields).map(([path, said]) => [
          path,
          typeof said === 'function' ? said(text, rules) : reasonText(said, text),
        ]),
      );
    if (current !== undefined) body.current = current;
    if (database !== undefined) body.database = database;
    return body;
  }
}

/** 400: what is wrong with an input, by its path. */
export function invalid(fields: Reasons): Refusal {
  return new Refusal('invalid', { fields });
}

/** 404: there is no such thing, or none that the caller may know of. */
export const notFound = (): Refusal => new Refusal('not_found');

/** 409: said of `field`, where one is to blame. */
export function conflict(message: Said, field?: string): Refusal {
  return new Refusal('conflict', field ? { message, fields: { [field]: message } } : { message });
}
