import { DAY } from '../lib/days.ts';

/** The time between two instants in whole tenths of days, rounded half up; 0 if the second is earlier. */
export function dayTenths(from: string, to: string): number {
  const elapsed = Math.max(0, Date.parse(to) - Date.parse(from));
  // Whole numbers below 2^53: exact, and cheap for each of some ten thousand assessments.
  return Math.floor((20 * elapsed + DAY) / (2 * DAY));
}

/** The median of values in whole tenths, as a number with one decimal, rounded half up; null if there are none. */
export function medianOfTenths(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : Math.floor((lower + upper + 1) / 2) / 10;
}
