import type { Role } from '../accounts/roles.ts';
import { FINDING_STATES, type FindingSort, type FindingState } from '../findings/finding.ts';
import { FINDING_ROLES } from '../findings/steps.ts';

/** What the list of findings shows: those not closed, those overdue, or those in a state. */
export const FINDING_VIEWS = ['unclosed', 'overdue', ...FINDING_STATES] as const;
export type FindingView = (typeof FINDING_VIEWS)[number];

/** Findings on a page of the list. */
export const FINDINGS_PAGE = 20;

/** Findings of each group that the list shows before the rest. */
export const FIRST_SHOWN = 5;

/** The states of the findings that are not closed. */
export const UNCLOSED: readonly FindingState[] = FINDING_STATES.filter((state) => state !== 'closed');

/** The order of what is not closed: the earliest deadline first. */
export const BY_DEADLINE = { sortby: 'due' } as const;

/** The order of a view: what waits to be checked longest first, of what is closed or of any state (null) the newest. */
export function orderOfView(view: FindingView | null): { sortby?: FindingSort } {
  if (view === null || view === 'closed') return {};
  return view === 'done' ? { sortby: 'updatedAt' } : BY_DEADLINE;
}

/** The filter of `GET finding/query` for a view. */
export function filterOfView(view: FindingView): { state?: FindingState[]; overdue?: true } {
  if (view === 'overdue') return { overdue: true };
  return { state: view === 'unclosed' ? [...UNCLOSED] : [view] };
}

/** An item, an element or a chapter by its number. */
const SERIAL = /^\d{1,2}(\.\d{1,3}){0,3}$/;

/** The filter for what is typed into the one search box: the number of an item or a chapter, or any other text. */
export function findingSearch(typed: string): { serial?: string; search?: string } {
  if (typed === '') return {};
  return SERIAL.test(typed) ? { serial: typed } : { search: typed };
}

/** What the home page counts for a role: for stations what is left to do, for units what waits for them. */
export function findingViewsOf(role: Role): readonly ('unclosed' | 'done' | 'overdue')[] {
  if (!(FINDING_ROLES as readonly Role[]).includes(role)) return [];
  return role === 'station' ? ['unclosed', 'overdue'] : ['done', 'overdue'];
}

/** With what the list of findings that are not closed begins for a role: what waits for it and what is overdue; and the rest. */
export function findingGroupsOf(role: Role): {
  first: readonly ('done' | 'overdue')[];
  rest: { state: FindingState[]; overdue: false };
} {
  const first = findingViewsOf(role).filter((view) => view !== 'unclosed');
  const state = UNCLOSED.filter((one) => one !== 'done' || !first.includes('done'));
  return { first: first.length > 0 ? first : ['overdue'], rest: { state, overdue: false } };
}

/** The address of the list of findings, on a view other than its own. */
export function findingsAddress(view: FindingView = 'unclosed'): string {
  return `/assessments?tab=findings${view === 'unclosed' ? '' : `&show=${view}`}`;
}

/** The view in an address; null if it names none. */
export function findingViewOf(search: URLSearchParams): FindingView | null {
  const given = search.get('show');
  return FINDING_VIEWS.find((one) => one === given) ?? null;
}
