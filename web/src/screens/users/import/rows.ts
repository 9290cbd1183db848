import { ApiError } from '@shp/shared/api/errors';
import type { Output } from '@shp/shared/api/index';
import { hashPassword } from '@shp/shared/domain/passwords';
import type { UserKind } from '@shp/shared/domain/roles';
import type { UserImport } from '@shp/shared/sheets/read/user';
import type { Common } from '@shp/shared/text/en/common';
import type { Login } from '@shp/shared/text/en/login';
import { client } from '../../../client.ts';
import { messageOf } from '../../../messages.ts';
import { fieldLabel } from '../../../ui/fields/names.ts';
import type { Outcome } from '../../../ui/runAll.ts';

type Added = Output<'POST user/add_station'>;

/** A row to be sent. It keeps its key, so that a row whose answer was lost is not made twice when it is sent again. */
export type Row = { readonly source: UserImport; readonly key: string; readonly outcome: Outcome<Added> | undefined };

const ADD = {
  managers: 'POST user/add_manager',
  experts: 'POST user/add_expert',
  stations: 'POST user/add_station',
  supervisors: 'POST user/add_supervisor',
} as const satisfies Record<UserKind, string>;

export function newRow(source: UserImport): Row {
  return { source, key: randomKey(), outcome: undefined };
}

// crypto.randomUUID is missing over plain http.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A stop lets a row that is on its way arrive, so that its outcome is known. */
export function sendRow(kind: UserKind, { source: { input }, key }: Row): Promise<Added> {
  const body = input.password === undefined ? input : { ...input, password: hashPassword(input.password) };
  return client.call(ADD[kind], body as never, { idempotencyKey: key });
}

/** Why the server refused a row, its fields named. */
export function refusalOf(error: unknown, common: Common, login: Login): string {
  const message = messageOf(error, login);
  if (!(error instanceof ApiError)) return message;
  const fields = Object.entries(error.fields).map(([path, why]) => {
    const key = path.split('.').at(-1) ?? path;
    return `${fieldLabel(key, common)}: ${why}`;
  });
  return fields.length > 0 ? fields.join('; ') : message;
}
