import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { dialogSearch } from '@shp/shared/domain/addresses/dialogs';
import { LIST_FIELDS, type ListName } from '@shp/shared/domain/addresses/listFields';
import { listSearch } from '@shp/shared/domain/addresses/listSearch';
import { SIZE_DEFAULT } from '@shp/shared/domain/lib/lists';
import type { RoutePath } from '@shp/shared/domain/routes';
import type { ConsolePage } from '../command/consolePage.ts';
import type { CommandContext } from '../command/context.ts';
import { findUser } from '../command/lookup.ts';

const PATHS = {
  assessments: '/assessments',
  managers: '/managers',
  experts: '/experts',
  stations: '/stations',
  supervisors: '/supervisors',
  supervised: '/supervisor/stations',
  documents: '/documents',
} as const satisfies Record<ListName, RoutePath>;

/** The address of a page below the server's. */
export async function pageAddress(page: ConsolePage, context: CommandContext): Promise<string> {
  if ('list' in page) return listAddress(page);
  if ('links' in page) return `${PATHS.supervisors}${dialogSearch('', { links: page.links })}`;
  if ('path' in page) {
    const given = Object.entries(page.query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return given.length === 0 ? page.path : `${page.path}?${new URLSearchParams(given)}`;
  }
  const api = await context.api();
  if ('user' in page) {
    const { id } = await findUser(context, api, page.kind, page.user);
    return `${PATHS[page.kind]}${dialogSearch('', { show: id })}`;
  }
  const [{ role }, row] = await Promise.all([
    api.call('GET user', {}),
    api.call('GET assessment', { id: page.assessment }),
  ]);
  return `${assessmentPath(role, row)}${page.part === undefined ? '' : `#${page.part}`}`;
}

function listAddress({ list, filter: asked = {}, paging = {} }: Extract<ConsolePage, { list: ListName }>): string {
  const { sortby, sortBy, desc, ...filter } = asked;
  const field = sortby ?? sortBy;
  const sort = field === undefined ? null : { field, order: desc ? ('DESC' as const) : ('ASC' as const) };
  const state = { filter, sort, page: paging.page ?? 1, perPage: paging.size ?? SIZE_DEFAULT };
  // Without a filter the console shows what waits for the user; the command lists all.
  const tab = list === 'assessments' && Object.keys(filter).length === 0 ? 'all' : null;
  return `${PATHS[list]}${listSearch(state, LIST_FIELDS[list], '', tab)}`;
}
