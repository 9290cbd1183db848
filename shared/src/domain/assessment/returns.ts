import type { Role } from '../accounts/roles.ts';
import type { AnsweredRemark } from './remarks.ts';
import type { Status } from './statuses.ts';

/** The last return by a reviewer, or null. A station that takes its application back returns nothing. */
export function lastReturn<E extends { status: Status; by: { role: Role } | null }>(events: readonly E[]): E | null {
  return events.findLast(({ status, by }) => status === 'returned' && by?.role !== 'station') ?? null;
}

/** How many of these remarks the station has not answered. */
export function unansweredOf(remarks: readonly AnsweredRemark[]): number {
  return remarks.filter(({ answers = [] }) => answers.length === 0).length;
}
