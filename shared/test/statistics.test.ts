import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contains, DIVISIONS, PROVINCE } from '../src/domain/accounts/divisions.ts';
import type { Scope } from '../src/domain/accounts/scope.ts';
import { STATUSES } from '../src/domain/assessment/statuses.ts';
import { DAY } from '../src/domain/lib/days.ts';
import { DEFAULT_SETTINGS } from '../src/domain/settings.ts';
import type { Standard } from '../src/domain/standard/standard.ts';
import { addExpert, differences, expertFigures, MIN_PANELS, noReviews } from '../src/domain/statistics/experts.ts';
import { lostItems, type StationLosses } from '../src/domain/statistics/lostItems.ts';
import { dayTenths, medianOfTenths } from '../src/domain/statistics/median.ts';
import {
  dayAt,
  isDayOrMonth,
  monthAfter,
  monthsBetween,
  monthsOf,
  splitPeriod,
} from '../src/domain/statistics/period.ts';
import { type Ending, monthFigures, STAGES, stageFigures } from '../src/domain/statistics/progress.ts';
import { areaOf, EXPIRING_DAYS, type RatedGroup, ratingFigures } from '../src/domain/statistics/ratings.ts';
import { type Judge, reviewFigures, withSum } from '../src/domain/statistics/review.ts';
import {
  addReview,
  addSums,
  noScores,
  type ReviewScores,
  type ScoreFigures,
  scoreFigures,
} from '../src/domain/statistics/scores.ts';
import { itemsOf, scoresOf, standards } from './generators.ts';

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

/** Fails if a figure anywhere is not a finite number. */
function expectCalm(figures: unknown): void {
  if (typeof figures === 'number') expect(Number.isFinite(figures)).toBe(true);
  else if (typeof figures === 'object' && figures !== null) for (const one of Object.values(figures)) expectCalm(one);
}

describe('median', () => {
  test('half of the values are not above it, half not below; none without values', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000)), (values) => {
        const median = medianOfTenths(values);
        if (values.length === 0) {
          expect(median).toBeNull();
          return;
        }
        // Rounded up to a tenth when the two in the middle have an odd sum.
        const tenths = Math.round((median ?? Number.NaN) * 10);
        expect(values.filter((one) => one <= tenths).length * 2).toBeGreaterThanOrEqual(values.length);
        expect(values.filter((one) => one >= tenths - 1).length * 2).toBeGreaterThanOrEqual(values.length);
        expect(tenths).toBeGreaterThanOrEqual(Math.min(...values));
        expect(tenths).toBeLessThanOrEqual(Math.max(...values));
        expect(medianOfTenths(values.toReversed())).toBe(median);
      }),
    );
  });

  test('a time is in tenths of days, never negative', () => {
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(time, time, (from, to) => {
        const tenths = dayTenths(from.toISOString(), to.toISOString());
        const exact = Math.max(0, ((to.getTime() - from.getTime()) / DAY) * 10);
        expect(Math.abs(tenths - exact)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('periods', () => {
  test('the parts of a period have each of its days exactly once', () => {
    const edge = fc.option(day, { nil: undefined });
    fc.assert(
      fc.property(edge, edge, day, (one, other, tried) => {
        const [from, to] = one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
        const { months, edges } = splitPeriod({ from, to });
        const month = tried.slice(0, 7);
        const inMonths = months !== null && month >= (months.from ?? '') && month <= (months.to ?? '9999');
        const inEdges = edges.filter((part) => tried >= part.from && tried <= part.to).length;
        const isWithin = tried >= (from ?? '') && tried <= (to ?? '9999');
        expect(Number(inMonths) + inEdges).toBe(isWithin ? 1 : 0);
      }),
      {
        numRuns: 1000,
        examples: [
          ['2026-02-01', '2026-02-28', '2026-02-28'],
          ['2026-02-02', '2026-03-01', '2026-03-01'],
        ],
      },
    );
  });

  test('months follow one another without a gap', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 120 }), (start, count) => {
        const first = start.slice(0, 7);
        const months = monthsBetween(first, monthAfter(first, count));
        expect(months).toHaveLength(count + 1);
        expect(new Set(months).size).toBe(months.length);
        expect(months.toSorted()).toEqual(months);
        expect(monthAfter(monthAfter(first, count), -count)).toBe(first);
        for (const month of months) {
          expect(isDayOrMonth(dayAt(month, 'first')) && isDayOrMonth(dayAt(month, 'last'))).toBe(month <= '2099-12');
          expect(new Date(Date.parse(dayAt(month, 'last')) + DAY).toISOString().slice(0, 10)).toBe(
            dayAt(monthAfter(month, 1), 'first'),
          );
        }
      }),
    );
  });

  test('no period means three years to this month', () => {
    fc.assert(
      fc.property(day, (today) => {
        const months = monthsOf({}, today);
        expect(months).toHaveLength(36);
        expect(months.at(-1)).toBe(today.slice(0, 7));
      }),
    );
  });
});

describe('progress', () => {
  const now = '2026-11-23T08:00:00.000Z';
  const { stageDays } = DEFAULT_SETTINGS;
  const assessment = fc.record({
    status: fc.constantFrom(...STATUSES),
    statusSince: fc.integer({ min: 0, max: 90 * DAY }).map((ago) => new Date(Date.parse(now) - ago).toISOString()),
  });

  test('stages count all that are in one, and never more overdue than there are', () => {
    fc.assert(
      fc.property(fc.array(assessment), (assessments) => {
        const stages = stageFigures(assessments, stageDays, now);
        expect(stages.map(({ status }) => status)).toEqual(STAGES);
        expect(sum(stages.map(({ count }) => count))).toBe(
          assessments.filter(({ status }) => (STAGES as readonly string[]).includes(status)).length,
        );
        for (const { status, count, overdue, medianDays } of stages) {
          expect(overdue).toBeLessThanOrEqual(count);
          expect(medianDays === null).toBe(count === 0);
          // If more than half are overdue, so is the one in the middle.
          if (overdue * 2 > count + 1) expect(medianDays).toBeGreaterThanOrEqual(stageDays[status]);
        }
        expectCalm(stages);
      }),
    );
  });

  test('the median is rounded once, at the end', () => {
    const since = [41.88, 41.96].map((days) => new Date(Date.parse(now) - days * DAY).toISOString());
    const own = since.map((statusSince) => ({ status: 'reviewing' as const, statusSince }));
    const reviewing = stageFigures(own, stageDays, now).find(({ status }) => status === 'reviewing');
    // 41.92; rounding both to 41.9 and 42.0 first would make it 42.
    expect(reviewing?.medianDays).toBe(41.9);
  });

  test('months have every count of theirs once, and zeros where there is none', () => {
    const months = monthsBetween('2024-01', '2026-12');
    const counted = fc.record({
      month: fc.constantFrom(...months, '2020-01'),
      ending: fc.constantFrom<Ending>('passed', 'failed', ''),
      count: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(counted), (counts) => {
        const figures = monthFigures(months, counts);
        const known = counts.filter(({ month }) => months.includes(month));
        const of = (ending: Ending) => sum(known.filter((one) => one.ending === ending).map(({ count }) => count));
        expect(figures.map(({ month }) => month)).toEqual(months);
        expect(sum(figures.map(({ submitted }) => submitted))).toBe(sum(known.map(({ count }) => count)));
        expect(sum(figures.map(({ passed }) => passed))).toBe(of('passed'));
        expect(sum(figures.map(({ failed }) => failed))).toBe(of('failed'));
        for (const { submitted, passed, failed } of figures) expect(passed + failed).toBeLessThanOrEqual(submitted);
      }),
    );
  });
});

describe('ratings', () => {
  const codes = DIVISIONS.map(({ code }) => code);
  const area = fc.constantFrom(PROVINCE, '450300', '450302');
  const group = fc
    .record({
      division: fc.constantFrom(...codes),
      level: fc.constantFrom<RatedGroup['level'][]>(1, 2, 3, null),
      stations: fc.nat(20),
      capacity: fc.nat(100_000),
    })
    .chain((one) =>
      fc
        .tuple(fc.nat(one.stations), fc.nat(one.stations), fc.nat(one.stations))
        .map(
          (ends): RatedGroup => ({ ...one, expiring: one.level === null ? [0, 0, 0] : ends.toSorted((a, b) => a - b) }),
        ),
    );

  test('rows add up to the groups of the area', () => {
    fc.assert(
      fc.property(area, fc.array(group), (code, all) => {
        const groups = all.filter(({ division }) => contains(code, division));
        const rows = ratingFigures(code, groups);
        expect(new Set(rows.map(({ division }) => division)).size).toBe(rows.length);
        expect(sum(rows.map(({ stations }) => stations))).toBe(sum(groups.map(({ stations }) => stations)));
        expect(sum(rows.map(({ capacity }) => capacity))).toBe(sum(groups.map(({ capacity }) => capacity)));
        for (const [index, days] of EXPIRING_DAYS.entries()) {
          expect(sum(rows.map(({ expiring }) => expiring[index]?.stations ?? 0))).toBe(
            sum(groups.map(({ expiring }) => expiring[index] ?? 0)),
          );
          for (const { expiring } of rows) expect(expiring[index]?.days).toBe(days);
        }
        for (const { stations, rated, expiring } of rows) {
          const valid = sum(rated.map((one) => one.stations));
          expect(valid).toBeLessThanOrEqual(stations);
          const ends = expiring.map((within) => within.stations);
          expect(ends.toSorted((a, b) => a - b)).toEqual(ends);
          expect(ends.at(-1)).toBeLessThanOrEqual(valid);
        }
        expectCalm(rows);
      }),
    );
  });

  test('the area is never outside the scope', () => {
    const scope: fc.Arbitrary<Scope> = fc.oneof(
      fc.constant<Scope>({ kind: 'all' }),
      fc.constant<Scope>({ kind: 'linked', supervisor: 'x' }),
      fc.constantFrom(PROVINCE, ...codes).map((division): Scope => ({ kind: 'division', division })),
    );
    fc.assert(
      fc.property(scope, fc.option(fc.constantFrom(PROVINCE, ...codes), { nil: undefined }), (within, asked) => {
        const found = areaOf(within, asked);
        const own = within.kind === 'division' ? within.division : PROVINCE;
        if (found === null) expect(asked !== undefined && !contains(own, asked) && !contains(asked, own)).toBe(true);
        else {
          expect(contains(own, found)).toBe(true);
          expect(asked === undefined || contains(asked, found)).toBe(true);
        }
      }),
    );
    expect(areaOf({ kind: 'none' }, undefined)).toBeNull();
  });
});

/** Concluded reviews of one standard, with panels of one to four experts. */
const reviews = standards.chain((standard) => {
  const one = fc.tuple(scoresOf(standard), fc.array(scoresOf(standard, true), { minLength: 1, maxLength: 4 }));
  return fc.tuple(fc.constant(standard), fc.array(one, { maxLength: 8 }));
});

function figuresOf(
  standard: Standard,
  [own, sheets]: [Parameters<typeof withSum>[1], Parameters<typeof withSum>[1][]],
) {
  const panel = sheets.map((items, index): Judge => {
    const at = { assignedAt: '2026-01-01T00:00:00.000Z', concludedAt: '2026-01-11T00:00:00.000Z' };
    return { ...withSum(standard, items), ...at, expert: String(index) };
  });
  return reviewFigures(standard, withSum(standard, own), panel);
}

function added(standard: Standard, all: readonly ReviewScores[]) {
  const sums = noScores(standard.sections.length, itemsOf(standard).length);
  for (const one of all) addReview(sums, one);
  return sums;
}

/** The losses of reviews of the given stations, by station. */
function lossesOf(standard: Standard, stations: readonly number[], all: readonly ReviewScores[]): StationLosses[] {
  return all
    .map(({ lost }, place) => ({ station: `s${stations[place]}`, version: standard.version, items: lostItems(lost) }))
    .sort((a, b) => (a.station < b.station ? -1 : 1));
}

/** The mean, rounded half up to whole tenths. */
function meanTenths(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.floor((2 * sum(known) + known.length) / (2 * known.length)) / 10;
}

describe('scores', () => {
  test('chapters are the means of the reviews, and the distribution has each review once', () => {
    fc.assert(
      fc.property(reviews, fc.array(fc.nat(2), { minLength: 8, maxLength: 8 }), ([standard, played], stations) => {
        const all = played.map((one) => figuresOf(standard, one).scores);
        const { assessments, chapters, items, distribution } = scoreFigures(
          [{ standard, sums: added(standard, all) }],
          lossesOf(standard, stations, all),
          'zh',
        );
        expect(assessments).toBe(all.length);
        expect(sum(distribution.map(({ experts }) => experts))).toBe(all.length);
        // A station without any score of its own has none.
        expect(sum(distribution.map(({ self }) => self))).toBe(all.filter(({ self }) => self !== null).length);
        for (const { from, to, experts } of distribution) {
          const isLast = to === 100;
          const inStep = all.filter(({ experts: tenths }) => {
            const score = (tenths ?? Number.NaN) / 10;
            return score >= from && (score < to || isLast);
          });
          expect(experts).toBe(inStep.length);
        }
        for (const [index, chapter] of chapters.entries()) {
          expect(chapter.self).toBe(meanTenths(all.map((one) => one.chapters[index]?.[0] ?? null)));
          expect(chapter.experts).toBe(meanTenths(all.map((one) => one.chapters[index]?.[1] ?? null)));
        }
        expect(items.map(({ serial }) => serial).toSorted()).toEqual(
          itemsOf(standard)
            .map(({ serial }) => serial)
            .toSorted(),
        );
        for (const { serial, points, lost, share, stations: losing } of items) {
          const at = itemsOf(standard).findIndex((item) => item.serial === serial);
          const some = stations.filter((_, place) => (all[place]?.lost[at] ?? 0) > 0);
          expect(losing).toBe(new Set(some).size);
          expect(lost).toBeGreaterThanOrEqual(0);
          expect(lost).toBeLessThanOrEqual(points);
          expect(Math.abs(share - lost / points)).toBeLessThanOrEqual(0.00005 + 0.005 / points + 1e-9);
        }
        const losses = items.map(({ lost }) => lost);
        expect(losses.toSorted((a, b) => b - a)).toEqual(losses);
        expectCalm([chapters, items, distribution]);
      }),
    );
  });

  test('sums of parts are the sums of the whole, in any order, and a review taken away leaves no trace', () => {
    fc.assert(
      fc.property(reviews, fc.nat(), ([standard, played], seed) => {
        const all = played.map((one) => figuresOf(standard, one).scores);
        const whole = added(standard, all);
        const cut = all.length === 0 ? 0 : seed % all.length;
        const parts = added(standard, all.slice(cut));
        addSums(parts, added(standard, all.slice(0, cut)));
        expect(parts).toEqual(whole);
        const [first, ...others] = all;
        if (!first) return;
        addReview(whole, first, -1);
        expect(whole).toEqual(added(standard, others));
      }),
    );
  });

  test('chapters and items of two versions are one row where serial and text are the same', () => {
    fc.assert(
      fc.property(reviews, ([standard, played]) => {
        const all = played.map((one) => figuresOf(standard, one).scores);
        const sums = added(standard, all);
        const renamed = structuredClone(standard);
        for (const chapter of renamed.sections) chapter.title = 'another';
        const second = { ...standard, version: 'second' };
        const losses = lossesOf(standard, [...all.keys()], all);
        const both = losses.flatMap((one) => [one, { ...one, version: 'second' }]);
        const once = scoreFigures([{ standard, sums }], losses, 'zh');
        const twice = scoreFigures(
          [
            { standard, sums },
            { standard: second, sums },
          ],
          both,
          'zh',
        );
        const apart = scoreFigures(
          [
            { standard, sums },
            { standard: renamed, sums },
          ],
          [],
          'zh',
        );
        const rates = ({ chapters }: ScoreFigures) => chapters.map(({ self, experts }) => [self, experts]);
        expect(rates(twice)).toEqual(rates(once));
        // A station that lost points at an item in both versions counts once, its reviews count each.
        expect(twice.items).toEqual(once.items.map((item) => ({ ...item, reviews: 2 * item.reviews })));
        expect(twice.chapters.map(({ reviews }) => reviews)).toEqual(once.chapters.map((one) => 2 * one.reviews));
        expect(twice.assessments).toBe(2 * once.assessments);
        expect(apart.chapters).toHaveLength(2 * once.chapters.length);
        expect(apart.items).toHaveLength(once.items.length);
      }),
      { numRuns: 30 },
    );
  });

  test('no review gives no means, no losses and an empty distribution', () => {
    fc.assert(
      fc.property(standards, (standard) => {
        const none = scoreFigures([{ standard, sums: added(standard, []) }], [], 'en');
        for (const { self, experts } of none.chapters) expect([self, experts]).toEqual([null, null]);
        for (const { lost, share, stations } of none.items) expect([lost, share, stations]).toEqual([0, 0, 0]);
        for (const { self, experts } of none.distribution) expect([self, experts]).toEqual([0, 0]);
        expect(none.assessments).toBe(0);
      }),
    );
    expect(scoreFigures([], [], 'zh')).toMatchObject({ assessments: 0, chapters: [], items: [] });
  });
});

describe('experts', () => {
  const panel = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 16 });

  test('the differences of a panel cancel out, and none has one alone', () => {
    fc.assert(
      fc.property(panel, (scores) => {
        const apart = differences(scores);
        expect(apart).toHaveLength(scores.length);
        if (scores.length < 2) {
          expect(apart.every((one) => one === null)).toBe(true);
          return;
        }
        // Each is rounded to a thousandth of a point.
        expect(Math.abs(sum(apart.map((one) => one ?? Number.NaN)))).toBeLessThanOrEqual(scores.length / 2);
        const [strictest] = scores.map((score, index) => [score, apart[index] ?? 0] as const).sort(([a], [b]) => a - b);
        expect(strictest?.[1]).toBe(Math.max(...apart.map((one) => one ?? 0)));
        expect(apart.every((one) => !Object.is(one, -0))).toBe(true);
      }),
    );
  });

  test('severity and spread are mean and standard deviation, from five panels on', () => {
    const review = fc.record({
      difference: fc.option(fc.integer({ min: -100_000, max: 100_000 })),
      days: fc.nat(3_000),
    });
    fc.assert(
      fc.property(fc.array(review, { maxLength: 40 }), (all) => {
        const sums = noReviews();
        for (const one of all) addExpert(sums, one);
        const figures = expertFigures(sums);
        const known = all.flatMap(({ difference }) => (difference === null ? [] : [difference / 1000]));
        expect(figures.concluded).toBe(all.length);
        expect(figures.medianDays).toBe(medianOfTenths(all.map(({ days }) => days)));
        expectCalm(figures);
        if (known.length < MIN_PANELS) {
          expect([figures.severity, figures.spread]).toEqual([null, null]);
          return;
        }
        const mean = sum(known) / known.length;
        const deviation = Math.sqrt(sum(known.map((one) => (one - mean) ** 2)) / known.length);
        expect(Math.abs((figures.severity ?? Number.NaN) - mean)).toBeLessThanOrEqual(0.0050001);
        expect(Math.abs((figures.spread ?? Number.NaN) - deviation)).toBeLessThanOrEqual(0.0050001);
      }),
    );
  });
});
