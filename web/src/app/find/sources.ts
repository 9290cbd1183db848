import type { User } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { MenuEntry } from '@shp/shared/domain/menu';
import type { RoutePath } from '@shp/shared/domain/routes';
import { client } from '../../core/client.ts';

/** Results of one kind; the list behind the menu entry has all. */
const SHOWN = 6;

export type Found = {
  /** Address in the console. */
  readonly to: string;
  readonly title: string;
  /** A second line, such as a number or a division. */
  readonly note: string;
  readonly status?: Status;
  /** Leads to the list with everything that matches. */
  readonly leadsOn?: true;
};
/** A command: does something on the page or everywhere. */
export type Keyed = {
  readonly run: () => void;
  readonly title: string;
  readonly note: string;
  /** The keys that do the same. */
  readonly keys?: string;
};
/** What the box finds, in the order of its groups. */
const GROUPS = ['stations', 'assessments', 'supervisorStations', 'experts', 'managers', 'supervisors'] as const;
type Group = (typeof GROUPS)[number];

/** What a list has that matches: the first few, how many in all, and the address of the list with the search. */
type Matches = { readonly items: readonly Found[]; readonly total: number; readonly list: string };
type Search = (text: string, role: Role, signal: AbortSignal) => Promise<Matches>;

const accounts = (
  path: RoutePath,
  filter: Record<string, string>,
  { items, total }: { items: readonly User[]; total: number },
): Matches => ({
  items: items.map(({ id, account, division, profile }) => ({
    to: `${path}?show=${encodeURIComponent(id)}`,
    title: profile.name || account,
    note: [account, division === null ? '' : divisionPath(division)].filter(Boolean).join(' · '),
  })),
  total,
  list: listAddress(path, filter),
});

/** The first few accounts in their order. */
const FIRST = { size: SHOWN, sortBy: 'account' } as const;

/** The search of each list; a role has those of its menu, and the server answers in the caller's scope. */
const SEARCHES: Partial<Record<Group, Search>> = {
  stations: async (filter, _, signal) =>
    accounts('/stations', { filter }, await client.call('GET user/stations', { filter, ...FIRST }, { signal })),
  assessments: async (search, role, signal) => {
    const call = role === 'supervisor' ? 'GET supervise/assessments' : 'GET assessment/query';
    const { items, total } = await client.call(call, { search, size: SHOWN }, { signal });
    return {
      items: items.map((row) => ({
        to: assessmentPath(role, row),
        title: row.station.name,
        note: row.number,
        status: row.status,
      })),
      total,
      list: listAddress('/assessments', { search }),
    };
  },
  supervisorStations: async (filter, _, signal) =>
    accounts(
      '/supervisor/stations',
      { filter },
      await client.call('GET supervise/stations', { filter, linked: true, ...FIRST }, { signal }),
    ),
  experts: async (keyword, _, signal) =>
    accounts('/experts', { keyword }, await client.call('GET user/experts', { keyword, ...FIRST }, { signal })),
  managers: async (keyword, _, signal) =>
    accounts('/managers', { keyword }, await client.call('GET user/managers', { keyword, ...FIRST }, { signal })),
  supervisors: async (keyword, _, signal) =>
    accounts('/supervisors', { keyword }, await client.call('GET user/supervisors', { keyword, ...FIRST }, { signal })),
};

export type Results = {
  readonly groups: readonly ({ readonly group: Group } & Matches)[];
  /** Why a list could not be searched. */
  readonly failure: unknown;
};

/** Searches the lists of a menu at once. */
export async function search(
  text: string,
  menu: readonly MenuEntry[],
  role: Role,
  signal: AbortSignal,
): Promise<Results> {
  const groups = GROUPS.filter((group) => SEARCHES[group] && menu.some(({ key }) => key === group));
  const answers = await Promise.allSettled(groups.map((group) => SEARCHES[group]?.(text, role, signal)));
  return {
    groups: groups.flatMap((group, index) => {
      const answer = answers[index];
      return answer?.status === 'fulfilled' && answer.value ? [{ group, ...answer.value }] : [];
    }),
    failure: answers.find((answer) => answer.status === 'rejected')?.reason ?? null,
  };
}
