import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { USER_KINDS } from '../src/domain/accounts/roles.ts';
import { column } from '../src/sheets/column.ts';
import type { AssessmentExportRow } from '../src/sheets/index.ts';
import {
  encodeSheet,
  encodeTemplate,
  type Headings,
  headingsOf,
  IMPORT_COLUMNS,
  isFault,
  readTable,
  readUsers,
  SHEET_FORMATS,
  type SheetFormat,
} from '../src/sheets/index.ts';
import { zipParts } from '../src/sheets/read/zipParts.ts';
import { numeral } from '../src/sheets/write/numeral.ts';
import { ADMIN, bytesOf, EXPORT_COLUMNS } from './sheetExamples.ts';

const ROW: AssessmentExportRow = {
  number: 'GXXSD-2026-000001',
  station: { name: '示例一级电站', division: '450102' },
  level: 2,
  status: 'passed',
  stationScore: 91.5,
  expertScore: 88,
  experts: [
    { id: 'e1', name: '示例甲' },
    { id: 'e2', name: '示例乙' },
  ],
  createdAt: '2026-01-31T16:30:00.000Z',
  submittedAt: '2026-02-01T00:00:00.000Z',
  concludedAt: null,
  validUntil: '2029-01-31',
  account: '0012',
  conclusion: '=同意，"达标"\n建议整改',
  chapterRates: [90, 87.5, null, 100, 70, 80, 90, 100],
};

const encoded = (format: SheetFormat, headings: Headings, rows: readonly AssessmentExportRow[] = [ROW]) =>
  bytesOf(encodeSheet({ format, headings, columns: EXPORT_COLUMNS, name: '标准化评审' }, [rows]));
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

test('numbers are formatted as in JavaScript and JSON', () => {
  const tenths = fc.integer({ min: -20_000, max: 20_000 }).map((value) => value / 10);
  fc.assert(
    fc.property(fc.oneof(tenths, fc.double(), fc.integer()), (value) => {
      expect(numeral(value)).toBe(String(value));
      expect(numeral(value)).toBe(String(value));
    }),
  );
});

describe('csv', () => {
  test('has a BOM, CRLF, names and paths, times in China Standard Time, and guarded text', async () => {
    expect(text(await encoded('csv', 'zh'))).toBe(
      '\ufeff编号,电站,账号,行政区划,申报等级,状态,自评得分,专家评分,评审专家,创建时间,提交时间,结论时间,有效期至,评审结论,' +
        '第1章得分率 (%),第2章得分率 (%),第3章得分率 (%),第4章得分率 (%),第5章得分率 (%),第6章得分率 (%),第7章得分率 (%),第8章得分率 (%)\r\n' +
        'GXXSD-2026-000001,示例一级电站,0012,南宁市/兴宁区,二级,达标,91.5,88,示例甲、示例乙,2026-02-01 00:30:00,2026-02-01 08:00:00,,2029-01-31,' +
        '"\'=同意，""达标""\n建议整改",90,87.5,,100,70,80,90,100\r\n',
    );
  });

  test('in English', async () => {
    const [heading, row] = text(await encoded('csv', 'en')).split('\r\n');
    expect(heading).toMatch(/^\ufeffNumber,Station,Account,Division,Level,Status,/);
    expect(row).toContain(',南宁市/兴宁区,Level 2,Passed,');
  });

  test('with key headings has raw values', async () => {
    const [heading, row] = text(await encoded('csv', 'keys')).split('\r\n');
    expect(heading).toMatch(/^\ufeffnumber,station,account,division,level,status,/);
    expect(row).toContain(',南宁市/兴宁区,2,passed,91.5,');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+86', "'+86"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ["'=x", "''=x"],
    ['x=1', 'x=1'],
    ["'x", "'x"],
    [-1.5, '-1.5'],
    [0, '0'],
    [null, ''],
  ])('the cell %j', async (value, cell) => {
    const only = column<null>({
      key: 'k',
      heading: { zh: 'k', en: 'k' },
      type: typeof value === 'number' ? 'number' : 'text',
      width: 9,
      value: () => value,
    });
    const bytes = await bytesOf(encodeSheet({ format: 'csv', headings: 'zh', columns: [only], name: 'x' }, [[null]]));
    expect(text(bytes)).toBe(`\ufeffk\r\n${cell}\r\n`);
  });
});

test('ndjson has raw values by key', async () => {
  const [line, rest] = text(await encoded('ndjson', headingsOf('ndjson', 'zh'))).split('\n');
  expect(rest).toBe('');
  expect(JSON.parse(line ?? '')).toEqual({
    number: 'GXXSD-2026-000001',
    station: '示例一级电站',
    account: '0012',
    division: '南宁市/兴宁区',
    level: 2,
    status: 'passed',
    stationScore: 91.5,
    expertScore: 88,
    experts: ['示例甲', '示例乙'],
    createdAt: '2026-01-31T16:30:00.000Z',
    submittedAt: '2026-02-01T00:00:00.000Z',
    concludedAt: null,
    validUntil: '2029-01-31',
    conclusion: '=同意，"达标"\n建议整改',
    chapterRate1: 90,
    chapterRate2: 87.5,
    chapterRate3: null,
    chapterRate4: 100,
    chapterRate5: 70,
    chapterRate6: 80,
    chapterRate7: 90,
    chapterRate8: 100,
  });
});

describe('xlsx, as read by another reader', () => {
  test('has typed cells, a frozen heading, a filter and widths', async () => {
    const book = await readXlsx(await encoded('xlsx', 'zh'), { readStyles: true });
    const [sheet] = book.sheets;
    expect(book.sheets.map(({ name }) => name)).toEqual(['标准化评审']);
    expect(sheet?.rows[1]).toEqual([
      'GXXSD-2026-000001',
      '示例一级电站',
      '0012',
      '南宁市/兴宁区',
      '二级',
      '达标',
      91.5,
      88,
      '示例甲、示例乙',
      new Date('2026-02-01T00:30:00Z'),
      new Date('2026-02-01T08:00:00Z'),
      null,
      new Date('2029-01-31T00:00:00Z'),
      '=同意，"达标"\n建议整改',
      90,
      87.5,
      null,
      100,
      70,
      80,
      90,
      100,
    ]);
    expect(sheet?.freezePane).toMatchObject({ rows: 1 });
    expect(sheet?.autoFilter).toMatchObject({ range: 'A1:V2' });
    expect(sheet?.columns?.[1]?.width).toBe(30);
    const formats = ['0,0', '1,0', '1,2', '1,9', '1,12'].map((at) => sheet?.cells?.get(at)?.style?.numFmt);
    expect(formats).toEqual(['@', '@', '@', 'yyyy\\-mm\\-dd\\ hh:mm:ss', 'yyyy\\-mm\\-dd']);
    expect(sheet?.cells?.get('1,13')?.type).not.toBe('formula');
  });

  test('without rows has its headings', async () => {
    const [sheet] = (await readXlsx(await encoded('xlsx', 'en', []))).sheets;
    expect(sheet?.rows).toHaveLength(1);
    expect(sheet?.autoFilter).toMatchObject({ range: 'A1:V1' });
  });
});

describe.each(SHEET_FORMATS)('%s', (format) => {
  test('equal rows give equal bytes, regardless of batches and time', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => ({
      ...ROW,
      number: `GXXSD-2026-${index}`,
      conclusion: `示例${'字'.repeat(index)}`,
    }));
    const whole = await encoded(format, 'zh', rows);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 8 }), async (sizes) => {
        const left = rows.slice();
        const batches = [...sizes.map((size) => left.splice(0, size)), left];
        const sheet = { format, headings: 'zh', columns: EXPORT_COLUMNS, name: '标准化评审' } as const;
        expect(Buffer.from(await bytesOf(encodeSheet(sheet, batches))).equals(whole)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  test('reads rows on demand and closes the source when the reader stops', async () => {
    let taken = 0;
    let closed = false;
    async function* batches() {
      try {
        for (; taken < 10_000; taken++) yield Array.from({ length: 100 }, () => ROW);
      } finally {
        closed = true;
      }
    }
    let chunks = 0;
    const sheet = { format, headings: 'zh', columns: EXPORT_COLUMNS, name: 'x' } as const;
    for await (const _ of encodeSheet(sheet, batches())) if (++chunks === 20) break;
    expect(closed).toBe(true);
    expect(taken).toBeLessThan(1000);
  });

  test('an error of the row source is passed on', async () => {
    async function* batches() {
      yield [ROW];
      throw new Error('the example fails');
    }
    const sheet = { format, headings: 'zh', columns: EXPORT_COLUMNS, name: 'x' } as const;
    await expect(bytesOf(encodeSheet(sheet, batches()))).rejects.toThrow('the example fails');
  });
});

describe.each(USER_KINDS)('the template of %s', (kind) => {
  test.each(['xlsx', 'csv'] as const)('as %s is read without fault and has no rows', async (format) => {
    const table = await readTable(await bytesOf(encodeTemplate(kind, format)), format);
    if (isFault(table)) throw new Error(table.code);
    expect(table.headings).toEqual(IMPORT_COLUMNS[kind].map(({ heading }) => `${heading.zh} / ${heading.en}`));
    expect(readUsers(kind, table, ADMIN)).toEqual([]);
  });

  test('formats codes as text, also in empty cells', async () => {
    const parts = zipParts(await bytesOf(encodeTemplate(kind, 'xlsx'))) ?? [];
    const packed = parts.find(({ path }) => path.endsWith('sheet1.xml'))?.packed ?? new Uint8Array();
    const xml = await new Response(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
    ).text();
    const styles = [...xml.matchAll(/<col [^>]*style="(\d)"/g)].map(([, style]) => style);
    const codes = IMPORT_COLUMNS[kind].map(({ key }) =>
      ['account', 'password', 'phone', 'creditCode'].includes(key) ? '1' : '',
    );
    expect(styles.map((style) => (style === '1' ? style : ''))).toEqual(codes);
    expect(xml).toContain('state="frozen"');
  });
});
