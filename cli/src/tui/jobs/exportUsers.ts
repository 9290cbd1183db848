import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { USER_COLUMNS } from '@shp/shared/sheets/users';
import { type Exporting, exportCommand, listedRows } from './export.ts';

/** Exports users; selected rows have the same columns. */
export function userExport(kind: UserKind): Exporting<User> {
  return {
    name: kind,
    title: ({ common }) => common.menu[kind],
    whole: (_role, query) => ({ key: 'GET user/export', input: { kind, ...query } }),
    command: (_role, target, file) => exportCommand([kind], target, file),
    part: async (model, target, _role, _shp, tools) => ({
      columns: USER_COLUMNS[kind],
      batches: listedRows(model, target, tools),
    }),
  };
}

/**
 * Exports the stations of an aggregate account. The server has no such export, so even all of them are exported row by
 * row.
 */
export const SUPERVISED_EXPORT: Exporting<User & { linked: boolean }> = {
  name: 'supervised-stations',
  title: ({ common }) => common.menu.supervisorStations,
  whole: () => null,
  part: async (model, target, _role, _shp, tools) => ({
    columns: USER_COLUMNS.stations,
    batches: listedRows(model, target, tools),
  }),
};
