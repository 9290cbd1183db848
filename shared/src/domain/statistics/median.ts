import { DAY } from '../lib/days.ts';

/** The time between two instants in whole tenths of days, rounded half up; 0 if the second is earlier. */
export function dayTenths(from: string, to: string): number {
  // Whole numbers below 2^53: exact.
  return Math.floor((20 * elapsed(from, to) + DAY) / (2 * DAY));
}

const elapsed = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from));

/** The median of the times since these instants in days, rounded half up to one decimal at the end only; null if none. */
export function medianDaysSince(instants: readonly string[], now: string): number | null {
  const sum = middleSum(instants.map((from) => elapsed(from, now)));
  return sum === null ? null : Math.floor((10 * sum + DAY) / (2 * DAY)) / 10;
}

/** The median of values in whole tenths, as a number with one decimal, rounded half up; null if there are none. */
export function medianOfTenths(values: readonly number[]): number | null {
  const sum = middleSum(values);
  return sum === null ? null : Math.floor((sum + 1) / 2) / 10;
}

/** Twice the median: the sum of the two values in the middle; null if there are none. */
function middleSum(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : lower + upper;
}
