import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLES } from '../src/domain/accounts/roles.ts';
import { type Caller, isFinalManager, isFirstManager, LIFECYCLE, rowsOf } from '../src/domain/assessment/lifecycle.ts';
import type { Problem } from '../src/domain/assessment/problems.ts';
import { LEVELS, type Level, STATUSES, type Status } from '../src/domain/assessment/statuses.ts';
import {
  type AssessmentFacts,
  actions,
  type FourEyesFacts,
  judgeStep,
  steps,
  systemStep,
} from '../src/domain/assessment/steps.ts';
import { DEFAULT_SETTINGS } from '../src/domain/settings.ts';
import { type ReviewResult, reviewResult, scoreSum } from '../src/domain/standard/scoring.ts';
import type { Standard } from '../src/domain/standard/standard.ts';

/** A station of Xiufeng (450302), a county of Guilin (450300), and every caller that could access its assessment. */
const CALLERS = {
  station: { id: 'station', role: 'station', division: '450302' },
  otherStation: { id: 'other', role: 'station', division: '450302' },
  county: { id: 'county', role: 'county_manager', division: '450302' },
  otherCounty: { id: 'county2', role: 'county_manager', division: '450303' },
  city: { id: 'city', role: 'city_manager', division: '450300' },
  otherCity: { id: 'city2', role: 'city_manager', division: '450100' },
  province: { id: 'province', role: 'province_manager', division: '450000' },
  admin: { id: 'admin', role: 'admin', division: null },
  expert: { id: 'expert', role: 'expert', division: null },
  supervisor: { id: 'supervisor', role: 'supervisor', division: null },
  ministry: { id: 'ministry', role: 'ministry_manager', division: null },
  guest: { id: '', role: 'guest', division: null },
} as const satisfies Record<string, Caller>;
type Name = keyof typeof CALLERS;
const NAMES = Object.keys(CALLERS) as Name[];

const standard: Standard = {
  version: 'v',
  title: 't',
  full: 100,
  sections: [
    {
      serial: '1',
      title: 'c',
      score: 100,
      children: [
        {
          serial: '1.1',
          title: 'e',
          score: 100,
          items: [{ serial: '1.1.1', content: 'c', method: 'm', score: 100, mayBeMissing: false }],
        },
      ],
    },
  ],
};
const { thresholds } = DEFAULT_SETTINGS;
const resultOf = (score: number): ReviewResult | null =>
  reviewResult(
    [scoreSum(standard, [{ serial: '1.1.1', score, missing: false, reason: 'because' }], thresholds)],
    thresholds,
  );

const SUBMITTED = '2026-03-01T08:00:00.000Z';

/** Facts for the four-eyes rule: no contributions or links except these. */
function fourEyes(change: Partial<FourEyesFacts> = {}): FourEyesFacts {
  return {
    createdAt: SUBMITTED,
    firstSubmittedAt: SUBMITTED,
    contributions: [],
    links: [],
    nameOf: (id) => ({ name: id, account: '' }),
    accounts: [],
    ...change,
  };
}
const firstReviewBy = (ids: readonly string[]) =>
  fourEyes({ contributions: ids.map((account) => ({ account, kind: 'firstReview' })) });

/** Facts with which every condition holds. */
function facts(change: Partial<AssessmentFacts> = {}): AssessmentFacts {
  return {
    station: 'station',
    division: '450302',
    level: 3,
    status: 'draft',
    everReturned: false,
    rules: { minExperts: 1, minIndependentExperts: 0, thresholds },
    experts: [{ id: 'expert', concluded: true }],
    managerConclusion: true,
    submission: () => [],
    result: () => resultOf(95),
    fourEyes: () => fourEyes(),
    expertMakers: () => new Map(),
    ...change,
  };
}

/**
 * docs/spec/domain.md#lifecycle written out a second time, as a matrix: which callers may move an assessment where, by
 * level. `taken back` rows are separate, because their target depends on an earlier return.
 */
const FIRST = ['county', 'city', 'province', 'admin'] as const;
const final = (level: Level) =>
  level === 3 ? (['city', 'province', 'admin'] as const) : (['province', 'admin'] as const);
function expected(level: Level, everReturned: boolean): Set<string> {
  const edges: [Status, Status, readonly Name[]][] = [
    ['draft', 'submitted', ['station', 'admin']],
    ['returned', 'submitted', ['station', 'admin']],
    everReturned ? ['submitted', 'returned', ['station']] : ['submitted', 'draft', ['station', 'admin']],
    ['submitted', 'withdrawn', ['station', 'admin']],
    ['returned', 'withdrawn', ['station', 'admin']],
    ['submitted', 'first_passed', FIRST],
    ['submitted', 'returned', FIRST],
    ['first_passed', 'reviewing', final(level)],
    ['first_passed', 'returned', final(level)],
    ['reviewing', 'reviewed', final(level)],
    ['reviewed', 'reviewing', final(level)],
    ['reviewed', 'returned', final(level)],
    ['reviewed', 'passed', final(level)],
    ['reviewed', 'failed', final(level)],
    ['passed', 'revoked', final(level)],
  ];
  return new Set(edges.flatMap(([from, to, who]) => who.map((name) => `${name}: ${from} > ${to}`)));
}

describe('lifecycle table', () => {
  test.each(LEVELS.flatMap((level) => [true, false].map((everReturned) => [level, everReturned] as const)))(
    'level %i, ever returned %s: every caller, from every status to every other',
    (level, everReturned) => {
      const found = new Set<string>();
      for (const status of STATUSES) {
        for (const name of NAMES) {
          const given = facts({ level, status, everReturned });
          const open = actions(given, CALLERS[name]);
          for (const to of STATUSES) {
            const verdict = judgeStep(given, CALLERS[name], to, 'because');
            expect(verdict.ok, `${name}: ${status} > ${to}`).toBe(open.includes(to));
            if (verdict.ok) found.add(`${name}: ${status} > ${to}`);
            else if (verdict.code === 'transition_not_allowed') {
              expect(verdict).toEqual({ ok: false, code: 'transition_not_allowed', status, allowed: open });
            } else {
              expect(verdict.code).toBe('forbidden');
              expect(['expert', 'supervisor', 'ministry', 'guest']).toContain(name);
            }
          }
        }
      }
      expect([...found].sort()).toEqual([...expected(level, everReturned)].sort());
    },
  );

  test('the only step from a closed status is the revocation', () => {
    const closed = LIFECYCLE.filter(({ from }) =>
      from.some((status) => ['passed', 'failed', 'withdrawn', 'revoked'].includes(status)),
    );
    expect(closed.map(({ from, to }) => [from, to])).toEqual([[['passed'], 'revoked']]);
  });

  test('no caller has two rows to one status', () => {
    for (const status of STATUSES) {
      for (const everReturned of [true, false]) {
        for (const name of NAMES) {
          const targets = rowsOf(facts({ status, everReturned }), CALLERS[name]).map(({ to }) => to);
          expect(new Set(targets).size).toBe(targets.length);
        }
      }
    }
  });
});

describe('first and final managers', () => {
  const place = (division: string, level: Level) => ({ station: 's', division, level });
  test('every unit with the station in its division can be first manager', () => {
    const first = NAMES.filter((name) => isFirstManager(CALLERS[name], place('450302', 1)));
    expect(first).toEqual(['county', 'city', 'province']);
  });
  test.each([
    [3, '450302', ['city', 'province']],
    [3, '450300', ['city', 'province']],
    [2, '450302', ['province']],
    [1, '450302', ['province']],
  ] as const)('the final manager of level %i in %s: %j', (level, division, names) => {
    expect(NAMES.filter((name) => isFinalManager(CALLERS[name], place(division, level)))).toEqual(names);
  });
});

describe('conditions', () => {
  const problem: Problem = { part: 'score', code: 'selfScoreAbsent' };
  const codes = (given: AssessmentFacts, name: Name, to: Status, description = 'because') => {
    const verdict = judgeStep(given, CALLERS[name], to, description);
    return verdict.ok ? [] : verdict.code === 'incomplete' ? verdict.problems.map(({ code }) => code) : [verdict.code];
  };
  const waiting = [
    { id: 'a', concluded: true },
    { id: 'b', concluded: false },
  ];

  test.each([
    ['submission', { status: 'draft', submission: () => [problem] }, 'station', 'submitted', ['selfScoreAbsent']],
    ['no experts', { status: 'first_passed', experts: [] }, 'city', 'reviewing', ['minAssigned']],
    [
      'too few experts',
      { status: 'first_passed', rules: { minExperts: 2, thresholds } },
      'city',
      'reviewing',
      ['minAssigned'],
    ],
    ['one of two concluded', { status: 'reviewing', experts: waiting }, 'city', 'reviewed', []],
    [
      'one of two concluded, two needed',
      { status: 'reviewing', experts: waiting, rules: { minExperts: 2, thresholds } },
      'city',
      'reviewed',
      ['minConcluded'],
    ],
    ['no conclusion', { status: 'reviewed', managerConclusion: false }, 'city', 'passed', ['conclusionMissing']],
    ['no conclusion', { status: 'reviewed', managerConclusion: false }, 'city', 'failed', ['conclusionMissing']],
    ['result too low', { status: 'reviewed', result: () => resultOf(69.9) }, 'city', 'passed', ['notQualified']],
    ['result too low', { status: 'reviewed', result: () => resultOf(69.9) }, 'city', 'failed', []],
    ['no result', { status: 'reviewed', result: () => null }, 'city', 'passed', ['minConcluded']],
    [
      'level 2 with 75',
      { level: 2, status: 'reviewed', result: () => resultOf(75) },
      'province',
      'passed',
      ['notQualified'],
    ],
  ] as [string, Partial<AssessmentFacts>, Name, Status, string[]][])('%s', (_, change, name, to, expected) => {
    expect(codes(facts(change), name, to)).toEqual(expected);
  });

  test.each([
    ['submitted', 'county', 'returned', true],
    ['first_passed', 'city', 'returned', true],
    ['reviewing', 'city', 'reviewed', true],
    ['reviewed', 'city', 'reviewing', true],
    ['reviewed', 'city', 'returned', true],
    ['passed', 'city', 'revoked', true],
    ['submitted', 'admin', 'returned', true],
    ['submitted', 'county', 'first_passed', false],
    ['submitted', 'station', 'withdrawn', false],
    ['first_passed', 'city', 'reviewing', false],
    ['reviewed', 'city', 'passed', false],
    ['reviewed', 'city', 'failed', false],
  ] as const)('%s, %s to %s needs a description: %s', (status, name, to, needed) => {
    for (const description of ['', ' \n']) {
      expect(codes(facts({ status }), name, to, description)).toEqual(needed ? ['descriptionMissing'] : []);
    }
  });

  test('a station takes back without a description, to returned if it was ever returned', () => {
    expect(codes(facts({ status: 'submitted', everReturned: true }), 'station', 'returned', '')).toEqual([]);
    expect(codes(facts({ status: 'submitted', everReturned: true }), 'station', 'draft', '')).toEqual([
      'transition_not_allowed',
    ]);
    expect(codes(facts({ status: 'submitted' }), 'station', 'returned', '')).toEqual(['transition_not_allowed']);
  });

  test('every problem is reported at once, equal to those of the disabled button', () => {
    const given = facts({
      status: 'reviewed',
      managerConclusion: false,
      result: () => resultOf(50),
      fourEyes: () => firstReviewBy(['city']),
    });
    const all = ['conclusionMissing', 'notQualified', 'fourEyes'];
    expect(codes(given, 'city', 'passed')).toEqual(all);
    const grey = steps(given, CALLERS.city);
    expect(grey.map(({ to, allowed, problems }) => [to, allowed, problems.map(({ code }) => code)])).toEqual([
      ['reviewing', true, []],
      ['returned', true, []],
      ['passed', false, all],
      ['failed', false, ['conclusionMissing', 'fourEyes']],
    ]);
    expect(actions(given, CALLERS.city)).toEqual(['reviewing', 'returned']);
  });

  test('conditions of other steps are not loaded', () => {
    const never = () => {
      throw new Error('asked');
    };
    const given = facts({ status: 'submitted', submission: never, result: never, expertMakers: never });
    expect(actions(given, CALLERS.county)).toEqual(['first_passed', 'returned']);
  });
});

describe('automatic step', () => {
  const at = (status: Status, concluded: boolean[], minExperts = 1) =>
    systemStep(
      facts({
        status,
        experts: concluded.map((one, index) => ({ id: String(index), concluded: one })),
        rules: { minExperts, minIndependentExperts: 0, thresholds },
      }),
    )?.to ?? null;

  test('ends the review when every assigned expert has concluded', () => {
    expect(at('reviewing', [true, true])).toBe('reviewed');
    expect(at('reviewing', [true, false])).toBeNull();
    expect(at('reviewing', [])).toBeNull();
    expect(at('reviewing', [true], 2)).toBeNull();
  });

  test('there is no other one', () => {
    const others = STATUSES.filter((status) => status !== 'reviewing');
    expect(others.filter((status) => at(status, [true]) !== null)).toEqual([]);
  });
});

describe('effects', () => {
  test.each([
    ['draft', 'station', 'submitted', ['submission']],
    ['returned', 'station', 'submitted', ['submission']],
    ['submitted', 'station', 'draft', []],
    ['submitted', 'county', 'returned', ['archiveConclusions']],
    ['first_passed', 'city', 'returned', ['archiveConclusions']],
    ['reviewing', 'city', 'reviewed', ['dropUnconcluded']],
    ['reviewed', 'city', 'reviewing', ['reopenConclusions']],
    ['reviewed', 'city', 'returned', ['archiveConclusions']],
    ['reviewed', 'city', 'passed', ['conclude', 'startValidity']],
    ['reviewed', 'city', 'failed', ['conclude']],
    ['passed', 'city', 'revoked', ['endValidity']],
  ] as const)('%s, %s to %s: %j', (status, name, to, effects) => {
    const verdict = judgeStep(facts({ status }), CALLERS[name], to, 'because');
    expect(verdict.ok && verdict.row.effects).toEqual(effects);
  });
});

describe('random walks', () => {
  const onward = ['submitted', 'first_passed', 'reviewing', 'reviewed', 'passed', 'failed', 'revoked'] as const;
  const often = <T>(all: readonly T[], mostly: readonly NoInfer<T>[]) =>
    fc.oneof({ arbitrary: fc.constantFrom(...all), weight: 1 }, { arbitrary: fc.constantFrom(...mostly), weight: 5 });
  const move = fc.record({
    name: often(NAMES, ['station', 'county', 'province', 'admin']),
    to: often(STATUSES, onward),
    description: fc.constantFrom('', 'because'),
    problem: fc.boolean(),
    assigned: fc.integer({ min: 0, max: 3 }),
    concluded: fc.integer({ min: 0, max: 3 }),
    conclusion: fc.boolean(),
    score: fc.integer({ min: 60, max: 100 }),
  });

  test('make only steps of the table, each under its conditions', () => {
    const reached = new Set<Status>();
    fc.assert(
      fc.property(fc.constantFrom(...LEVELS), fc.array(move, { minLength: 100, maxLength: 200 }), (level, moves) => {
        let status: Status = 'draft';
        let everReturned = false;
        const firstPassed: string[] = [];
        for (const { name, to, description, problem, assigned, concluded, conclusion, score } of moves) {
          const experts = Array.from({ length: assigned }, (_, n) => ({ id: `e${n}`, concluded: n < concluded }));
          const given = facts({
            level,
            status,
            everReturned,
            rules: { minExperts: 2, minIndependentExperts: 0, thresholds },
            experts,
            managerConclusion: conclusion,
            submission: () => (problem ? [{ part: 'score', code: 'selfScoreAbsent' }] : []),
            result: () => resultOf(score),
            fourEyes: () => firstReviewBy(firstPassed),
          });
          const verdict = judgeStep(given, CALLERS[name], to, description);
          if (!verdict.ok) continue;
          expect([...expected(level, everReturned)]).toContain(`${name}: ${status} > ${to}`);
          if (to === 'submitted') expect(problem).toBe(false);
          if (to === 'reviewing' && status === 'first_passed') expect(assigned).toBeGreaterThanOrEqual(2);
          if (to === 'reviewed') expect(Math.min(assigned, concluded)).toBeGreaterThanOrEqual(2);
          if (to === 'passed') expect(score).toBeGreaterThanOrEqual({ 1: 90, 2: 80, 3: 70 }[level]);
          if (to === 'passed' || to === 'failed') {
            expect(conclusion).toBe(true);
            expect(firstPassed).not.toContain(CALLERS[name].id);
          }
          if (to === 'returned' && name !== 'station') expect(description).not.toBe('');
          if (to === 'first_passed') firstPassed.push(CALLERS[name].id);
          everReturned ||= to === 'returned';
          status = to;
          reached.add(status);
        }
      }),
      { numRuns: 1000 },
    );
    expect([...reached].sort()).toEqual([...STATUSES].sort());
  });
});

test('roles without a row are refused first', () => {
  const refused = ROLES.filter((role) => {
    const verdict = judgeStep(facts(), { id: 'x', role, division: null }, 'submitted', '');
    return !verdict.ok && verdict.code === 'forbidden';
  });
  expect(refused).toEqual(['guest', 'ministry_manager', 'expert', 'supervisor']);
});
