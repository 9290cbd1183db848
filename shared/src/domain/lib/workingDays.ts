import { isDate, plusDays } from './days.ts';

/** Days off in the week, or a weekend on which people work. */
export type Holiday = {
  readonly first: string;
  readonly last: string;
  readonly kind: 'off' | 'work';
  readonly name: string;
};

/** Exceptions to the Monday–Friday week: days off in it, and Saturdays and Sundays on which people work. */
export type Calendar = {
  readonly off: ReadonlySet<string>;
  readonly work: ReadonlySet<string>;
  /** The years for which the calendar has entries. */
  readonly years: ReadonlySet<string>;
};

/** One line: a day or two days with the days between them, then what they are, then any name. */
const LINE = /^(\d{4}-\d\d-\d\d)(?:\s*(?:\.\.|~)\s*(\d{4}-\d\d-\d\d))?[\s,]+(off|work|休|班)(?:[\s,]+(.*))?$/;
const OFF = ['off', '休'];
/** A name that holds a day is another line, which would be lost. */
const DAY = /\d{4}-\d\d-\d\d/;
/** A longer period in one line is a typing error. */
const MAX_HOLIDAY_DAYS = 31;

/** The year that a line belongs to: that of its last day, because days off at the end of December are of the New Year. */
export function yearOf({ last }: Pick<Holiday, 'last'>): string {
  return last.slice(0, 4);
}

/** Whether the days exist, in this order, and are not too many. */
export function isPeriod(first: string, last: string): boolean {
  return isDate(first) && isDate(last) && first <= last && last < plusDays(first, MAX_HOLIDAY_DAYS);
}

/** Reads one line of a calendar: null if it says nothing, undefined if it is wrong. */
export function readHoliday(raw: string): Holiday | null | undefined {
  const line = raw.trim();
  if (line === '' || line.startsWith('#')) return null;
  const [, first = '', last = first, kind = '', name = ''] = LINE.exec(line) ?? [];
  if (DAY.test(name)) return undefined;
  return isPeriod(first, last) ? { first, last, kind: OFF.includes(kind) ? 'off' : 'work', name } : undefined;
}

/**
 * Reads a calendar of holidays, one line each: `2026-10-01..2026-10-07 off National Day`, `2026-10-10 work`, or with
 * 休 and 班; empty lines and lines that begin with # say nothing. `wrong`: the first line that is not so, from 1.
 */
export function readHolidays(text: string): { holidays: readonly Holiday[]; wrong: number | null } {
  const holidays: Holiday[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const holiday = readHoliday(line);
    if (holiday === undefined) return { holidays, wrong: index + 1 };
    if (holiday) holidays.push(holiday);
  }
  return { holidays, wrong: null };
}

/** The calendar of a text of holidays; of two lines about a day the later one counts. */
export function readCalendar(text: string): Calendar {
  const calendar = { off: new Set<string>(), work: new Set<string>(), years: new Set<string>() };
  for (const holiday of readHolidays(text).holidays) {
    calendar.years.add(yearOf(holiday));
    for (const day of daysOf(holiday)) {
      calendar[holiday.kind].add(day);
      calendar[holiday.kind === 'off' ? 'work' : 'off'].delete(day);
    }
  }
  return calendar;
}

/** The days of a line. */
export function daysOf({ first, last }: Pick<Holiday, 'first' | 'last'>): string[] {
  const days = [first];
  for (let day = plusDays(first, 1); day <= last; day = plusDays(day, 1)) days.push(day);
  return days;
}

/** Whether people work on a day; without data for its year, from Monday to Friday. */
export function isWorkingDay(day: string, { off, work }: Calendar): boolean {
  if (off.has(day)) return false;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return work.has(day) || (weekday >= 1 && weekday <= 5);
}

/**
 * The last of `count` working days after a day, and the years on the way of which the calendar says nothing: there only
 * Saturdays and Sundays are taken off.
 */
export function afterWorkingDays(
  day: string,
  count: number,
  calendar: Calendar,
): { until: string; withoutCalendar: string[] } {
  const passed = new Set<string>();
  let until = day;
  for (let left = count; left > 0; ) {
    until = plusDays(until, 1);
    passed.add(until.slice(0, 4));
    if (isWorkingDay(until, calendar)) left--;
  }
  return { until, withoutCalendar: [...passed].filter((year) => !calendar.years.has(year)) };
}
