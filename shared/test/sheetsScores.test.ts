import { describe, expect, test } from 'vitest';
import data from '../src/data/standard.json' with { type: 'json' };
import { itemsBySerial, type Standard } from '../src/domain/standard/standard.ts';
import { encodeSheet, isFault, readScores, readTable, SCORE_COLUMNS, type ScoreRow } from '../src/sheets/index.ts';
import { bytesOf, utf8 } from './sheetExamples.ts';

const items = itemsBySerial(data as Standard);
const [full] = items.values();
const optional = [...items.values()].find(({ mayBeMissing }) => mayBeMissing);
if (!full || !optional) throw new Error('the standard has no such items');

async function read(csv: string) {
  const table = await readTable(utf8(csv), 'csv');
  return isFault(table) ? table : readScores(table, items);
}

const sheet = (...rows: string[]) => read(['序号,得分,合理缺项,扣分（缺项）理由', ...rows].join('\n'));

test.each(['xlsx', 'csv', 'ndjson'] as const)('a score sheet as %s reads as the same scores', async (format) => {
  const given = [
    { score: null, missing: false, reason: '' },
    { score: 0, missing: false, reason: '=未建立制度，"不得分"' },
    { score: 0.5, missing: false, reason: '-缺一个环节' },
  ];
  const rows: ScoreRow[] = [...items.values()].map((item, index) => ({
    item,
    given: item.mayBeMissing
      ? { score: null, missing: true, reason: '没有大坝' }
      : (given[index % 3] as ScoreRow['given']),
  }));
  for (const headings of ['zh', 'en', 'keys'] as const) {
    const bytes = await bytesOf(encodeSheet({ format, headings, columns: SCORE_COLUMNS, name: '评分表' }, [rows]));
    const table = await readTable(bytes, format);
    if (isFault(table)) throw new Error(table.code);
    expect(readScores(table, items)).toEqual(
      rows.map(({ item, given }, index) => ({
        rowNumber: index + (format === 'ndjson' ? 1 : 2),
        item: { serial: item.serial, ...given },
        reasons: {},
        found: {},
      })),
    );
  }
});

describe('an invalid score', () => {
  test.each<[string, string, object]>([
    ['an unknown serial', '9.9.9,1,,', { serial: { code: 'unknownSerial' } }],
    ['no serial', ',1,,', { serial: { code: 'required' } }],
    ['more than the points', `${full.serial},${full.score + 0.1},,`, { score: { code: 'tooLarge', max: full.score } }],
    ['less than nothing', `${full.serial},-1,,`, { score: { code: 'tooSmall', min: 0 } }],
    ['two decimals', `${full.serial},1.25,,`, { score: { code: 'decimals', max: 1 } }],
    ['words', `${full.serial},满分,,`, { score: { code: 'type', expected: 'number' } }],
    ['missing where it may not be', `${full.serial},,是,无`, { missing: { code: 'missingNotAllowed' } }],
    ['missing and scored', `${optional.serial},1,是,无`, { missing: { code: 'missingHasScore' } }],
    ['missing perhaps', `${optional.serial},,也许,`, { missing: { code: 'type', expected: 'flag' } }],
    ['a reason without end', `${full.serial},1,,${'长'.repeat(1001)}`, { reason: { code: 'tooLong', max: 1000 } }],
  ])('%s', async (_, row, reasons) => {
    expect(await sheet(row)).toMatchObject([{ rowNumber: 2, reasons }]);
  });

  test('is found with its cell', async () => {
    expect(await sheet(`${full.serial},99,,`)).toMatchObject([{ found: { score: { cell: 'B2', value: '99' } } }]);
  });

  test('a duplicate item', async () => {
    const rows = await sheet(`${full.serial},1,,`, `${full.serial},2,,`);
    expect(rows).toMatchObject([{ reasons: {} }, { reasons: { serial: { code: 'repeated', row: 2 } } }]);
  });
});

test('missing is accepted in several spellings', async () => {
  const rows = await sheet(...['是', 'Yes', 'TRUE', '1', '√'].map((word) => `${optional.serial},,${word},无`));
  expect(Array.isArray(rows) && rows.map(({ item }) => item.missing)).toEqual([true, true, true, true, true]);
});

test('a sheet without a column is refused, since importing it would clear that column', async () => {
  expect(await read(`序号,得分,合理缺项\n${full.serial},1,`)).toMatchObject({ code: 'missingHeadings' });
});
