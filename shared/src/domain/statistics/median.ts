import { DAY } from '../lib/days.ts';
import { ratio, roundHalfUp } from '../lib/rational.ts';

/** The time between two instants in whole tenths of days, rounded half up; 0 if the second is earlier. */
export function dayTenths(from: string, to: string): number {
  const elapsed = Math.max(0, Date.parse(to) - Date.parse(from));
  return roundHalfUp(ratio(elapsed, DAY), 10);
}

/** The median of values in whole tenths, as a number with one decimal, rounded half up; null if there are none. */
export function medianOfTenths(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : roundHalfUp(ratio(lower + upper, 2), 1) / 10;
}
