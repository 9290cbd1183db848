import { daysInStatus } from '@shp/shared/domain/lib/days';
import { daysLeft, overdueDays } from '@shp/shared/domain/statistics/progress';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const DAY = 86_400_000;
const BEGAN = Date.parse('2026-11-01T02:00:00.000Z');
const STAGES = { submitted: 15, first_passed: 10, reviewing: 30, reviewed: 15 };
const at = (passed: number) => new Date(BEGAN + passed).toISOString();
const reviewing = { status: 'reviewing', statusSince: at(0) } as const;

test('the days left of a stage fall to 0, and then it is overdue', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 * DAY }), (passed) => {
      const [left, over] = [daysLeft(reviewing, STAGES, at(passed)), overdueDays(reviewing, STAGES, at(passed))];
      expect(over !== null).toBe(passed > 30 * DAY);
      // One of them always tells how many days; both only on the day of the limit, when each is 0.
      const days = daysInStatus(reviewing, new Date(at(passed)));
      expect(left).toBe(days > 30 ? null : 30 - days);
      expect(left === null ? over : (over ?? 0)).toBe(left === null ? days - 30 : 0);
    }),
    { examples: [[30 * DAY], [30 * DAY + 1], [31 * DAY]] },
  );
});

test.each(['draft', 'returned', 'passed'] as const)('%s has no limit', (status) => {
  const of = { status, statusSince: at(0) };
  expect([daysLeft(of, STAGES, at(0)), overdueDays(of, STAGES, at(90 * DAY))]).toEqual([null, null]);
});
