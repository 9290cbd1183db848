import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fourEyes, type Hands } from '../src/domain/fourEyes.ts';

const SUBMITTED = '2026-03-01T08:00:00.000Z';
const BEFORE = '2026-03-01T07:59:59.999Z';
const AFTER = '2026-03-02T08:00:00.000Z';
const hands = (change: Partial<Hands>): Hands => ({
  firstPassed: [],
  scored: [],
  behind: [],
  firstSubmittedAt: SUBMITTED,
  ...change,
});
const set = (by: string, account: string, at: string = AFTER) => ({ by, account, at });

describe('four eyes', () => {
  test.each([
    ['nobody did anything', hands({}), null],
    ['others did', hands({ firstPassed: ['b'], scored: ['c'] }), null],
    ['took the first review', hands({ firstPassed: ['b', 'a'] }), { did: 'first_passed', through: false }],
    ['wrote scores', hands({ scored: ['a'] }), { did: 'scores', through: false }],
    [
      'made the account that scored',
      hands({ scored: ['b'], behind: [set('a', 'b')] }),
      { did: 'scores', through: true },
    ],
    [
      'made the account that passed first',
      hands({ firstPassed: ['b'], behind: [set('a', 'b')] }),
      { did: 'first_passed', through: true },
    ],
    [
      'at the very moment of submission',
      hands({ scored: ['b'], behind: [set('a', 'b', SUBMITTED)] }),
      { did: 'scores', through: true },
    ],
    ['before the submission', hands({ scored: ['b'], behind: [set('a', 'b', BEFORE)] }), null],
    ['somebody else made it', hands({ scored: ['b'], behind: [set('c', 'b')] }), null],
    ['it made the one who asks', hands({ scored: ['b'], behind: [set('b', 'a')] }), null],
    [
      'through a chain, in whatever order',
      hands({ scored: ['d'], behind: [set('c', 'd'), set('b', 'c'), set('a', 'b')] }),
      { did: 'scores', through: true },
    ],
    ['a chain broken by an old link', hands({ scored: ['c'], behind: [set('a', 'b', BEFORE), set('b', 'c')] }), null],
    ['a circle', hands({ scored: ['c'], behind: [set('a', 'b'), set('b', 'a')] }), null],
    ['never submitted', hands({ scored: ['b'], behind: [set('a', 'b')], firstSubmittedAt: null }), null],
  ] as [string, Hands, object | null][])('%s', (_, given, expected) => {
    expect(fourEyes(given, 'a')).toEqual(expected);
  });

  test('more hands never free anybody', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.record({ by: id, account: id, at: fc.constantFrom(BEFORE, SUBMITTED, AFTER) });
    const some = fc.record({ firstPassed: fc.array(id), scored: fc.array(id), behind: fc.array(step) });
    fc.assert(
      fc.property(some, some, id, (one, more, account) => {
        const both = hands({
          firstPassed: [...one.firstPassed, ...more.firstPassed],
          scored: [...one.scored, ...more.scored],
          behind: [...one.behind, ...more.behind],
        });
        if (fourEyes(hands(one), account)) expect(fourEyes(both, account)).not.toBeNull();
      }),
    );
  });
});
