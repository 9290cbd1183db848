import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayBounds, dayOf, revokedUntil, validUntil } from '../src/domain/lib/days.ts';

const times = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

describe('days in China Standard Time', () => {
  test.each([
    ['2026-03-01T15:59:59.999Z', '2026-03-01'],
    ['2026-03-01T16:00:00.000Z', '2026-03-02'],
    ['2025-12-31T16:00:00.000Z', '2026-01-01'],
  ])('%s is on %s', (time, day) => {
    expect(dayOf(time)).toBe(day);
    expect(dayOf(new Date(time))).toBe(day);
  });

  test('every instant lies inside the bounds of its day', () => {
    fc.assert(
      fc.property(times, (time) => {
        const { from, until } = dayBounds(dayOf(time));
        expect(from <= time && time < until).toBe(true);
        expect(dayOf(until)).not.toBe(dayOf(time));
      }),
    );
  });
});

describe('last valid day', () => {
  test.each([
    ['2026-11-21T08:00:00.000Z', 3, '2029-11-20'],
    ['2026-01-01T00:00:00.000Z', 3, '2028-12-31'],
    ['2025-12-31T16:00:00.000Z', 3, '2028-12-31'],
    ['2025-12-31T15:59:59.999Z', 3, '2028-12-30'],
    ['2025-03-01T02:00:00.000Z', 3, '2028-02-29'],
    ['2024-02-29T02:00:00.000Z', 3, '2027-02-28'],
    ['2024-02-29T02:00:00.000Z', 4, '2028-02-28'],
    ['2024-03-01T02:00:00.000Z', 1, '2025-02-28'],
  ])('concluded %s for %i years: %s', (concludedAt, years, day) => {
    expect(validUntil(concludedAt, years)).toBe(day);
  });

  test('is one day before the same date of the later year, or the end of February', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 20 }), (time, years) => {
        const day = dayOf(time);
        const next = dayOf(new Date(Date.parse(`${validUntil(time, years)}T00:00:00+08:00`) + 24 * 60 * 60 * 1000));
        const anniversary = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
        if (next !== anniversary) expect([day.slice(5), next.slice(5)]).toEqual(['02-29', '03-01']);
      }),
    );
  });

  test('a revocation ends a rating that day and never extends it', () => {
    expect(revokedUntil('2029-11-20', '2027-05-05T16:30:00.000Z')).toBe('2027-05-06');
    expect(revokedUntil('2027-05-05', '2027-05-05T16:30:00.000Z')).toBe('2027-05-05');
  });
});
