/** Days in China Standard Time, `YYYY-MM-DD` (docs/spec/wire.md#conventions). It has no summer time: UTC+8 always. */
export const OFFSET = 8 * 60 * 60 * 1000;
/** The milliseconds of an hour. */
export const HOUR = 60 * 60 * 1000;
/** The milliseconds of a day. */
export const DAY = 24 * HOUR;

/** The day of an instant in China Standard Time. `time` is ISO 8601 UTC or a Date. */
export function dayOf(time: string | Date): string {
  return new Date(new Date(time).getTime() + OFFSET).toISOString().slice(0, 10);
}

/** Whole days, in China, from the day of an instant to that of `now`; 0 where it is yet to come. */
export function daysSince(instant: string, now: Date = new Date()): number {
  return Math.max(0, Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(instant))) / DAY));
}

/** Whole days, in China, that an assessment has been in its present status: the one count of every list and heading. */
export function daysInStatus({ statusSince }: { statusSince: string }, now?: Date): number {
  return daysSince(statusSince, now);
}

/** The instants between which a day lies: `from` inclusive, `until` exclusive, ISO 8601 UTC. */
export function dayBounds(day: string): { from: string; until: string } {
  const start = Date.parse(`${day}T00:00:00Z`) - OFFSET;
  return { from: new Date(start).toISOString(), until: new Date(start + DAY).toISOString() };
}

/** The instant that a day begins, or its last one; an instant is itself. */
export function edgeOf(dayOrInstant: string, edge: 'first' | 'last'): string {
  if (dayOrInstant.includes('T')) return dayOrInstant;
  const { from, until } = dayBounds(dayOrInstant);
  return edge === 'first' ? from : new Date(Date.parse(until) - 1).toISOString();
}

/**
 * The last valid day of a rating: the day before the `validYears`th anniversary of its conclusion (
 * docs/spec/domain.md#lifecycle). Where the anniversary is a 29 February that does not exist, the rating ends with that February.
 */
export function validUntil(concludedAt: string, validYears: number): string {
  const [year = 0, month = 0, date = 0] = dayOf(concludedAt).split('-').map(Number);
  return new Date(Date.UTC(year + validYears, month - 1, date - 1)).toISOString().slice(0, 10);
}

/** The last valid day of a rating that is revoked at `at`: that day, unless it had ended before (docs/spec/domain.md#lifecycle). */
export function revokedUntil(valid: string, at: string): string {
  const day = dayOf(at);
  return day < valid ? day : valid;
}
