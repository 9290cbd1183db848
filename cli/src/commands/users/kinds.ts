import { USER_LIST_SORTS } from '@shp/shared/domain/lists';
import { SPECIALTIES } from '@shp/shared/domain/profiles';
import type { UserKind } from '@shp/shared/domain/roles';
import type { Option, Options } from '../../core/command.ts';

const keyword = { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.options.keyword } as const satisfies Option;
const specialty = {
  kind: 'text',
  value: 'SPECIALTY',
  choices: SPECIALTIES,
  help: ({ common }) => common.fields.specialties,
} as const satisfies Option;
const place = { kind: 'text', value: 'DIVISION', help: ({ cli }) => cli.options.inDivision } as const satisfies Option;

const FILTERS = {
  managers: { keyword },
  experts: { keyword: { ...keyword, help: ({ cli }) => cli.options.person }, specialty, division: place },
  stations: { filter: keyword, province: place, city: place, county: place },
  supervisors: { keyword },
} as const satisfies Record<UserKind, Options>;

/** What distinguishes the four kinds of user for the commands; everything else is one implementation. */
export const KINDS = {
  managers: { list: 'GET user/managers', add: 'POST user/add_manager', update: 'POST user/update_manager' },
  experts: { list: 'GET user/experts', add: 'POST user/add_expert', update: 'POST user/update_expert' },
  stations: { list: 'GET user/stations', add: 'POST user/add_station', update: 'POST user/update_station' },
  supervisors: { list: 'GET user/supervisors', add: 'POST user/add_supervisor', update: 'POST user/profile' },
} as const satisfies Record<UserKind, { list: string; add: string; update: string }>;

/** The filter flags of a kind's list and export, by the names of the wire. */
export function filterOptions(kind: UserKind): Options {
  return {
    ...FILTERS[kind],
    deleted: { kind: 'flag', help: ({ cli }) => cli.options.deleted },
    sortBy: { kind: 'text', value: 'FIELD', choices: USER_LIST_SORTS[kind], help: ({ cli }) => cli.options.sortBy },
    desc: { kind: 'flag', help: ({ cli }) => cli.options.desc },
  };
}
