import type { Output } from '@shp/shared/api/index';
import { LINKED_COLUMN } from '@shp/shared/sheets/users';
import { userView } from '../../commands/users/view.ts';
import { type FilterDef, type ListDef, listInput } from '../list/definition.ts';
import { listColumns } from './columns.ts';

export type SupervisedRow = Output<'GET supervise/stations'>['items'][number];

const LINKED_ONLY: FilterDef = { kind: 'flag', key: 'linked', label: ({ tui }) => tui.list.linkedOnly };
const { brief, columns } = listColumns(userView('stations'));

/** The stations of an aggregate account: its own, or, for who may link them, those of `supervisor` among all. */
export function supervisedList(supervisor: string | null): ListDef<SupervisedRow> {
  const own = supervisor === null;
  return {
    name: own ? 'supervised' : `supervised.${supervisor}`,
    place: 'users',
    title: ({ common }) => common.menu.supervisorStations,
    columns: () => (own ? columns : [LINKED_COLUMN, ...columns]),
    brief: own ? brief : ['linked', ...brief],
    filters: [{ kind: 'text', key: 'filter', label: ({ tui }) => tui.list.keyword }, ...(own ? [] : [LINKED_ONLY])],
    get: (api, input, signal) => {
      const call = 'GET supervise/stations';
      return api.call(call, listInput<typeof call>(own ? input : { ...input, userId: supervisor }), { signal });
    },
    nameOf: ({ profile, account }) => `${profile.name} (${account})`,
  };
}
