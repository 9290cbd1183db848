import type { User } from '@shp/shared/api/objects';
import { SPECIALTIES } from '@shp/shared/domain/accounts/profiles';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { EXPIRING_MAX, RATED } from '@shp/shared/domain/lib/lists';
import { KINDS } from '../../api/userKinds.ts';
import { userView } from '../../lists/userView.ts';
import { type FilterDef, type ListDef, listInput } from './definition.ts';
import { namesWide, ordered } from './layout.ts';

const deleted: FilterDef = { kind: 'flag', key: 'isDeleted', label: ({ tui }) => tui.list.recycleBin };
const keyword: FilterDef = { kind: 'text', key: 'keyword', label: ({ tui }) => tui.list.keyword };

/** Filters for stations by rating. */
export const RATING_FILTERS: readonly FilterDef[] = [
  {
    kind: 'choices',
    one: true,
    key: 'rated',
    label: ({ common }) => common.fields.rating,
    options: ({ common }) =>
      RATED.map((value) => ({
        value,
        label: value === 'none' ? common.filters.unrated : common.levels[Number(value) as Level],
      })),
  },
  { kind: 'number', key: 'expiring', max: EXPIRING_MAX, label: ({ common }) => common.filters.expiring },
];

const FILTERS: Record<UserKind, readonly FilterDef[]> = {
  managers: [keyword, deleted],
  experts: [
    { ...keyword, label: ({ tui }) => tui.list.person },
    {
      kind: 'choices',
      one: true,
      key: 'specialty',
      label: ({ common }) => common.fields.specialties,
      options: ({ common }) => SPECIALTIES.map((value) => ({ value, label: common.specialties[value] })),
    },
    {
      kind: 'division',
      key: 'division',
      label: ({ common }) => common.fields.division,
      keys: { city: 'division', county: 'division' },
    },
    deleted,
  ],
  stations: [
    { ...keyword, key: 'filter' },
    {
      kind: 'division',
      key: 'division',
      label: ({ common }) => common.fields.division,
      keys: { city: 'city', county: 'county' },
    },
    deleted,
    ...RATING_FILTERS,
  ],
  supervisors: [keyword, deleted],
};

/** The list of users of a kind. */
export function userList(kind: UserKind): ListDef<User> {
  const view = userView(kind);
  const brief = (view.brief ?? []).filter((key) => key !== 'id');
  const columns = ordered(view.columns, brief);
  return {
    name: kind,
    place: 'users',
    title: ({ common }) => common.menu[kind],
    columns: (_role, { common, lang }) =>
      columns.map((column) => (column.key === 'role' ? namesWide(column, Object.values(common.roles), lang) : column)),
    brief,
    filters: FILTERS[kind],
    sortKey: 'sortBy',
    get: (api, input, signal) => {
      const call = KINDS[kind].list as 'GET user/stations';
      return api.call(call, listInput<typeof call>(input), { signal });
    },
    nameOf: ({ profile, account }) => `${profile.name} (${account})`,
  };
}
