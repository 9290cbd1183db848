import { OFFSET } from '../domain/days.ts';
import { isDate } from '../domain/fields.ts';

const DAY = 86_400_000;
/** The serial of 1970-01-01; Excel's day 60 is 1900-02-29, which never was, so days before it count one less. */
const EPOCH_SERIAL = 25_569;
const FIRST_RIGHT_SERIAL = 61;

/** An instant as a clock in China shows it, `2026-01-31 08:00:00`; null where the text is no instant. */
export function clockText(instant: string): string | null {
  const time = Date.parse(instant);
  return Number.isFinite(time) ? new Date(time + OFFSET).toISOString().slice(0, 19).replace('T', ' ') : null;
}

/** The serial by which a workbook keeps a day; null where the text is no day. */
export function daySerial(day: string): number | null {
  return isDate(day) ? serial(Date.parse(`${day}T00:00:00Z`)) : null;
}

/** The serial of an instant on a clock in China, to the second; null where the text is no instant. */
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

/** The day of a workbook's date cell: its clock stands in the UTC parts, whatever the zone of whoever wrote it. */
export function clockDay(cell: Date): string {
  return cell.toISOString().slice(0, 10);
}
