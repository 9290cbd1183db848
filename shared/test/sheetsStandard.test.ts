import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import data from '../src/data/standard.json' with { type: 'json' };
import { invisibleIn, isAbsent } from '../src/domain/assessment/fields.ts';
import { allItems, type Standard } from '../src/domain/standard/standard.ts';
import {
  encodeSheet,
  type Headings,
  isFault,
  readStandard,
  readTable,
  STANDARD_COLUMNS,
  standardRows,
} from '../src/sheets/index.ts';
import { standards } from './generators.ts';
import { bytesOf, utf8 } from './sheetExamples.ts';

const HEADINGS: readonly Headings[] = ['zh', 'en', 'keys'];

async function reread(standard: Standard, headings: Headings, format: 'xlsx' | 'csv' = 'xlsx') {
  const sheet = { format, headings, columns: STANDARD_COLUMNS, name: 'x' };
  return read(await bytesOf(encodeSheet(sheet, [standardRows(standard)])), format);
}

async function read(bytes: Uint8Array<ArrayBuffer>, format: 'xlsx' | 'csv' = 'csv') {
  const table = await readTable(bytes, format);
  const result = isFault(table) ? table : readStandard(table);
  if (isFault(result)) throw new Error(`the file is refused: ${JSON.stringify(result)}`);
  return result;
}

const text = fc
  .string({ unit: 'binary', maxLength: 40 })
  .filter((one) => !isAbsent(one) && invisibleIn(one) === null && !one.includes('\0'));
const maybe = fc.option(text, { nil: undefined });

/** Standards with arbitrary texts, all with Chinese and some with English texts. */
const worded: fc.Arbitrary<Standard> = fc
  .tuple(standards, fc.infiniteStream(text), fc.infiniteStream(maybe))
  .map(([standard, texts, maybes]) => {
    const next = () => texts.next().value as string;
    const optional = <K extends string>(key: K) => {
      const value = maybes.next().value as string | undefined;
      return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };
    };
    return {
      ...standard,
      ...{ version: next(), title: next(), ...optional('titleEn'), ...optional('note'), ...optional('noteEn') },
      sections: standard.sections.map((chapter) => ({
        ...chapter,
        ...{ title: next(), ...optional('titleEn') },
        children: chapter.children.map((element) => ({
          ...element,
          ...{ title: next(), ...optional('titleEn') },
          items: element.items.map((item) => ({
            ...item,
            ...{ content: next(), method: next(), ...optional('contentEn'), ...optional('methodEn') },
          })),
        })),
      })),
    };
  });

test('the sheet of a standard reads back as the standard that was written, whatever its headings', async () => {
  await fc.assert(
    fc.asyncProperty(worded, fc.constantFrom(...HEADINGS), async (standard, headings) => {
      expect(await reread(standard, headings)).toEqual({ ok: true, standard });
    }),
    { numRuns: 60 },
  );
});

describe.each(HEADINGS)('the sheet of a standard with headings %s', (headings) => {
  test.each(['xlsx', 'csv'] as const)('keeps the standard that comes with the product in %s', async (format) => {
    expect(await reread(data, headings, format)).toEqual({ ok: true, standard: data });
  });
});

test('has the standard first, then each chapter, element and item', () => {
  const rows = standardRows(data);
  expect(rows).toHaveLength(1 + 8 + 28 + allItems(data).length);
  expect(rows.slice(0, 4).map(({ version, serial, score }) => [version, serial, score])).toEqual([
    ['draft-2026.1', undefined, 1000],
    [undefined, '1', 130],
    [undefined, '1.1', 20],
    [undefined, '1.1.1', 4],
  ]);
});

const GOOD = [
  'version,serial,title,content,method,score,mayBeMissing',
  'v1,,Example,,,3,',
  ',1,Chapter,,,3,',
  ',1.1,Element,,,3,',
  ',1.1.1,,Content,Method,1.5,no',
  ',1.1.2,,Content,Method,1.5,是',
];

async function faultsWith(row: number, line: string) {
  const result = await read(utf8(GOOD.map((one, index) => (index === row - 1 ? line : one)).join('\r\n')));
  return result.ok ? [] : result.faults.map(({ row, key, serial, reason }) => [row, key, serial, reason.code]);
}

describe('a sheet typed by hand', () => {
  test('is read with numbers as text, and yes and no in either language', async () => {
    const result = await read(utf8(GOOD.join('\n')));
    expect(result.ok && allItems(result.standard).map(({ serial, mayBeMissing }) => [serial, mayBeMissing])).toEqual([
      ['1.1.1', false],
      ['1.1.2', true],
    ]);
  });

  test.each([
    [
      'points that do not add up',
      4,
      ',1.1,Element,,,2,',
      [
        [3, 'score', '1', 'sum'],
        [4, 'score', '1.1', 'sum'],
      ],
    ],
    ['no content', 5, ',1.1.1,,,Method,1.5,no', [[5, 'content', '1.1.1', 'required']]],
    ['a flag that is none', 5, ',1.1.1,,Content,Method,1.5,perhaps', [[5, 'mayBeMissing', '1.1.1', 'type']]],
    ['points that are no number', 5, ',1.1.1,,Content,Method,many,no', [[5, 'score', '1.1.1', 'type']]],
    ['a serial twice', 6, ',1.1.1,,Content,Method,1.5,no', [[6, 'serial', '1.1.1', 'serialTwice']]],
    ['a fourth level', 6, ',1.1.1.1,,Content,Method,1.5,no', [[6, 'serial', '1.1.1.1', 'serial']]],
    ['a cell of another level', 4, ',1.1,Element,,Method,3,', [[4, 'method', '1.1', 'misplaced']]],
    [
      'no serial',
      6,
      ',,,Content,Method,1.5,no',
      [
        [4, 'score', '1.1', 'sum'],
        [6, 'method', null, 'misplaced'],
        [6, 'mayBeMissing', null, 'misplaced'],
        [6, 'serial', null, 'required'],
      ],
    ],
    ['no version', 2, ',,Example,,,3,', [[2, 'version', null, 'required']]],
    [
      'no row of its own',
      2,
      '',
      [
        [3, 'version', null, 'required'],
        [3, 'title', null, 'required'],
        [3, 'score', null, 'required'],
      ],
    ],
    [
      'an item below no element',
      4,
      '',
      [
        [3, 'serial', '1', 'tooFew'],
        [3, 'score', '1', 'sum'],
        [5, 'serial', '1.1.1', 'serial'],
        [6, 'serial', '1.1.2', 'serial'],
      ],
    ],
  ])('with %s is refused with its row', async (_, row, line, faults) => {
    expect(await faultsWith(row, line)).toEqual(faults);
  });

  test('names the missing parent row of an orphan', async () => {
    const result = await read(utf8(GOOD.filter((_, index) => index !== 3).join('\n')));
    expect(result.ok || result.faults.map(({ reason }) => reason)).toContainEqual({ code: 'serial', like: '1.1' });
  });

  test('without a required column is refused as a whole', async () => {
    const table = await readTable(utf8('serial,title\n1,Chapter'), 'csv');
    if (isFault(table)) throw new Error(table.code);
    expect(readStandard(table)).toMatchObject({ code: 'missingHeadings' });
  });
});
