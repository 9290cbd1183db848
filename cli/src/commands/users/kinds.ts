import { SPECIALTIES } from '@shp/shared/domain/accounts/profiles';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { RATED, USER_LIST_SORTS } from '@shp/shared/domain/lib/lists';
import type { Option, Options } from '../../command/command.ts';

const search = { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.options.search } as const satisfies Option;
const formerly = { ...search, aliasOf: 'search' } as const satisfies Option;
const specialty = {
  kind: 'text',
  value: 'SPECIALTY',
  choices: SPECIALTIES,
  help: ({ common }) => common.fields.specialties,
} as const satisfies Option;
const place = { kind: 'text', value: 'DIVISION', help: ({ cli }) => cli.options.inDivision } as const satisfies Option;

/** Filters of stations by their best rating. */
export const RATING_FILTERS = {
  rated: { kind: 'text', value: 'LEVEL', choices: RATED, help: ({ cli }) => cli.options.rated },
  expiring: { kind: 'number', value: 'DAYS', help: ({ cli }) => cli.options.expiring },
} as const satisfies Options;

const FILTERS = {
  managers: { search, keyword: formerly },
  experts: { search, keyword: formerly, specialty, division: place },
  stations: { search, filter: formerly, province: place, city: place, county: place, ...RATING_FILTERS },
  supervisors: { search, keyword: formerly },
} as const satisfies Record<UserKind, Options>;

/** What the wire calls the text that a list is searched by. */
export const SEARCH = { managers: 'keyword', experts: 'keyword', stations: 'filter', supervisors: 'keyword' } as const;

/** What distinguishes the four kinds of user for the commands; everything else is one implementation. */
export const KINDS = {
  managers: { list: 'GET user/managers', add: 'POST user/add_manager', update: 'POST user/update_manager' },
  experts: { list: 'GET user/experts', add: 'POST user/add_expert', update: 'POST user/update_expert' },
  stations: { list: 'GET user/stations', add: 'POST user/add_station', update: 'POST user/update_station' },
  supervisors: { list: 'GET user/supervisors', add: 'POST user/add_supervisor', update: 'POST user/profile' },
} as const satisfies Record<UserKind, { list: string; add: string; update: string }>;

/** The filter flags of a kind's list and export. */
export function filterOptions(kind: UserKind): Options {
  return {
    ...FILTERS[kind],
    deleted: { kind: 'flag', help: ({ cli }) => cli.options.deleted },
    sortBy: { kind: 'text', value: 'FIELD', choices: USER_LIST_SORTS[kind], help: ({ cli }) => cli.options.sortBy },
    desc: { kind: 'flag', help: ({ cli }) => cli.options.desc },
  };
}
