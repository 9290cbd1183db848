import { DAY, isDate, OFFSET } from '../domain/lib/days.ts';

/**
 * The serial of 1970-01-01. Excel counts a 1900-02-29 that never existed as day 60, so earlier serials are one lower.
 */
const EPOCH_SERIAL = 25_569;
const FIRST_RIGHT_SERIAL = 61;

const INSTANT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const HOURS = OFFSET / 3_600_000;

/** An instant in China Standard Time, `2026-01-31 08:00:00`; null if the text is not an instant. */
export function clockText(instant: string): string | null {
  const day = instant.slice(0, 10);
  const next = INSTANT.test(instant) ? dayAfter(day) : null;
  if (next === null) return anyClockText(instant);
  const hour = Number(instant.slice(11, 13)) + HOURS;
  return `${hour < 24 ? day : next} ${String(hour % 24).padStart(2, '0')}${instant.slice(13, 19)}`;
}

function anyClockText(instant: string): string | null {
  const time = Date.parse(instant);
  return Number.isFinite(time) ? new Date(time + OFFSET).toISOString().slice(0, 19).replace('T', ' ') : null;
}

/** Cache: a large export has many instants but few days; computing each one would take a third of its time. */
const daysAfter = new Map<string, string | null>();

/** The next day; null if the text is not a day. */
function dayAfter(day: string): string | null {
  const known = daysAfter.get(day);
  if (known !== undefined) return known;
  const time = Date.parse(`${day}T00:00:00Z`);
  const next = Number.isFinite(time) ? new Date(time + DAY).toISOString().slice(0, 10) : null;
  daysAfter.set(day, next);
  return next;
}

/** A workbook's serial for a day; null if the text is not a day. */
export function daySerial(day: string): number | null {
  return isDate(day) ? serial(Date.parse(`${day}T00:00:00Z`)) : null;
}

/** A workbook's serial for an instant in China Standard Time, to the second; null if the text is not an instant. */
export function clockSerial(instant: string): number | null {
  const time = Date.parse(instant);
  return Number.isFinite(time) ? serial(Math.floor((time + OFFSET) / 1000) * 1000) : null;
}

function serial(clock: number): number {
  const days = clock / DAY + EPOCH_SERIAL;
  return days < FIRST_RIGHT_SERIAL ? days - 1 : days;
}

/** The day of a serial. */
export function serialDay(days: number): string {
  const right = days < FIRST_RIGHT_SERIAL ? days + 1 : days;
  return clockDay(new Date((Math.floor(right) - EPOCH_SERIAL) * DAY));
}

/** The day of a workbook's date cell: the UTC fields hold the cell's own date and time, independent of time zones. */
export function clockDay(cell: Date): string {
  return cell.toISOString().slice(0, 10);
}
