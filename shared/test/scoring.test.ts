import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standingOf } from '../src/domain/assessment/standing.ts';
import type { Level } from '../src/domain/assessment/statuses.ts';
import { lowChapters, verdictOf } from '../src/domain/assessment/verdict.ts';
import { fromTenths, isTenths, toTenths } from '../src/domain/lib/rational.ts';
import { DEFAULT_SETTINGS } from '../src/domain/settings.ts';
import { checkScoreItem, itemState, type ScoreItem, sameScore } from '../src/domain/standard/scoreItems.ts';
import {
  countedSoFar,
  rateShown,
  rateSoFar,
  reviewResult,
  type ScoreSum,
  scoreSum,
  shortfall,
  spread,
} from '../src/domain/standard/scoring.ts';
import type { Standard, StandardItem } from '../src/domain/standard/standard.ts';
import { common as en } from '../src/text/en/common.ts';
import { rules as enRules } from '../src/text/en/rules.ts';
import { nextLevelText } from '../src/text/standing.ts';
import { verdictText } from '../src/text/verdict.ts';
import { common as zh } from '../src/text/zh/common.ts';
import { rules as zhRules } from '../src/text/zh/rules.ts';
import { itemsOf, points, scoresOf, standards } from './generators.ts';

const { thresholds } = DEFAULT_SETTINGS;

/** Tenths from a number's decimal text. */
function tenths(value: number): bigint {
  expect(String(value)).toMatch(/^\d+(\.\d)?$/);
  const [whole = '', tenth = '0'] = String(value).split('.');
  return BigInt(whole + tenth);
}

/** Asserts that `shown`, a percentage with one decimal, is n/d rounded half up; no other value passes. */
function expectPercent(shown: number | null, n: bigint, d: bigint) {
  if (d === 0n) return expect(shown).toBeNull();
  const k = tenths(shown ?? Number.NaN);
  expect((2n * k - 1n) * d <= 2000n * n && 2000n * n < (2n * k + 1n) * d).toBe(true);
}

type Tally = { full: bigint; missing: bigint; got: bigint; scored: number; items: number };

function tally(items: StandardItem[], scores: ScoreItem[]): Tally {
  const result: Tally = { full: 0n, missing: 0n, got: 0n, scored: 0, items: items.length };
  for (const item of items) {
    const given = scores.find(({ serial }) => serial === item.serial);
    result.full += tenths(item.score);
    if (given?.missing) result.missing += tenths(item.score);
    else if (given && given.score !== null) result.got += tenths(given.score);
    const full = given !== undefined && given.score !== null && tenths(given.score) === tenths(item.score);
    const answered = given !== undefined && (given.missing || given.score !== null);
    if (full || (answered && given.reason.trim().length > 0)) result.scored += 1;
  }
  return result;
}

const withScores = (complete = false) =>
  standards.chain((standard) => fc.tuple(fc.constant(standard), scoresOf(standard, complete)));

/** A standard with one chapter and one item of 0.1 to 1000 points, to reach any percentage. */
function single(score: number, mayBeMissing = false): Standard {
  const item = { serial: '1.1.1', content: 'c', method: 'm', score, mayBeMissing };
  const element = { serial: '1.1', title: 'e', score, items: [item] };
  return {
    version: 'v',
    title: 't',
    full: score,
    sections: [{ serial: '1', title: 'c', score, children: [element] }],
  };
}
const scored = (score: number, serial = '1.1.1'): ScoreItem => ({ serial, score, missing: false, reason: 'because' });
const missing = (serial = '1.1.1'): ScoreItem => ({ serial, score: null, missing: true, reason: 'because' });

describe('sums', () => {
  test('are exact for every standard and all scores', () => {
    fc.assert(
      fc.property(withScores(), ([standard, scores]) => {
        const sum = scoreSum(standard, scores, thresholds);
        const all = tally(itemsOf(standard), scores);
        expect([sum.full, sum.missing, sum.got].map(tenths)).toEqual([all.full, all.missing, all.got]);
        expectPercent(all.full === all.missing ? null : sum.score100, all.got, all.full - all.missing);
        expect(sum.complete).toBe(all.scored === all.items);
        for (const [index, chapter] of standard.sections.entries()) {
          const own = tally(
            chapter.children.flatMap(({ items }) => items),
            scores,
          );
          const section = sum.sections[index];
          if (!section) throw new Error('a chapter is absent');
          expect([section.serial, section.title]).toEqual([chapter.serial, chapter.title]);
          expect([section.full, section.missing, section.got].map(tenths)).toEqual([own.full, own.missing, own.got]);
          expect([section.scored, section.items]).toEqual([own.scored, own.items]);
          expectPercent(section.rate, own.got, own.full - own.missing);
        }
      }),
    );
  });

  test('the rate so far counts only what is scored, and is the final rate once everything is', () => {
    fc.assert(
      fc.property(withScores(), ([standard, scores]) => {
        const sum = scoreSum(standard, scores, thresholds);
        const given = new Map(scores.map((one) => [one.serial, one]));
        const counting = itemsOf(standard).filter(({ serial }) => (given.get(serial)?.score ?? null) !== null);
        const got = counting.reduce((all, { serial }) => all + tenths(given.get(serial)?.score ?? 0), 0n);
        const of = counting.reduce((all, { score }) => all + tenths(score), 0n);
        expectPercent(rateSoFar(sum), got, of);
        expect(tenths(countedSoFar(sum))).toBe(of);
        if (sum.complete) expect(rateSoFar(sum) ?? 0).toBe(sum.score100);
      }),
    );
    const half = scoreSum(two(), [scored(95)], thresholds);
    expect([half.score100, rateSoFar(half)]).toEqual([63.3, 95]);
    expect(half.sections.map(rateSoFar)).toEqual([95, null]);
    expect(rateSoFar(scoreSum(two(), [], thresholds))).toBeNull();
  });

  test('do not depend on the order of the scores', () => {
    fc.assert(
      fc.property(withScores(), ([standard, scores]) => {
        expect(scoreSum(standard, [...scores].reverse(), thresholds)).toEqual(scoreSum(standard, scores, thresholds));
      }),
    );
  });

  test.each([
    [89.9, 89.9, 2],
    [899.4, 89.9, 2],
    [899.5, 90, 1],
    [799.4, 79.9, 3],
    [799.5, 80, 2],
    [699.5, 70, 3],
    [699.4, 69.9, null],
  ])('%d points are %d %%, level %s', (got, score100, qualifies) => {
    const standard = single(got < 100 ? 100 : 1000);
    expect(scoreSum(standard, [scored(got)], thresholds)).toMatchObject({ score100, qualifies, complete: true });
  });

  test('rounding uses the exact fraction: 0.05 % is 0.1 %, slightly less is 0', () => {
    expect(scoreSum(single(200), [scored(0.1)], thresholds).score100).toBe(0.1);
    expect(scoreSum(single(200.1), [scored(0.1)], thresholds).score100).toBe(0);
  });

  test('a missing item counts on neither side; a chapter entirely missing has no rate', () => {
    const standard = two();
    const sum = scoreSum(standard, [scored(95), missing('2.1.1')], thresholds);
    expect(sum).toMatchObject({ full: 150, missing: 50, got: 95, score100: 95, qualifies: 1, complete: true });
    expect(sum.sections[1]).toMatchObject({ missing: 50, got: 0, rate: null, scored: 1 });
  });

  test('with all items missing nothing divides by zero', () => {
    const sum = scoreSum(single(10, true), [missing()], thresholds);
    expect(sum).toMatchObject({ score100: 0, qualifies: null, complete: true });
    expect(sum.sections[0]?.rate).toBeNull();
  });

  test('one weak chapter prevents a level at any score', () => {
    const standard = two();
    const rate = (second: number) => scoreSum(standard, [scored(100), scored(second, '2.1.1')], thresholds);
    expect(rate(34.9)).toMatchObject({ score100: 89.9, qualifies: 3 });
    expect(rate(34.9).sections[1]?.rate).toBe(69.8);
    expect(rate(35)).toMatchObject({ score100: 90, qualifies: 1 });
    expect(rate(29.9)).toMatchObject({ score100: 86.6, qualifies: null });
  });

  test('an incomplete sum qualifies for nothing, for example without a reason', () => {
    const without = { ...scored(99), reason: ' ' };
    expect(scoreSum(single(100), [without], thresholds)).toMatchObject({
      score100: 99,
      complete: false,
      qualifies: null,
    });
    expect(scoreSum(single(100), [{ ...scored(100), reason: '' }], thresholds)).toMatchObject({ qualifies: 1 });
    expect(scoreSum(single(100), [], thresholds)).toMatchObject({ got: 0, score100: 0, complete: false });
  });

  function two(): Standard {
    const [first] = single(100).sections;
    const [second] = JSON.parse(JSON.stringify(single(50, true)).replaceAll('"1', '"2')).sections;
    if (!first) throw new Error('no chapter');
    return { version: 'v', title: 't', full: 150, sections: [first, second] };
  }
});

describe('shortfalls for a level', () => {
  test('agree with the level reached', () => {
    fc.assert(
      fc.property(withScores(true), ([standard, scores]) => {
        const sum = scoreSum(standard, scores, thresholds);
        const reached = ([1, 2, 3] as const).filter((level) => shortfall(sum, level, thresholds) === null);
        expect(reached[0] ?? null).toBe(sum.qualifies);
      }),
    );
  });

  test('name the score and chapters', () => {
    const sum = scoreSum(single(100), [scored(65)], thresholds);
    expect(shortfall(sum, 3, thresholds)).toEqual({
      level: 3,
      score100: 65,
      threshold: { score: 70, chapter: 60 },
      scoreLow: true,
      chapters: [],
    });
    expect(shortfall(sum, 2, thresholds)).toMatchObject({ scoreLow: true, chapters: [{ serial: '1', rate: 65 }] });
  });
});

describe('verdict', () => {
  test('appears only when every item is scored, and agrees with the level reached', () => {
    fc.assert(
      fc.property(withScores(false), fc.constantFrom(1, 2, 3), ([standard, scores], level) => {
        const sum = scoreSum(standard, scores, thresholds);
        const verdict = verdictOf(sum, level as Level, thresholds);
        expect(verdict.kind === 'open').toBe(!sum.complete);
        if (verdict.kind !== 'open')
          expect(verdict.kind === 'reached').toBe(shortfall(sum, level as Level, thresholds) === null);
      }),
    );
  });

  test('names the level reached and what the next one still needs; nothing while items are unscored', () => {
    const texts = [
      { common: zh, rules: zhRules },
      { common: en, rules: enRules },
    ];
    const say = (sum: ScoreSum) => {
      const standing = standingOf(sum, thresholds);
      return (
        standing && [standing.reached, ...texts.map((text) => standing.next && nextLevelText(standing.next, text))]
      );
    };
    const of = (got: number, full = 100) => scoreSum(single(full), [scored(got)], thresholds);
    expect(say(of(78.8))).toEqual([3, '距二级：总得分差 1.2 分。', 'Level 2 needs: 1.2 more in the score.']);
    expect(say(of(65))).toEqual([null, '距三级：总得分差 5.0 分。', 'Level 3 needs: 5.0 more in the score.']);
    expect(say(of(95))).toEqual([1, null, null]);
    const weak = { ...of(85), score100: 85, qualifies: null, sections: of(55).sections };
    expect(say(weak)).toEqual([null, '距三级：第 1 章得分率不足 60%。', 'Level 3 needs: 60% in chapter 1.']);
    expect(say(scoreSum(single(100), [], thresholds))).toBeNull();
    fc.assert(
      fc.property(withScores(true), ([standard, scores]) => {
        const sum = scoreSum(standard, scores, thresholds);
        const standing = standingOf(sum, thresholds);
        expect(standing?.reached).toBe(sum.qualifies);
        expect(standing?.next ?? null).toEqual(
          sum.qualifies === 1 ? null : shortfall(sum, ((sum.qualifies ?? 4) - 1) as Level, thresholds),
        );
      }),
    );
  });

  test('before that, shows the number of scored items and the current rate', () => {
    const points = { full: 1000, missing: 10, got: 540, unscored: 110 };
    const sections = [{ serial: '1', title: 't', ...points, rate: 54.5, scored: 105, items: 118 }];
    const sum = { ...points, score100: 54.5, complete: false, sections };
    const verdict = verdictOf(sum, 3, thresholds);
    expect(verdict).toEqual({ kind: 'open', scored: 105, items: 118, rate: 61.4 });
    expect(verdictText(verdict, { common: en, rules: enRules })).toBe(
      'scored 105 of 118, rate of the scored items 61.4%',
    );
    expect(verdictText(verdict, { common: zh, rules: zhRules })).toBe('已评 105/118 项，已评项得分率 61.4%');
    expect(lowChapters(sections, 3, thresholds)).toEqual([]);
    expect(
      lowChapters(
        sections.map((section) => ({ ...section, scored: 118 })),
        3,
        thresholds,
      ),
    ).toEqual(['1']);
  });
});

describe('review result', () => {
  const reviews = standards.chain((standard) =>
    fc.tuple(fc.constant(standard), fc.array(scoresOf(standard, true), { minLength: 1, maxLength: 7 })),
  );

  test('is the mean of the exact figures, rounded once', () => {
    fc.assert(
      fc.property(reviews, ([standard, sets]) => {
        const result = reviewResult(
          sets.map((scores) => scoreSum(standard, scores, thresholds)),
          thresholds,
        );
        if (!result) throw new Error('no result');
        expect(result.experts).toBe(sets.length);
        expectMean(
          result.score100,
          sets.map((scores) => tally(itemsOf(standard), scores)),
        );
        for (const [index, chapter] of standard.sections.entries()) {
          const items = chapter.children.flatMap(({ items }) => items);
          expectMean(
            result.sections[index]?.rate ?? null,
            sets.map((scores) => tally(items, scores)),
          );
        }
      }),
    );
  });

  /** The mean over the tallies that have points, computed over the product of all denominators. */
  function expectMean(shown: number | null, tallies: Tally[]) {
    const counting = tallies.filter(({ full, missing }) => full > missing);
    if (counting.length === 0) return;
    const product = counting.reduce((all, { full, missing }) => all * (full - missing), 1n);
    const sum = counting.reduce((all, { full, missing, got }) => all + (got * product) / (full - missing), 0n);
    expectPercent(shown, sum, product * BigInt(counting.length));
  }

  const one = (got: number, full = 1000): ScoreSum => scoreSum(single(full), [scored(got)], thresholds);

  test('is compared as printed: 89.94 and 89.96 make 90.0', () => {
    expect(reviewResult([one(899.4), one(899.6)], thresholds)).toMatchObject({ score100: 90, qualifies: 1 });
    expect(reviewResult([one(899.4), one(899.5)], thresholds)).toMatchObject({ score100: 89.9, qualifies: 2 });
  });

  test('shows the mean of the rates of a chapter, not the rate of its mean points', () => {
    const [section] = reviewResult([one(1, 3), one(1, 1)], thresholds)?.sections ?? [];
    expect(section && [rateShown(section), rateSoFar(section)]).toEqual([66.7, 50]);
  });

  test('is not the mean of rounded figures', () => {
    // 33.3333 and 33.3333 and 33.4 print as 33.3, 33.3, 33.4; the exact mean 33.3555 prints as 33.4
    const sums = [one(0.1, 0.3), one(0.1, 0.3), one(33.4, 100)];
    expect(sums.map(({ score100 }) => score100)).toEqual([33.3, 33.3, 33.4]);
    expect(reviewResult(sums, thresholds)?.score100).toBe(33.4);
  });

  test("is empty without experts, and the expert's own with one", () => {
    expect(reviewResult([], thresholds)).toBeNull();
    fc.assert(
      fc.property(withScores(true), ([standard, scores]) => {
        const own = scoreSum(standard, scores, thresholds);
        expect(reviewResult([own], thresholds)).toEqual({ ...own, experts: 1, thresholds });
      }),
    );
  });

  test('a chapter counts the experts with a rate in it', () => {
    const standard = single(100, true);
    const sums = [scored(80), missing()].map((item) => scoreSum(standard, [item], thresholds));
    expect(reviewResult(sums, thresholds)?.sections[0]).toMatchObject({ rate: 80, missing: 50, got: 40 });
  });
});

describe('spread', () => {
  test('lowest, highest and mean of the experts beside the station', () => {
    const standard = single(10, true);
    const experts = [[scored(5)], [scored(5.5)], [scored(9.9)], [missing()], []];
    expect(spread(standard, [scored(10)], experts)).toEqual([
      {
        serial: '1.1.1',
        station: { score: 10, missing: false },
        lowest: 5,
        highest: 9.9,
        mean: 6.8,
        scored: 3,
        missing: 1,
      },
    ]);
    expect(spread(standard, [], [])[0]).toMatchObject({ station: null, lowest: null, highest: null, mean: null });
  });

  test('the mean is rounded half up', () => {
    expect(spread(single(10), [], [[scored(0.1)], [scored(0.2)]])[0]?.mean).toBe(0.2);
  });

  test('the mean lies between lowest and highest', () => {
    const sets = standards.chain((standard) => fc.tuple(fc.constant(standard), fc.array(scoresOf(standard))));
    fc.assert(
      fc.property(sets, ([standard, experts]) => {
        for (const { lowest, highest, mean, scored } of spread(standard, [], experts)) {
          if (scored === 0) expect([lowest, highest, mean]).toEqual([null, null, null]);
          else expect(Number(lowest) <= Number(mean) && Number(mean) <= Number(highest)).toBe(true);
        }
      }),
    );
  });
});

describe('score entry', () => {
  const item: StandardItem = { serial: '1.1.1', content: 'c', method: 'm', score: 4.5, mayBeMissing: false };
  const entry = (change: Partial<ScoreItem>): ScoreItem => ({ ...scored(4.5), ...change });

  test.each([
    [entry({ score: 0 }), null],
    [entry({ score: 4.5, reason: '' }), null],
    [entry({ score: null, reason: '' }), null],
    [entry({ score: 4.6 }), { code: 'tooLarge', max: 4.5 }],
    [entry({ score: -0.1 }), { code: 'tooSmall', min: 0 }],
    [entry({ score: 1.25 }), { code: 'decimals', max: 1 }],
    [entry({ score: Number.NaN }), { code: 'type', expected: 'number' }],
    [entry({ score: null, missing: true }), { code: 'missingNotAllowed' }],
    [entry({ reason: 'x'.repeat(1001) }), { code: 'tooLong', max: 1000 }],
  ])('%j: %j', (given, reason) => {
    expect(checkScoreItem(given, item)).toEqual(reason);
  });

  test('a missing item has no score; an unknown serial is an error', () => {
    const may = { ...item, mayBeMissing: true };
    expect(checkScoreItem(missing(), may)).toBeNull();
    expect(checkScoreItem(entry({ missing: true, score: 0 }), may)).toEqual({ code: 'missingHasScore' });
    expect(checkScoreItem(scored(1, '9.9.9'), undefined)).toEqual({ code: 'unknownSerial' });
  });

  test('exactly the scores of whole tenths in range are accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 70 }), (given) => {
        const expected = given >= 0 && given <= 45;
        const score = given < 0 ? -points(-given) : points(given);
        expect(checkScoreItem(entry({ score }), item) === null).toBe(expected);
      }),
    );
  });

  test('counts as scored only with a reason if points are lost or the item is missing', () => {
    const states = [undefined, entry({ score: null }), entry({ score: 4.4 }), entry({ score: 4.4, reason: ' ' })];
    expect(states.map((state) => itemState(state, item))).toEqual(['unscored', 'unscored', 'scored', 'reasonMissing']);
    expect(itemState(entry({ reason: '' }), item)).toBe('scored');
    expect(itemState({ ...missing(), reason: '' }, item)).toBe('reasonMissing');
    expect(itemState(missing(), item)).toBe('scored');
  });

  test('two entries are equal if score, missing and reason are; no entry equals an empty one', () => {
    expect(sameScore(undefined, { score: null, missing: false, reason: '' })).toBe(true);
    expect(sameScore(scored(1), scored(1))).toBe(true);
    expect(sameScore(scored(1), scored(2))).toBe(false);
    expect(sameScore(scored(1), { ...scored(1), reason: 'other' })).toBe(false);
    expect(sameScore(missing(), { ...missing(), missing: false })).toBe(false);
  });
});

test('tenths and points convert both ways', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (whole) => {
      expect(fromTenths(whole)).toBe(points(whole));
      expect(toTenths(points(whole))).toBe(whole);
      expect(isTenths(points(whole))).toBe(true);
    }),
  );
  expect([0.05, 1.25, Number.NaN, Number.POSITIVE_INFINITY].map(isTenths)).toEqual([false, false, false, false]);
});
