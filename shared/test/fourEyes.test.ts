import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ContributionKind,
  commonMakersOf,
  conflictOf,
  type FourEyesRecord,
  type GuardedStep,
} from '../src/domain/assessment/fourEyes.ts';
import { standInFor, type Unit, type UnitAccount, unitsFor } from '../src/domain/assessment/stepUnits.ts';
import { waitsFor } from '../src/domain/assessment/todo.ts';
import { FourEyesOracle } from './fourEyesOracle.ts';

const BEFORE = '2026-03-01T07:00:00.000Z';
const CREATED = '2026-03-01T08:00:00.000Z';
const BETWEEN = '2026-03-01T09:00:00.000Z';
const SUBMITTED = '2026-03-02T08:00:00.000Z';
const AFTER = '2026-03-03T08:00:00.000Z';

const record = (change: Partial<FourEyesRecord>): FourEyesRecord => ({
  createdAt: CREATED,
  firstSubmittedAt: SUBMITTED,
  contributions: [],
  links: [],
  ...change,
});
const made = (by: string, account: string, at: string = AFTER) => ({ by, account, at });
const did = (account: string, kind: ContributionKind) => ({ account, kind });

describe('four-eyes rule', () => {
  test.each([
    ['nobody did anything', 'conclusion', record({}), null],
    ['others did', 'conclusion', record({ contributions: [did('b', 'firstReview'), did('c', 'expertScores')] }), null],
    ['took the first review', 'conclusion', record({ contributions: [did('a', 'firstReview')] }), 'same'],
    ["wrote an expert's scores", 'conclusion', record({ contributions: [did('a', 'expertScores')] }), 'same'],
    ['concluded as an expert', 'conclusion', record({ contributions: [did('a', 'expertConclusion')] }), 'same'],
    ['wrote the form', 'firstReview', record({ contributions: [did('a', 'form')] }), 'same'],
    ['wrote the self scores', 'firstReview', record({ contributions: [did('a', 'selfScores')] }), 'same'],
    ['submitted', 'firstReview', record({ contributions: [did('a', 'submission')] }), 'same'],
    ['the form is no matter of the conclusion', 'conclusion', record({ contributions: [did('a', 'form')] }), null],
    [
      'experts are no matter of the first review',
      'firstReview',
      record({ contributions: [did('a', 'expertScores')] }),
      null,
    ],
    [
      'made the account that scored',
      'conclusion',
      record({ contributions: [did('b', 'expertScores')], links: [made('a', 'b')] }),
      'below',
    ],
    [
      'was made by the account that passed first',
      'conclusion',
      record({ contributions: [did('b', 'firstReview')], links: [made('b', 'a')] }),
      'above',
    ],
    [
      'at the very moment of the submission',
      'conclusion',
      record({ contributions: [did('b', 'firstReview')], links: [made('b', 'a', SUBMITTED)] }),
      'above',
    ],
    [
      'before the submission, for the conclusion',
      'conclusion',
      record({ contributions: [did('b', 'firstReview')], links: [made('b', 'a', BETWEEN)] }),
      null,
    ],
    [
      'before the submission, for the first review',
      'firstReview',
      record({ contributions: [did('b', 'submission')], links: [made('a', 'b', BETWEEN)] }),
      'below',
    ],
    [
      'before the assessment was made',
      'firstReview',
      record({ contributions: [did('b', 'submission')], links: [made('a', 'b', BEFORE)] }),
      null,
    ],
    [
      'through a chain, in whatever order',
      'conclusion',
      record({ contributions: [did('d', 'firstReview')], links: [made('c', 'a'), made('b', 'c'), made('d', 'b')] }),
      'above',
    ],
    [
      'a chain broken by an old link',
      'conclusion',
      record({ contributions: [did('c', 'firstReview')], links: [made('a', 'b', BETWEEN), made('b', 'c')] }),
      null,
    ],
    [
      'a third account behind both',
      'conclusion',
      record({ contributions: [did('b', 'firstReview')], links: [made('x', 'a'), made('x', 'b')] }),
      null,
    ],
    [
      'both behind a third account',
      'conclusion',
      record({ contributions: [did('b', 'firstReview')], links: [made('a', 'x'), made('b', 'x')] }),
      null,
    ],
    [
      'a circle',
      'conclusion',
      record({ contributions: [did('c', 'firstReview')], links: [made('a', 'b'), made('b', 'a')] }),
      null,
    ],
    [
      'never submitted',
      'conclusion',
      record({ contributions: [did('b', 'firstReview')], links: [made('a', 'b')], firstSubmittedAt: null }),
      null,
    ],
  ] as [string, GuardedStep, FourEyesRecord, string | null][])('%s (%s)', (_, step, given, expected) => {
    expect(conflictOf(given, step, 'a')?.relation ?? null).toBe(expected);
  });

  test('an own contribution is named before those of others', () => {
    const given = record({
      contributions: [did('b', 'firstReview'), did('a', 'expertScores')],
      links: [made('a', 'b')],
    });
    expect(conflictOf(given, 'conclusion', 'a')).toEqual({ account: 'a', kind: 'expertScores', relation: 'same' });
  });

  test('the closest common account is named', () => {
    const given = record({
      contributions: [did('b', 'firstReview')],
      links: [made('top', 'x'), made('x', 'a'), made('x', 'b')],
    });
    expect(commonMakersOf(given, 'conclusion', 'a')).toEqual([{ account: 'b', kind: 'firstReview', maker: 'x' }]);
  });
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const at = fc.constantFrom(BEFORE, CREATED, BETWEEN, SUBMITTED, AFTER);
const link = fc.record({ by: id, account: id, at }).filter(({ by, account }) => by !== account);
const kind = fc.constantFrom<ContributionKind>(
  'form',
  'selfScores',
  'submission',
  'firstReview',
  'expertScores',
  'expertConclusion',
);
const history: fc.Arbitrary<FourEyesRecord> = fc.record({
  createdAt: fc.constant(CREATED),
  firstSubmittedAt: fc.constantFrom(SUBMITTED, null),
  contributions: fc.array(fc.record({ account: id, kind }), { maxLength: 6 }),
  links: fc.array(link, { maxLength: 9 }),
});
const step = fc.constantFrom<GuardedStep>('firstReview', 'conclusion');

describe('random histories', () => {
  test('the rule agrees with a reference implementation on refusals and hints', () => {
    const seen = { refused: 0, hinted: 0, free: 0 };
    fc.assert(
      fc.property(history, step, id, (given, asked, account) => {
        const oracle = new FourEyesOracle(given);
        const refused = conflictOf(given, asked, account) !== null;
        expect(refused).toBe(oracle.refuses(asked, account));
        if (refused) {
          seen.refused += 1;
          return;
        }
        const hinted = commonMakersOf(given, asked, account).length > 0;
        expect(hinted).toBe(oracle.hasCommonMaker(asked, account));
        seen[hinted ? 'hinted' : 'free'] += 1;
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
  });

  test('more links and contributions never lift a refusal', () => {
    fc.assert(
      fc.property(history, history, step, id, (one, more, asked, account) => {
        const both = {
          ...one,
          contributions: [...one.contributions, ...more.contributions],
          links: [...one.links, ...more.links],
        };
        if (conflictOf(one, asked, account)) expect(conflictOf(both, asked, account)).not.toBeNull();
      }),
    );
  });

  test('connections are symmetric', () => {
    fc.assert(
      fc.property(fc.array(link, { maxLength: 9 }), id, id, (links, one, other) => {
        const judge = (account: string, contributor: string) =>
          conflictOf(record({ links, contributions: [did(contributor, 'firstReview')] }), 'conclusion', account) !==
          null;
        expect(judge(one, other)).toBe(judge(other, one));
      }),
    );
  });
});

describe('substitute unit', () => {
  const county: UnitAccount = { id: 'county', role: 'county_manager', division: '450302' };
  const city: UnitAccount = { id: 'city', role: 'city_manager', division: '450300' };
  const province: UnitAccount = { id: 'province', role: 'province_manager', division: '450000' };
  const admin: UnitAccount = { id: 'admin', role: 'admin', division: null };
  const all = [county, city, province, admin];
  const first = unitsFor('firstReview', { division: '450302', level: 3 });
  const by = (...accounts: string[]) => record({ contributions: accounts.map((one) => did(one, 'submission')) });
  const role = (unit: Unit | null) => unit?.role ?? null;

  test.each([
    ['as usual', by(), all, null],
    ['the city where the county is refused', by('county'), all, 'city_manager'],
    ['then the province', by('county', 'city'), all, 'province_manager'],
    ['then an administrator', by('county', 'city', 'province'), all, 'admin'],
    ['past a unit without an account', by('county'), [county, province, admin], 'province_manager'],
    ['as usual where no account may take it', by('county', 'city', 'province', 'admin'), all, 'county_manager'],
    ['as usual where the usual unit has no account', by('city'), [city, province, admin], null],
    ['as usual while a colleague may take it', by('county'), [...all, { ...county, id: 'colleague' }], null],
  ] as const)('%s', (_, given, accounts, expected) => {
    expect(role(standInFor(given, 'firstReview', first, accounts))).toBe(expected);
  });

  test.each([
    ['firstReview', '450302', 3, ['county_manager', 'city_manager', 'province_manager', 'admin']],
    ['firstReview', '450300', 1, ['city_manager', 'province_manager', 'admin']],
    ['conclusion', '450302', 3, ['city_manager', 'province_manager', 'admin']],
    ['conclusion', '450302', 2, ['province_manager', 'admin']],
  ] as const)('%s of %s at level %i goes up by %j', (asked, division, level, roles) => {
    expect(unitsFor(asked, { division, level }).map((unit) => unit.role)).toEqual(roles);
  });

  test('a step moved to a unit above waits for that unit only', () => {
    const assessment = { status: 'submitted', level: 3, division: '450302', experts: [], standIn: city } as const;
    expect(all.filter((account) => waitsFor(assessment, account)).map((account) => account.id)).toEqual(['city']);
    const usual = { ...assessment, standIn: null };
    expect(all.filter((account) => waitsFor(usual, account)).map((account) => account.id)).toEqual(['county']);
  });

  test('is the lowest unit with an account that is not refused', () => {
    const chosen = fc.subarray(all, { minLength: 1 });
    fc.assert(
      fc.property(fc.subarray(all), chosen, (refused, accounts) => {
        const given = by(...refused.map((account) => account.id));
        const free = accounts.filter((account) => !refused.includes(account));
        const unit = standInFor(given, 'firstReview', first, accounts);
        if (!accounts.includes(county) || free.includes(county)) expect(unit).toBeNull();
        else expect(unit?.role).toBe(free[0]?.role ?? 'county_manager');
      }),
    );
  });
});
