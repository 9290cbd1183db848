import { expect, test } from 'vitest';
import { readHolidayFile, withHolidays, withoutYear } from '../src/domain/lib/holidayFiles.ts';
import { readCalendar, readHolidays } from '../src/domain/lib/workingDays.ts';

/** The same holidays as lines of the setting. */
const LINES = `2026-12-31..2027-01-03 off New Year
2027-02-05..2027-02-06 off Spring Festival
2027-02-14 work Spring Festival`;
const EXPECTED = readHolidays(LINES).holidays;

const FILES: Record<string, string> = {
  'lines of the setting': LINES,
  'csv with a heading': `\uFEFFfirst,last,kind,name
2026-12-31,2027-01-03,off,New Year
2027-02-05,2027-02-06,off,Spring Festival
2027-02-14,2027-02-14,work,"Spring Festival"\r\n`,
  'csv of a spreadsheet, a day each': `日期,类型,名称
2027/2/14,班,Spring Festival
2026/12/31,休,New Year
2027/1/1,休,New Year
2027/1/2,休,New Year
2027年1月3日,休,New Year
2027/2/5,休,Spring Festival
2027/2/6,休,Spring Festival`,
  'json by day': JSON.stringify({
    year: 2027,
    days: [
      ...['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'].map((date) => ({
        name: 'New Year',
        date,
        isOffDay: true,
      })),
      ...['2027-02-05', '2027-02-06'].map((date) => ({ name: 'Spring Festival', date, isOffDay: true })),
      { name: 'Spring Festival', date: '2027-02-14', isOffDay: false },
    ],
  }),
  'json as the command prints it': JSON.stringify(EXPECTED),
};

test.each(Object.entries(FILES))('%s', (_name, text) => {
  expect(readHolidayFile(text)).toEqual({ holidays: EXPECTED });
});

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...events: string[]) => ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n');

test('an iCalendar of whole days; titles tell working weekends', () => {
  const off = event('DTSTART;VALUE=DATE:20271001', 'DTEND;VALUE=DATE:20271008', 'SUMMARY:国庆节\\, 中秋节 休');
  const work = event('SUMMARY:国庆节', '  补班', 'DTSTART;VALUE=DATE:20271009');
  const labour = event("SUMMARY:Workers' Day", 'DTSTART;VALUE=DATE:20270501');
  expect(readHolidayFile(calendar(off, work, labour))).toEqual({
    holidays: [
      { first: '2027-05-01', last: '2027-05-01', kind: 'off', name: "Workers' Day" },
      { first: '2027-10-01', last: '2027-10-07', kind: 'off', name: '国庆节, 中秋节 休' },
      { first: '2027-10-09', last: '2027-10-09', kind: 'work', name: '国庆节 补班' },
    ],
  });
  const yearly = event('RRULE:FREQ=YEARLY', 'SUMMARY:元旦', 'DTSTART;VALUE=DATE:20270101');
  expect(readHolidayFile(calendar(off, yearly))).toEqual({ wrong: 2 });
});

test.each([
  ['', 1],
  ['日期,类型', 1],
  ['2027-01-01,off\n2027-02-30,off', 2],
  ['2027-01-01,maybe', 1],
  ['2027-01-01,2027-12-31,off', 1],
  ['{"days":', 1],
  ['{"year":2027}', 1],
  ['[{"date":"2027-01-01","isOffDay":true},{"date":"2027-01-02"}]', 2],
  ['[1]', 1],
  ['<html>', 1],
  ['BEGIN:VCALENDAR\r\nEND:VCALENDAR', 1],
  [calendar(event('SUMMARY:元旦')), 1],
  [calendar(event('DTSTART;VALUE=DATE:20270101'), event('DTSTART:20271001T080000Z')), 2],
  [calendar(event('DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270101')), 1],
  [calendar(event('DTSTART;VALUE=DATE:20271301')), 1],
  [calendar(event('DTSTART;VALUE=DATE:20270101'), event('DTSTART;VALUE=DATE:20270501')).slice(0, -20), 3],
])('what cannot be read is named by its place: %j', (text, wrong) => {
  expect(readHolidayFile(text)).toEqual({ wrong });
});

test('an import replaces the years of the file and leaves the others with their notes', () => {
  const before = '# by hand\n2025-12-31 off\n2026-10-01 off\n2027-05-01 off Old\n2027-05-02 work Old';
  const text = withHolidays(before, EXPECTED, 'en');
  expect(text).toBe(`# by hand\n2025-12-31 off\n2026-10-01 off\n${LINES}`);
  expect(withHolidays(text, EXPECTED, 'en')).toBe(text);
  expect([...readCalendar(text).years]).toEqual(['2025', '2026', '2027']);
  expect(withoutYear(text, '2027')).toBe('# by hand\n2025-12-31 off\n2026-10-01 off');
  expect(withHolidays('', EXPECTED, 'en')).toBe(LINES);
});

test('an import is worded in the language of its user, and either language is read', () => {
  const text = withHolidays('2026-10-01 off', EXPECTED, 'zh');
  expect(text).toBe(
    '2026-10-01 off\n2026-12-31..2027-01-03 休 New Year\n2027-02-05..2027-02-06 休 Spring Festival\n2027-02-14 班 Spring Festival',
  );
  expect(readHolidays(text).holidays.slice(1)).toEqual(EXPECTED);
});
