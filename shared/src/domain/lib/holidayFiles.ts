import { plusDays } from './days.ts';
import { LANGS, type Lang } from './lang.ts';
import { type Holiday, isPeriod, readHoliday, yearOf } from './workingDays.ts';

/** The endings of files that hold a calendar, for the `accept` attribute of a file input. */
export const HOLIDAY_ENDINGS = '.csv,.json,.ics,.txt';

/** What the lines of the setting say of their days, by language; every language is read. */
const HOLIDAY_KINDS = ['off', 'work'] as const;
const KINDS: Record<Lang, Record<Holiday['kind'], string>> = {
  zh: { off: '休', work: '班' },
  en: { off: 'off', work: 'work' },
};

/** What a file of holidays says, or the place of the first thing in it that cannot be read: a line or an entry, from 1. */
export type HolidayFile = { readonly holidays: readonly Holiday[] } | { readonly wrong: number };

/**
 * Reads a file of holidays, whatever its name: an iCalendar; JSON, a list or `{ days: [...] }` of
 * `{ first, last, kind, name }` or of `{ date, isOffDay, name }`; else lines, as in the setting or with commas,
 * `first,last,kind,name`. Days that follow each other with one name become one line.
 */
export function readHolidayFile(text: string): HolidayFile {
  const content = text.replace(/^\uFEFF/, '').trim();
  const read = content.startsWith('BEGIN:VCALENDAR')
    ? fromEvents(content)
    : /^[[{]/.test(content)
      ? fromJson(content)
      : fromLines(content);
  const wrong = read.indexOf(undefined);
  if (wrong >= 0) return { wrong: wrong + 1 };
  const holidays = joined(read.filter((one) => one !== null && one !== undefined));
  return holidays.length === 0 ? { wrong: 1 } : { holidays };
}

/** The text of a calendar in which these holidays, worded in a language, replace all lines of their years. */
export function withHolidays(text: string, holidays: readonly Holiday[], lang: Lang): string {
  const years = new Set(holidays.map(yearOf));
  const remaining = [...years].reduce(withoutYear, text).trimEnd();
  return [...(remaining === '' ? [] : [remaining]), ...holidays.map((holiday) => holidayLine(holiday, lang))].join(
    '\n',
  );
}

/** The text of a calendar without the lines of a year. */
export function withoutYear(text: string, year: string): string {
  const isOther = (line: string) => {
    const holiday = readHoliday(line);
    return !holiday || yearOf(holiday) !== year;
  };
  return text.split('\n').filter(isOther).join('\n');
}

/** A holiday as a line of the setting. */
function holidayLine({ first, last, kind, name }: Holiday, lang: Lang): string {
  return [first === last ? first : `${first}..${last}`, KINDS[lang][kind], name].join(' ').trimEnd();
}

/** Entries of a file; undefined stands for one that cannot be read, null for one that says nothing. */
type Entries = (Holiday | null | undefined)[];

function fromLines(content: string): Entries {
  return content.split(/\r\n|\n|\r/).map((raw, index) => {
    const line = raw.replaceAll('"', '').trim();
    // A heading: a first line without a digit.
    if (index === 0 && line !== '' && !/\d/.test(line)) return null;
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim());
    const [first = '', second = ''] = cells.map(dayIn);
    if (cells.length < 2 || first === '') return readHoliday(line);
    const rest = cells.slice(second === '' && cells[1] !== '' ? 1 : 2);
    return entry(first, second || first, rest[0] ?? '', rest.slice(1).join(' '));
  });
}

function fromJson(content: string): Entries {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return [undefined];
  }
  const list = Array.isArray(value) ? value : (value as { days?: unknown }).days;
  if (!Array.isArray(list)) return [undefined];
  return list.map((one: unknown) => {
    if (typeof one !== 'object' || one === null) return undefined;
    const { date, first = date, last = first, isOffDay, kind, name } = one as Record<string, unknown>;
    const meant = typeof isOffDay === 'boolean' ? (isOffDay ? 'off' : 'work') : String(kind);
    return entry(dayIn(String(first)), dayIn(String(last)), meant, typeof name === 'string' ? name : '');
  });
}

/** Whole days of an iCalendar; one whose title speaks of work (班) is a weekend on which people work. */
function fromEvents(content: string): Entries {
  const events = content
    .replace(/\r?\n[ \t]/g, '')
    .split(/^BEGIN:VEVENT\s*$/m)
    .slice(1);
  const days = events.map((event) => {
    const of = (key: string) => new RegExp(`^${key}(?:;[^:\\n]*)?:(.*)$`, 'm').exec(event)?.[1]?.trim() ?? '';
    const first = dayIn(of('DTSTART'));
    const end = of('DTEND') === '' ? first : dayIn(of('DTEND'));
    // An event that repeats has no days of its own.
    if (first === '' || end < first || of('RRULE') !== '') return undefined;
    const name = of('SUMMARY').replace(/\\([,;\\])/g, '$1');
    const isWork = /班|\bwork(?:ing)?\b/i.test(name);
    return entry(first, end > first ? plusDays(end, -1) : first, isWork ? 'work' : 'off', name);
  });
  // A file that was cut off lacks days.
  return content.endsWith('END:VCALENDAR') ? days : [...days, undefined];
}

function entry(first: string, last: string, kind: string, name: string): Holiday | undefined {
  const plain = name.replace(/\s+/g, ' ').trim();
  const meant = HOLIDAY_KINDS.find((one) => LANGS.some((lang) => KINDS[lang][one] === kind.toLowerCase()));
  return meant && isPeriod(first, last) ? { first, last, kind: meant, name: plain } : undefined;
}

/** The day that a cell names as `2026-10-01`, `2026/10/1`, `20261001` or 2026年10月1日; empty if it names none. */
function dayIn(cell: string): string {
  const found = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d\d)(\d\d)(?:T000000)?)$/.exec(cell.trim());
  if (!found) return '';
  const [, year, month = found[4] ?? '', day = found[5] ?? ''] = found;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The holidays by day, each run of days of one kind and name as one. */
function joined(holidays: readonly Holiday[]): Holiday[] {
  const sorted = [...holidays].sort((one, other) => (one.first < other.first ? -1 : 1));
  const result: Holiday[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    const follows = last && last.kind === next.kind && last.name === next.name && next.first === plusDays(last.last, 1);
    if (follows && isPeriod(last.first, next.last)) result.splice(-1, 1, { ...last, last: next.last });
    else result.push(next);
  }
  return result;
}
