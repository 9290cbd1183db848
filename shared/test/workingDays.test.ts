import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterWorkingDays, isWorkingDay, readCalendar, readHolidays } from '../src/domain/lib/workingDays.ts';

/** The arrangement of the State Council for 2026. */
const LINES = `# 2026
2026-01-01..2026-01-03 休 元旦
2026-01-04 班
2026-02-15..2026-02-23 off Spring Festival
2026-02-14 work
2026-02-28 work
2026-10-01~2026-10-07 休
2026-09-20,班
2026-10-10 班`;
const calendar = readCalendar(LINES);
const NONE = readCalendar('');

const day = fc
  .integer({ min: 0, max: 3000 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));
const count = fc.integer({ min: 0, max: 60 });
const calendars = fc.constantFrom(calendar, NONE);
const next = (from: string) => new Date(Date.parse(from) + 86_400_000).toISOString().slice(0, 10);

describe('working days', () => {
  test.each([
    ['2026-09-29', 3, '2026-10-09'],
    ['2026-09-29', 4, '2026-10-10'],
    ['2026-02-12', 2, '2026-02-14'],
    ['2026-02-14', 1, '2026-02-24'],
    ['2026-09-18', 1, '2026-09-20'],
  ])('after %s, %d of them end on %s', (from, days, until) => {
    expect(readHolidays(LINES).wrong).toBeNull();
    expect(afterWorkingDays(from, days, calendar)).toEqual({ until, withoutCalendar: [] });
  });

  test('without data for a year are all but Saturdays and Sundays, and that is told', () => {
    expect(afterWorkingDays('2026-12-31', 1, calendar)).toEqual({ until: '2027-01-01', withoutCalendar: ['2027'] });
    expect(afterWorkingDays('2026-12-30', 2, NONE).withoutCalendar).toEqual(['2026', '2027']);
  });

  test('are as many as were asked for, and the last one is one of them', () => {
    fc.assert(
      fc.property(day, count, calendars, (from, days, by) => {
        const { until } = afterWorkingDays(from, days, by);
        let found = 0;
        for (let at = next(from); at <= until; at = next(at)) found += Number(isWorkingDay(at, by));
        expect(found).toBe(days);
        expect(days === 0 ? until === from : isWorkingDay(until, by)).toBe(true);
      }),
    );
  });

  test('more of them, or a later beginning, never end earlier', () => {
    fc.assert(
      fc.property(day, count, calendars, (from, days, by) => {
        const { until } = afterWorkingDays(from, days, by);
        expect(afterWorkingDays(from, days + 1, by).until > until).toBe(true);
        expect(afterWorkingDays(next(from), days, by).until >= until).toBe(true);
      }),
    );
  });

  test.each([
    ['2026-10-01 holiday', 1],
    ['2026-10-01 off\n2026-02-30 off', 2],
    ['\n# note\n2026-10-07..2026-10-01 off', 3],
    ['2026-01-01..2026-12-31 off', 1],
    ['2026-10-01', 1],
    ['2026-10-01..2026-10-07 休 国庆节；2026-10-10 班', 1],
  ])('a calendar with a wrong line is refused: %j', (text, line) => {
    expect(readHolidays(text).wrong).toBe(line);
  });
});
