import type { UserKind } from '@shp/shared/domain/accounts/roles';

/** The API's name for the search text of each list. */
export const SEARCH = { managers: 'keyword', experts: 'keyword', stations: 'filter', supervisors: 'keyword' } as const;

/** The calls of the four kinds of user; all other code is shared. */
export const KINDS = {
  managers: { list: 'GET user/managers', add: 'POST user/add_manager', update: 'POST user/update_manager' },
  experts: { list: 'GET user/experts', add: 'POST user/add_expert', update: 'POST user/update_expert' },
  stations: { list: 'GET user/stations', add: 'POST user/add_station', update: 'POST user/update_station' },
  supervisors: { list: 'GET user/supervisors', add: 'POST user/add_supervisor', update: 'POST user/profile' },
} as const satisfies Record<UserKind, { list: string; add: string; update: string }>;
