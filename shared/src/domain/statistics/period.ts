import { dayOf, isDate } from '../lib/days.ts';

/** Months in China Standard Time, `YYYY-MM` (docs/spec/domain.md#statistics). */

/** The months that `progress` shows if none are named. */
export const DEFAULT_MONTHS = 36;
/** The years that a period may name. */
export const YEARS = { first: 2000, last: 2099 } as const;

/** A period of days, both inclusive; an absent end is open. */
export type Period = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Whether a text is a day or a month of a year that a period may name. */
export function isDayOrMonth(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const isOne = /^\d{4}-\d{2}$/.test(text) ? isDate(`${text}-01`) : isDate(text);
  return isOne && year >= YEARS.first && year <= YEARS.last;
}

/** The first or the last day of a month; a day is returned unchanged. */
export function dayAt(dayOrMonth: string, edge: 'first' | 'last'): string {
  if (dayOrMonth.length > 7) return dayOrMonth;
  return edge === 'first' ? `${dayOrMonth}-01` : lastDay(dayOrMonth);
}

/** The China Standard Time month of an instant. */
export function monthOf(time: string | Date): string {
  return dayOf(time).slice(0, 7);
}

/** The month this many months later, or earlier if negative. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, one - 1 + months, 1)).toISOString().slice(0, 7);
}

/** All months from one to another, both inclusive; empty if the first is later. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = monthAfter(month, 1)) months.push(month);
  return months;
}

/** The months of a period: to this month unless it names an end, and {@link DEFAULT_MONTHS} unless it names a start. */
export function monthsOf({ from, to }: Period, today: string): string[] {
  const first = from?.slice(0, 7);
  const thisMonth = today.slice(0, 7);
  const last = to?.slice(0, 7) ?? (first !== undefined && first > thisMonth ? first : thisMonth);
  return monthsBetween(first ?? monthAfter(last, 1 - DEFAULT_MONTHS), last);
}

/** A period as whole months, for which sums are stored, and the days of partial months before and after them. */
export type SplitPeriod = {
  /** Null if the period has no whole month. */
  readonly months: Period | null;
  readonly edges: readonly { readonly from: string; readonly to: string }[];
};

/** Splits a period: each of its days is in exactly one part. */
export function splitPeriod({ from, to }: Period): SplitPeriod {
  const isWholeFrom = from === undefined || from.endsWith('-01');
  const isWholeTo = to === undefined || to === lastDay(to.slice(0, 7));
  if (from !== undefined && to !== undefined && from.slice(0, 7) === to.slice(0, 7)) {
    const month = from.slice(0, 7);
    return isWholeFrom && isWholeTo
      ? { months: { from: month, to: month }, edges: [] }
      : { months: null, edges: from <= to ? [{ from, to }] : [] };
  }
  const edges = [];
  let first = from?.slice(0, 7);
  let last = to?.slice(0, 7);
  if (from !== undefined && first !== undefined && !isWholeFrom) {
    edges.push({ from, to: lastDay(first) });
    first = monthAfter(first, 1);
  }
  if (to !== undefined && last !== undefined && !isWholeTo) {
    edges.push({ from: `${last}-01`, to });
    last = monthAfter(last, -1);
  }
  const isEmpty = first !== undefined && last !== undefined && first > last;
  return { months: isEmpty ? null : { from: first, to: last }, edges };
}

function lastDay(month: string): string {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, one, 0)).toISOString().slice(0, 10);
}
