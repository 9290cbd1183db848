import type { Value } from '@shp/shared/sheets/column';
import type { Texts } from '../lib/texts.ts';
import { screenColumn, type View } from '../output/columns.ts';

type Made = { id: string };
type Added = Made & { initialPassword?: string | undefined };

/** The view of a new object's id. */
export const NEW_ID_VIEW: View<Made> = { columns: [screenColumn('id', 'id', ({ id }) => id)], paths: ['id'] };

/** A server and its login, as printed by commands that change either. */
export type Place = { server: string; name?: string; account?: string; role?: string };
export function placeView({ cli, common }: Texts): View<Place> {
  return {
    columns: [
      screenColumn('server', cli.server.columns.url, ({ server }) => server),
      screenColumn('name', cli.server.columns.name, ({ name }) => name),
      screenColumn('account', common.fields.account, ({ account }) => account),
      screenColumn('role', common.fields.role, ({ role }) => role),
    ],
    paths: ['server', 'name', 'account', 'role'],
  };
}

/** The view of a new or reset account with its initial password. */
export function addedView({ common }: Texts, accountOf: (id: string) => string | undefined): View<Added> {
  return {
    columns: [
      screenColumn('id', 'id', ({ id }) => id),
      screenColumn('account', common.fields.account, ({ id }) => accountOf(id)),
      screenColumn('initialPassword', common.fields.initialPassword, (row) => row.initialPassword, 'code'),
    ],
    brief: ['account', 'initialPassword'],
    paths: ['id', 'initialPassword'],
  };
}

/** The view of what a command did, for programs: its keys are its headings. */
export function resultView<R extends Readonly<Record<string, Value>>>(row: R): View<R> {
  const paths = Object.keys(row);
  return { columns: paths.map((key) => screenColumn(key, key, (one: R) => one[key])), paths };
}
