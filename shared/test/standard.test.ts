import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import data from '../src/data/standard.json' with { type: 'json' };
import { checkStandard } from '../src/domain/standard/checkStandard.ts';
import {
  allItems,
  chapterItems,
  chapterOf,
  compareSerials,
  findChapter,
  findItem,
  type Standard,
} from '../src/domain/standard/standard.ts';
import { standards } from './generators.ts';

const standard: Standard = data;
const copy = (): Standard => structuredClone(standard);
const faultsOf = (value: unknown) => {
  const check = checkStandard(value);
  return check.ok ? [] : check.faults;
};

describe('the built-in standard', () => {
  test('has 8 chapters, 28 elements and 118 items of 1000 points', () => {
    expect(standard.sections.map(({ score }) => score)).toEqual([130, 80, 70, 470, 140, 50, 30, 30]);
    expect(standard.sections.flatMap(({ children }) => children)).toHaveLength(28);
    expect(allItems(standard)).toHaveLength(118);
    expect(allItems(standard).reduce((sum, { score }) => sum + score, 0)).toBe(1000);
  });

  test('passes the import check', () => {
    expect(checkStandard(standard)).toEqual({ ok: true, standard });
  });

  test('has its items in natural order', () => {
    const serials = allItems(standard).map(({ serial }) => serial);
    expect([...serials].sort(compareSerials)).toEqual(serials);
  });
});

describe('lookups', () => {
  test('serials sort by number, a parent before its children', () => {
    const serials = ['10.1.1', '4.1.10', '4.1.2', '4.2', '4.1', '4'];
    expect(serials.sort(compareSerials)).toEqual(['4', '4.1', '4.1.2', '4.1.10', '4.2', '10.1.1']);
  });

  test('an item, its chapter and its neighbours', () => {
    expect(findItem(standard, '1.1.2')?.score).toBe(6);
    expect(findItem(standard, '9.9.9')).toBeUndefined();
    expect(chapterOf('4.1.12')).toBe('4');
    const chapter = findChapter(standard, '4');
    expect(chapter && chapterItems(chapter)).toEqual(
      allItems(standard).filter(({ serial }) => serial.startsWith('4.')),
    );
    expect(findChapter(standard, '9')).toBeUndefined();
  });
});

describe('import check', () => {
  test('accepts every generated standard', () => {
    fc.assert(
      fc.property(standards, (generated) => {
        expect(faultsOf(generated)).toEqual([]);
      }),
    );
  });

  test('finds a changed score at every level it affects', () => {
    fc.assert(
      fc.property(standards, fc.nat(), (generated, seed) => {
        const items = allItems(generated);
        const item = items[seed % items.length];
        if (!item) return;
        item.score = Number((item.score + 0.1).toFixed(1));
        const serial = item.serial.split('.').slice(0, 2).join('.');
        expect(faultsOf(generated).map(({ serial, reason }) => [serial, reason.code])).toEqual([[serial, 'sum']]);
      }),
    );
  });

  test('reports every fault at once, with place and row', () => {
    const broken = copy();
    const [first, second] = broken.sections;
    if (!first || !second) throw new Error('no chapters');
    first.score = 131;
    Object.assign(first.children[0]?.items[0] ?? {}, { content: ' ', score: 4.05 });
    second.title = '';
    Object.assign(broken, { surprise: 1 });
    expect(faultsOf(broken)).toEqual([
      { path: 'surprise', serial: null, reason: { code: 'unknownKey' } },
      { path: 'sections.0.children.0.items.0.content', serial: '1.1.1', reason: { code: 'required' } },
      { path: 'sections.0.children.0.items.0.score', serial: '1.1.1', reason: { code: 'decimals', max: 1 } },
      { path: 'sections.0.score', serial: '1', reason: { code: 'sum', sum: 130, stated: 131 } },
      { path: 'sections.1.title', serial: '2', reason: { code: 'required' } },
      { path: 'full', serial: null, reason: { code: 'sum', sum: 1001, stated: 1000 } },
    ]);
  });

  const serialCases: [string, (sections: Standard['sections']) => void, object][] = [
    [
      'under another parent',
      ([chapter]) => Object.assign(chapter?.children[0]?.items[0] ?? {}, { serial: '1.2.1' }),
      { path: 'sections.0.children.0.items.0.serial', serial: '1.2.1', reason: { code: 'serial', like: '1.1.1' } },
    ],
    [
      'with a leading zero',
      ([chapter]) => Object.assign(chapter?.children[0]?.items[1] ?? {}, { serial: '1.1.02' }),
      { path: 'sections.0.children.0.items.1.serial', serial: '1.1.02', reason: { code: 'serial', like: '1.1.1' } },
    ],
    [
      'twice',
      ([chapter]) => Object.assign(chapter?.children[0]?.items[1] ?? {}, { serial: '1.1.1' }),
      { path: 'sections.0.children.0.items.1.serial', serial: '1.1.1', reason: { code: 'serialTwice' } },
    ],
    [
      'out of order',
      ([chapter]) => Object.assign(chapter?.children[0]?.items[0] ?? {}, { serial: '1.1.99' }),
      {
        path: 'sections.0.children.0.items.1.serial',
        serial: '1.1.2',
        reason: { code: 'serialOrder', previous: '1.1.99' },
      },
    ],
  ];
  test.each(serialCases)('finds a serial %s', (_, spoil, fault) => {
    const broken = copy();
    spoil(broken.sections);
    expect(faultsOf(broken)).toEqual([fault]);
  });

  test.each([
    [null, 'type'],
    [[], 'type'],
    ['text', 'type'],
  ])('refuses %j because it is not an object', (value, code) => {
    expect(faultsOf(value).map(({ path, reason }) => [path, reason.code])).toEqual([['body', code]]);
  });

  test.each([
    ['version', 1, 'type'],
    ['full', '1000', 'type'],
    ['full', 0, 'tooSmall'],
    ['full', Number.NaN, 'type'],
    ['sections', [], 'tooFew'],
    ['sections', {}, 'type'],
    ['titleEn', '', 'required'],
    ['note', null, 'type'],
  ])('refuses %s = %j', (key, value, code) => {
    expect(faultsOf({ ...copy(), [key]: value })).toContainEqual(
      expect.objectContaining({ path: key, reason: expect.objectContaining({ code }) }),
    );
  });

  test('refuses a row that is no object, and a prototype key', () => {
    const broken = copy();
    Object.assign(broken.sections[0]?.children[0]?.items ?? [], { 0: null });
    expect(faultsOf(broken)).toEqual([
      { path: 'sections.0.children.0.items.0', serial: null, reason: { code: 'type', expected: 'object' } },
    ]);
    expect(faultsOf({ ...copy(), toString: 'x' })).toEqual([
      { path: 'toString', serial: null, reason: { code: 'unknownKey' } },
    ]);
  });
});
