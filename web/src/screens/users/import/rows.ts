import { ApiError } from '@shp/shared/api/errors';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { UserImport } from '@shp/shared/sheets/read/user';
import type { Common } from '@shp/shared/text/en/common';
import type { Login } from '@shp/shared/text/en/login';
import { messageOf } from '../../../core/messages.ts';
import { fieldLabel } from '../../../ui/fields/names.ts';
import type { Outcome } from '../../../ui/runAll.ts';
import { type Added, addUser } from '../addUser.ts';

/** A row to send. Its idempotency key stays the same, so that a retry after a lost response creates no second user. */
export type Row = { readonly source: UserImport; readonly key: string; readonly outcome: Outcome<Added> | undefined };

export function newRow(source: UserImport): Row {
  return { source, key: randomKey(), outcome: undefined };
}

// crypto.randomUUID is missing over plain http.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Takes no abort signal: after a stop, rows in flight finish, so that their outcome is known. */
export function sendRow(kind: UserKind, { source: { input }, key }: Row): Promise<Added> {
  const body = input.password === undefined ? input : { ...input, password: hashPassword(input.password) };
  return addUser(kind, body, key);
}

/** Why the server refused a row, with field names. */
export function refusalOf(error: unknown, common: Common, login: Login): string {
  const message = messageOf(error, login);
  if (!(error instanceof ApiError)) return message;
  const fields = Object.entries(error.fields).map(([path, why]) => {
    const key = path.split('.').at(-1) ?? path;
    return `${fieldLabel(key, common)}: ${why}`;
  });
  return fields.length > 0 ? fields.join('; ') : message;
}
