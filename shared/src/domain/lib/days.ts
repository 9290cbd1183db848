/**
 * Days in China Standard Time, `YYYY-MM-DD` (docs/spec/wire.md#conventions). China has no summer time: always UTC+8.
 */
export const OFFSET = 8 * 60 * 60 * 1000;
/** Milliseconds of an hour. */
export const HOUR = 60 * 60 * 1000;
/** Milliseconds of a day. */
export const DAY = 24 * HOUR;

/** The China Standard Time day of an instant. `time` is ISO 8601 UTC or a Date. */
export function dayOf(time: string | Date): string {
  return new Date(new Date(time).getTime() + OFFSET).toISOString().slice(0, 10);
}

/** Whether a text is an existing day, `YYYY-MM-DD`, from 1900 to 2199. */
export function isDate(text: string): boolean {
  if (!/^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** The day `count` days after a day, or before it if negative. */
export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);
}

/** Whole days in China Standard Time from the day of an instant to today; 0 if the instant is in the future. */
export function daysSince(instant: string, now: Date = new Date()): number {
  return Math.max(0, Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(instant))) / DAY));
}

/** Days in the present status, in China Standard Time; all lists and headings use this count. */
export function daysInStatus({ statusSince }: { statusSince: string }, now?: Date): number {
  return daysSince(statusSince, now);
}

/** First instant of a day (`from`, inclusive) and of the next day (`until`, exclusive), ISO 8601 UTC. */
export function dayBounds(day: string): { from: string; until: string } {
  const start = Date.parse(`${day}T00:00:00Z`) - OFFSET;
  return { from: new Date(start).toISOString(), until: new Date(start + DAY).toISOString() };
}

/** The first or last instant of a day; an instant is returned unchanged. */
export function dayEdgeOf(dayOrInstant: string, edge: 'first' | 'last'): string {
  if (dayOrInstant.includes('T')) return dayOrInstant;
  const { from, until } = dayBounds(dayOrInstant);
  return edge === 'first' ? from : new Date(Date.parse(until) - 1).toISOString();
}

/**
 * The last valid day of a rating: the day before the `validYears`th anniversary of its conclusion
 * (docs/spec/domain.md#lifecycle). If the anniversary is a 29 February that does not exist, the rating ends on 28
 * February.
 */
export function validUntil(concludedAt: string, validYears: number): string {
  const [year = 0, month = 0, date = 0] = dayOf(concludedAt).split('-').map(Number);
  return new Date(Date.UTC(year + validYears, month - 1, date - 1)).toISOString().slice(0, 10);
}

/**
 * The last valid day of a rating revoked at `at`: that day, unless it had ended before (docs/spec/domain.md#lifecycle).
 */
export function revokedUntil(valid: string, at: string): string {
  const day = dayOf(at);
  return day < valid ? day : valid;
}
