import type { ListView, TuiChoices } from '../../config/config.ts';
import type { FilterDef } from './definition.ts';

/** The saved views of a list on a server, by name. */
export function viewsOf({ views = {} }: TuiChoices, server: string, list: string): Readonly<Record<string, ListView>> {
  return views[server]?.[list] ?? {};
}

/** The query of a view with the present names of its keys. */
export function presentQuery({ query }: ListView, filters: readonly FilterDef[]): ListView['query'] {
  const present = (key: string) => filters.find(({ formerly }) => formerly === key)?.key ?? key;
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [present(key), value]));
}
