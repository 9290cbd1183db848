import { medianOfTenths } from './median.ts';

/** How many findings of a group are not closed, overdue and closed. */
export type FindingCounts = { readonly open: number; readonly overdue: number; readonly closed: number };
/** Closed findings of a group, by the tenths of days that they took. */
export type ClosedAfter = { readonly key: string; readonly days: number; readonly count: number };
export type FindingFigures = FindingCounts & { readonly medianDays: number | null };

/** The counts of groups, added up by key, with the median of the days to close. */
export function findingFigures(
  counts: readonly (FindingCounts & { readonly key: string })[],
  closed: readonly ClosedAfter[],
): Map<string, FindingFigures> {
  const sums = new Map<string, FindingCounts>();
  for (const { key, open, overdue, closed: ended } of counts) {
    const before = sums.get(key) ?? { open: 0, overdue: 0, closed: 0 };
    sums.set(key, {
      open: before.open + open,
      overdue: before.overdue + overdue,
      closed: before.closed + ended,
    });
  }
  const days = new Map<string, number[]>();
  for (const { key, days: tenths, count } of closed) {
    const known = days.get(key) ?? [];
    days.set(key, known);
    for (let times = 0; times < count; times += 1) known.push(tenths);
  }
  return new Map([...sums].map(([key, sum]) => [key, { ...sum, medianDays: medianOfTenths(days.get(key) ?? []) }]));
}
