import { isDate, plusDays } from './days.ts';

/** What a calendar says against the week: days off in it, and Saturdays and Sundays on which people work. */
export type Calendar = {
  readonly off: ReadonlySet<string>;
  readonly work: ReadonlySet<string>;
  /** The years of which the calendar says anything. */
  readonly years: ReadonlySet<string>;
};

/** One line: a day or two days with the days between them, then what they are, then any name. */
const LINE = /^(\d{4}-\d\d-\d\d)(?:\s*(?:\.\.|~)\s*(\d{4}-\d\d-\d\d))?[\s,]+(off|work|休|班)(?:[\s,].*)?$/;
const OFF = ['off', '休'];
/** No line means more days: so many in a row are no holiday, but a slip of the pen. */
const LONGEST = 31;

/**
 * Reads a calendar of holidays, one line each: `2026-10-01..2026-10-07 off National Day`, `2026-10-10 work`, or with
 * 休 and 班; empty lines and lines that begin with # say nothing. `wrong`: the first line that is not so, from 1.
 */
export function readCalendar(text: string): { calendar: Calendar; wrong: number | null } {
  const calendar = { off: new Set<string>(), work: new Set<string>(), years: new Set<string>() };
  for (const [place, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const days = daysOf(line);
    if (days === null) return { calendar, wrong: place + 1 };
    for (const day of days.days) {
      calendar.years.add(day.slice(0, 4));
      calendar[days.kind].add(day);
      calendar[days.kind === 'off' ? 'work' : 'off'].delete(day);
    }
  }
  return { calendar, wrong: null };
}

function daysOf(line: string): { kind: 'off' | 'work'; days: string[] } | null {
  const [, first = '', last = first, kind = ''] = LINE.exec(line) ?? [];
  if (!isDate(first) || !isDate(last) || last < first || plusDays(first, LONGEST) <= last) return null;
  const days = [first];
  for (let day = plusDays(first, 1); day <= last; day = plusDays(day, 1)) days.push(day);
  return { kind: OFF.includes(kind) ? 'off' : 'work', days };
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
