import { expiredBackups, parseRetentionRule } from '@shp/server/backup/keep';
import { DAY, HOUR } from '@shp/shared/domain/lib/days';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const NOW = Date.parse('2026-11-22T18:30:00Z');
const day = (time: number) => new Date(time + 8 * HOUR).toISOString();
const rules = fc.record({ days: fc.nat(60), weeks: fc.nat(20), months: fc.nat(24) });
const ages = fc.uniqueArray(fc.nat(1200 * 24), { minLength: 1, maxLength: 400 });
const timesOf = (hours: readonly number[]) => hours.map((hour) => NOW - hour * HOUR);
const kept = (times: readonly number[], rule: Parameters<typeof expiredBackups>[1], now = NOW) => {
  const gone = new Set(expiredBackups(times, rule, now));
  return times.filter((time) => !gone.has(time));
};

describe('parsing a retention rule', () => {
  test.each([
    ['30d', { days: 30, weeks: 0, months: 0 }],
    ['30', { days: 30, weeks: 0, months: 0 }],
    ['7d,4w,12m', { days: 7, weeks: 4, months: 12 }],
    ['12m, 4w', { days: 0, weeks: 4, months: 12 }],
  ])('%s', (text, rule) => expect(parseRetentionRule(text)).toEqual(rule));
  test.each(['', 'd', '0d', '7x', '7d,7d', '7d;4w', '-1d', '99999d', '1.5d'])('%j is none', (text) =>
    expect(parseRetentionRule(text)).toBeNull(),
  );
});

describe('retention keeps', () => {
  test('with days alone all younger backups, and always the newest', () => {
    fc.assert(
      fc.property(ages, fc.integer({ min: 1, max: 60 }), (hours, days) => {
        const times = timesOf(hours);
        const newest = Math.max(...times);
        const expected = times.filter((time) => time >= NOW - days * DAY || time === newest);
        expect(kept(times, { days, weeks: 0, months: 0 })).toEqual(expected);
      }),
    );
  });

  test('the newest of each month and week in reach, beside the days', () => {
    fc.assert(
      fc.property(ages, rules, (hours, rule) => {
        const times = timesOf(hours);
        const left = new Set(kept(times, rule));
        expect(left.has(Math.max(...times))).toBe(true);
        const months = new Map<string, number>();
        for (const time of times) {
          const month = day(time).slice(0, 7);
          months.set(month, Math.max(time, months.get(month) ?? time));
        }
        const reached = Array.from({ length: rule.months }, (_, back) =>
          new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 7),
        );
        for (const month of reached) if (months.has(month)) expect(left).toContain(months.get(month));
        // Every backup left has a reason: it is young, the last of its month, or no later one within seven days
        // replaces it.
        for (const time of left) {
          const isYoung = time >= NOW - rule.days * DAY;
          const isLastOfMonth = months.get(day(time).slice(0, 7)) === time;
          const isAlone = !times.some(
            (other) => other > time && other < time + 7 * DAY && weekday(other) > weekday(time),
          );
          expect(isYoung || isLastOfMonth || isAlone).toBe(true);
        }
      }),
    );
  });

  test('no fewer for a rule that reaches further', () => {
    fc.assert(
      fc.property(ages, rules, rules, (hours, rule, more) => {
        const times = timesOf(hours);
        const wider = {
          days: rule.days + more.days,
          weeks: rule.weeks + more.weeks,
          months: rule.months + more.months,
        };
        expect(kept(times, wider)).toEqual(expect.arrayContaining(kept(times, rule)));
      }),
    );
  });

  test('the same backups whether it ran every time or once', () => {
    fc.assert(
      fc.property(ages, rules, (hours, rule) => {
        const times = timesOf(hours).sort((a, b) => a - b);
        let left: number[] = [];
        for (const time of times) left = kept([...left, time], rule, time);
        const [last = NOW] = times.slice(-1);
        expect(left).toEqual(kept(times, rule, last));
      }),
    );
  });

  test('after two years of nights with 7d,4w,12m: a week, four weeks, twelve months', () => {
    const nights = Array.from({ length: 730 }, (_, night) => NOW - night * DAY);
    const left = kept(nights, { days: 7, weeks: 4, months: 12 }).map((time) => day(time).slice(0, 10));
    expect(left).toEqual([
      ...[
        '2026-11-23',
        '2026-11-22',
        '2026-11-21',
        '2026-11-20',
        '2026-11-19',
        '2026-11-18',
        '2026-11-17',
        '2026-11-16',
      ],
      ...['2026-11-15', '2026-11-08', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30'],
      ...['2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
    ]);
  });
});

/** 0 is Monday, in China Standard Time. */
const weekday = (time: number) => (new Date(time + 8 * HOUR).getUTCDay() + 6) % 7;
