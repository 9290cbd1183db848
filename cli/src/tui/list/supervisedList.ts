import type { Output } from '@shp/shared/api/index';
import { LINKED_COLUMN } from '@shp/shared/sheets/users';
import { userView } from '../../lists/userView.ts';
import { type FilterDef, type ListDef, listInput } from './definition.ts';
import { ordered } from './layout.ts';
import { RATING_FILTERS } from './usersList.ts';

export type SupervisedRow = Output<'GET supervise/stations'>['items'][number];

const KEYWORD: FilterDef = { kind: 'text', key: 'filter', label: ({ tui }) => tui.list.keyword };
const LINKED_ONLY: FilterDef = { kind: 'flag', key: 'linked', label: ({ tui }) => tui.list.linkedOnly };
const view = userView('stations');
const brief = (view.brief ?? []).filter((key) => key !== 'id');
const columns = ordered(view.columns, brief);

const linkable = ordered<SupervisedRow>(
  [...columns, LINKED_COLUMN],
  [...brief.slice(0, 2), 'linked', ...brief.slice(2)],
);

/**
 * An aggregate account's own stations; or, for users who may link them, all stations with those of `supervisor` marked.
 */
export function supervisedList(supervisor: string | null): ListDef<SupervisedRow> {
  const own = supervisor === null;
  return {
    name: own ? 'supervised' : `supervised.${supervisor}`,
    place: 'users',
    title: ({ common }) => common.menu.supervisorStations,
    columns: () => (own ? columns : linkable),
    brief: own ? brief : [...brief, 'linked'],
    filters: [KEYWORD, ...(own ? [] : [LINKED_ONLY]), ...RATING_FILTERS],
    get: (api, input, signal) => {
      const call = 'GET supervise/stations';
      return api.call(call, listInput<typeof call>(own ? input : { ...input, userId: supervisor }), { signal });
    },
    nameOf: ({ profile, account }) => `${profile.name} (${account})`,
  };
}
