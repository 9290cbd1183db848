import { SPECIALTIES } from '@shp/shared/domain/accounts/profiles';
import { UNIT_ROLES, type UserKind } from '@shp/shared/domain/accounts/roles';
import { RATED, USER_LIST_SORTS } from '@shp/shared/domain/lib/lists';
import { SEARCH } from '../../api/userKinds.ts';
import type { Option, Options } from '../../command/command.ts';
import type { Texts } from '../../lib/texts.ts';
import { withDivisions } from '../flags/divisionFlag.ts';

const search = { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.options.search } as const satisfies Option;
const formerly = { ...search, aliasOf: 'search' } as const satisfies Option;
const specialty = {
  kind: 'text',
  value: 'SPECIALTY',
  choices: SPECIALTIES,
  help: ({ common }) => common.fields.specialties,
} as const satisfies Option;
const place = { kind: 'text', value: 'DIVISION', help: ({ cli }) => cli.options.inDivision } as const satisfies Option;

/** Filters for stations by rating. */
export const RATING_FILTERS = {
  rated: { kind: 'text', value: 'LEVEL', choices: RATED, help: ({ cli }) => cli.options.rated },
  expiring: { kind: 'number', value: 'DAYS', help: ({ cli }) => cli.options.expiring },
} as const satisfies Options;

const FILTERS = {
  managers: {
    search,
    keyword: formerly,
    role: { kind: 'text', value: 'ROLE', choices: UNIT_ROLES, help: ({ common }) => common.fields.role },
    city: place,
  },
  experts: { search, keyword: formerly, specialty, division: place },
  stations: {
    search,
    filter: formerly,
    province: place,
    city: place,
    county: place,
    ...RATING_FILTERS,
    capacityFrom: { kind: 'number', value: 'KW', help: ({ common }) => common.filters.capacityFrom },
    capacityTo: { kind: 'number', value: 'KW', help: ({ common }) => common.filters.capacityTo },
  },
  supervisors: { search, keyword: formerly },
} as const satisfies Record<UserKind, Options>;

/** The filter flags of list and export for a kind. */
export function filterOptions(kind: UserKind): Options {
  return {
    ...FILTERS[kind],
    deleted: { kind: 'flag', help: ({ cli }) => cli.options.deleted },
    sortBy: { kind: 'text', value: 'FIELD', choices: USER_LIST_SORTS[kind], help: ({ cli }) => cli.options.sortBy },
    desc: { kind: 'flag', help: ({ cli }) => cli.options.desc },
  };
}

type Given = Readonly<Record<string, unknown>>;
const DIVISIONS = ['division', 'province', 'city', 'county'] as const;

/** The filter of a list or export as the API takes it. */
export async function userFilter(
  kind: UserKind,
  options: Options,
  given: Given,
  texts: Texts,
): Promise<Record<string, unknown>> {
  const { deleted, desc, search, ...rest } = Object.fromEntries(Object.keys(options).map((key) => [key, given[key]]));
  const filter: Record<string, unknown> = {
    ...rest,
    [SEARCH[kind]]: search,
    ...(deleted ? { isDeleted: true } : {}),
    ...(desc ? { desc } : {}),
  };
  const set = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return withDivisions(set, DIVISIONS, texts);
}
