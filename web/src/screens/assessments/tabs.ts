import type { Role } from '@shp/shared/domain/accounts/roles';
import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';

/** The parts of the list of assessments, in the order of their tabs. */
const TABS = ['waiting', 'underway', 'rated', 'expiring', 'all'] as const;
export type Tab = (typeof TABS)[number];

type Sort = { readonly field: string; readonly order: 'ASC' | 'DESC' };
type Part = {
  readonly filter: (remindDays: number) => Readonly<Record<string, unknown>>;
  readonly sort: Sort;
  /** Whether its rows are ratings, with a last valid day, or reviews, with a time in the stage. */
  readonly ratings?: true;
};

const LONGEST_IN_STAGE = { field: 'statusSince', order: 'ASC' } as const;

/** What each tab lists, and in which order. */
export const PARTS: Record<Tab, Part> = {
  waiting: { filter: () => ({ waiting: true }), sort: LONGEST_IN_STAGE },
  underway: { filter: () => ({ status: ON_PROGRESS }), sort: LONGEST_IN_STAGE },
  rated: { filter: () => ({ rated: true }), sort: { field: 'concludedAt', order: 'DESC' }, ratings: true },
  expiring: {
    filter: (remindDays) => ({ expiring: remindDays }),
    sort: { field: 'validUntil', order: 'ASC' },
    ratings: true,
  },
  all: { filter: () => ({}), sort: { field: 'createdAt', order: 'DESC' } },
};

/** A role's tabs; a station has few rows and no tabs. */
export function tabsOf(role: Role): readonly Tab[] {
  if (role === 'station') return [];
  if (role === 'expert') return ['waiting', 'all'];
  return hasTodo(role) ? TABS : TABS.filter((tab) => tab !== 'waiting');
}

/** Filters that a tab fixes itself: another tab drops them. */
export const TAB_FILTERS = ['waiting', 'status', 'rated', 'expiring'] as const;

/** The tab of an address that names none: the first one, or everything that the filters of a link match. */
export function impliedTab(role: Role, filter: Readonly<Record<string, unknown>>): Tab {
  const tabs = tabsOf(role);
  const [first = 'all'] = tabs;
  if (filter.waiting === true && tabs.includes('waiting')) return 'waiting';
  return Object.keys(filter).length === 0 ? first : 'all';
}

/** The tab that an address opens. */
export function tabOf(role: Role, search: string, filter: Readonly<Record<string, unknown>>): Tab {
  const named = new URLSearchParams(search).get('tab');
  return tabsOf(role).find((tab) => tab === named) ?? impliedTab(role, filter);
}
