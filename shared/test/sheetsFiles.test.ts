import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import {
  encodeSheet,
  encodeTemplate,
  faultText,
  formatOfName,
  isFault,
  readTable,
  readUsers,
  type SheetFormat,
  USER_COLUMNS,
} from '../src/sheets/index.ts';
import { zip } from '../src/sheets/write/zip.ts';
import { sheets as en } from '../src/text/en/sheets.ts';
import { sheets as zh } from '../src/text/zh/sheets.ts';
import { ADMIN, bytesOf, imported, STATION, stationCsv, utf8 } from './sheetExamples.ts';

const FIELDS = Object.keys(STATION) as (keyof typeof STATION)[];

const SHEET = [
  [...FIELDS, 'commissionedOn'],
  [...FIELDS.map((key) => STATION[key]), new Date('2020-01-31T00:00:00Z')],
];

/** A workbook as another program writes it, with shared strings; `cells` are added to the example under their keys. */
async function workbook(...changes: Record<string, unknown>[]): Promise<Uint8Array<ArrayBuffer>> {
  const keys = [...new Set([...FIELDS, ...changes.flatMap((change) => Object.keys(change))])];
  const rows = changes.map((change, index) => {
    const row: Record<string, unknown> = { ...STATION, account: `example-${index}`, ...change };
    return keys.map((key) => (row[key] ?? null) as string | number | Date | boolean | null);
  });
  return new Uint8Array(await writeXlsx({ sheets: [{ name: '示例', rows: [keys, ...rows] }] }));
}

async function faultOf(bytes: Uint8Array<ArrayBuffer>, format: SheetFormat) {
  const table = await readTable(bytes, format);
  return isFault(table) ? table : readUsers('stations', table, ADMIN);
}

describe('a workbook written by another program', () => {
  test('gives its texts, numbers and dates', async () => {
    const [row] = await imported(
      'stations',
      await workbook({
        commissionedOn: new Date('2020-01-31T00:00:00Z'),
        longitude: -108.25,
        phone: 13800000000,
        units: 2,
      }),
      'xlsx',
    );
    expect(row).toEqual({
      rowNumber: 2,
      account: 'example-0',
      reasons: {},
      input: {
        account: 'example-0',
        division: '450102',
        profile: {
          name: '示例一级电站',
          address: '示例镇示例村',
          legalPerson: '示例甲',
          contact: '示例乙',
          phone: '13800000000',
          capacity: 1250,
          commissionedOn: '2020-01-31',
          longitude: -108.25,
          units: 2,
        },
      },
    });
  });

  test.each<[string, string, unknown, unknown]>([
    ['the evening of a day is that day', 'commissionedOn', new Date('2020-01-31T20:30:00Z'), '2020-01-31'],
    ['a serial without a date format', 'commissionedOn', 43861, '2020-01-31'],
    ['a division as a number', 'division', 450102, '450102'],
    ['a name in digits', 'name', 2020, '2020'],
  ])('%s', async (_, key, cell, value) => {
    const [row] = await imported('stations', await workbook({ [key]: cell }), 'xlsx');
    expect(row?.reasons).toEqual({});
    expect({ ...row?.input.profile, division: row?.input.division }[key]).toBe(value);
  });

  test.each<[string, string, unknown, object]>([
    ['a credit code kept as a number has lost digits', 'creditCode', 914500001234567000, { code: 'digits15' }],
    ['a text of 16 digits kept as a number', 'name', 1234567890123456, { code: 'digits15' }],
    ['a day where a text belongs', 'address', new Date('2020-01-31T00:00:00Z'), { code: 'type', expected: 'text' }],
    ['a flag where a text belongs', 'address', true, { code: 'type', expected: 'text' }],
    ['a formula that failed', 'address', '#N/A', { code: 'type', expected: 'text' }],
    ['a formula that failed where a number belongs', 'capacity', '#REF!', { code: 'type', expected: 'number' }],
    ['a year where a day belongs', 'commissionedOn', 2005, { code: 'type', expected: 'date' }],
  ])('%s', async (_, key, cell, reason) => {
    const [right, wrong] = await imported('stations', await workbook({}, { [key]: cell }), 'xlsx');
    expect(right?.reasons).toEqual({});
    expect(wrong).toMatchObject({ rowNumber: 3, reasons: { [key]: reason } });
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ['with days counted from 1904', () => writeXlsx({ sheets: [{ name: 'x', rows: SHEET }], dateSystem: '1904' })],
    ['in the wide form of archives', () => bytesOf(writeXlsxStream(SHEET, { name: 'x', zip64: true }))],
  ])('%s', async (_, bytes) => {
    const [row] = await imported('stations', new Uint8Array(await bytes()), 'xlsx');
    expect(row).toMatchObject({ reasons: {}, input: { profile: { commissionedOn: '2020-01-31' } } });
  });

  test('fifteen digits are preserved', async () => {
    const [row] = await imported('stations', await workbook({ name: 123456789012345 }), 'xlsx');
    expect(row?.input.profile.name).toBe('123456789012345');
  });
});

describe('headings', () => {
  const read = (headings: string) => faultOf(utf8(`${headings}\n`), 'csv');
  const right = '账号,行政区划,名称,地址,法定代表人,联系人,联系电话';

  test.each([
    ['Chinese', `${right},装机容量 (kW)`],
    ['without unit', `${right},装机容量`],
    ['with the unit in full width', `${right},装机容量（kW）`],
    ['English', 'Account,Division,Name,Address,legal representative,Contact,PHONE,Installed capacity (kW)'],
    [
      'both',
      '账号 / Account,行政区划/Division,Name / 名称,地址,法定代表人 / Legal representative,联系人,联系电话,装机容量 (kW) / Installed capacity (kW)',
    ],
    ['both, the unit once', `${right},装机容量 / Installed capacity (kW)`],
    ['keys', 'account,division,name,address,legalPerson,contact,phone,capacity'],
    ['mixed, in another order, with blanks between', '装机容量,,phone,contact,法定代表人,Address,名称,division,账号,'],
  ])('%s', async (_, headings) => {
    expect(await read(headings)).toEqual([]);
  });

  test('unknown, duplicate and missing ones are reported with the allowed ones', async () => {
    const unknown = await read(`${right},装机容量,备注`);
    expect(unknown).toMatchObject({ code: 'unknownHeadings', headings: ['备注'] });
    expect(isFault(unknown) && faultText(unknown, zh, 'zh')).toMatch(
      /^未知的表头：备注。可用的表头：账号、行政区划、密码、名称、/,
    );
    const twice = await read(`${right},装机容量,Name`);
    expect(isFault(twice) && faultText(twice, en, 'en')).toBe('Duplicate headings: Name');
    const missing = await read('账号,名称,地址,法定代表人,联系人,装机容量');
    expect(isFault(missing) && faultText(missing, zh, 'zh')).toMatch(/^缺少表头：行政区划、联系电话。可用的表头：/);
    expect(isFault(missing) && faultText(missing, zh, 'zh')).not.toContain('创建时间');
  });
});

describe('text files', () => {
  const csv = '账号,名称,联系人,联系电话\r\nexample-1,示例汇总,示例甲,13800000000\r\n';
  const expected = [
    {
      rowNumber: 2,
      account: 'example-1',
      reasons: {},
      input: { account: 'example-1', profile: { name: '示例汇总', contact: '示例甲', phone: '13800000000' } },
    },
  ];
  /** The GB18030 bytes of the Chinese characters above, because no encoder is available. */
  const GB: Record<string, number[]> = Object.fromEntries(
    Object.entries({
      账: 'd5cb',
      号: 'bac5',
      名: 'c3fb',
      称: 'b3c6',
      联: 'c1aa',
      系: 'cfb5',
      人: 'c8cb',
      电: 'b5e7',
      话: 'bbb0',
      示: 'cabe',
      例: 'c0fd',
      汇: 'bbe3',
      总: 'd7dc',
      甲: 'bcd7',
    }).map(([character, hex]) => [
      character,
      [Number.parseInt(hex.slice(0, 2), 16), Number.parseInt(hex.slice(2), 16)],
    ]),
  );
  const gb18030 = (text: string) => Uint8Array.from([...text].flatMap((one) => GB[one] ?? [one.charCodeAt(0)]));
  const utf16 = (text: string) =>
    Uint8Array.from([...`\ufeff${text}`].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]));

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['UTF-8', utf8(csv)],
    ['UTF-8 with BOM', utf8(`\ufeff${csv}`)],
    ['GB18030', gb18030(csv)],
    ['UTF-16 with tabs, as spreadsheets save Unicode text', utf16(csv.replaceAll(',', '\t'))],
    ['semicolons', utf8(csv.replaceAll(',', ';'))],
    ['tabs', utf8(csv.replaceAll(',', '\t'))],
    ['line feeds alone', utf8(csv.replaceAll('\r', ''))],
    ['mixed line ends', utf8(csv.replace('\r\n', '\n'))],
    ['old line ends', utf8(csv.replaceAll('\n', ''))],
    ['no line end at the end', utf8(csv.trimEnd())],
  ])('%s', async (_, bytes) => {
    expect(await imported('supervisors', bytes, 'csv')).toEqual(expected);
  });

  test('quotes inside quotes, and a quote inside plain text', async () => {
    const quoted = csv.replace('示例汇总', '"示例, ""汇总"""').replace('示例甲', '示例"甲"');
    const [row] = await imported('supervisors', utf8(quoted), 'csv');
    expect(row?.input.profile).toMatchObject({ name: '示例, "汇总"', contact: '示例"甲"' });
  });

  test('a row number counts rows, not the lines of a cell', async () => {
    const rows = await imported(
      'stations',
      utf8(`${new TextDecoder().decode(stationCsv({ name: '两\n行' }, {}))}`),
      'csv',
    );
    expect(rows.map(({ rowNumber }) => rowNumber)).toEqual([2, 3]);
  });

  test('an unclosed quote is reported with its row', async () => {
    const fault = await faultOf(utf8('账号,名称\r\nexample-1,"示例\r\nexample-2,示例\r\n'), 'csv');
    expect(fault).toEqual({ code: 'quotes', row: 2 });
  });
});

describe('an unreadable file is a reported fault, not an exception', () => {
  const ole = (text: string) =>
    Uint8Array.from([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      0xa1,
      0xb1,
      0x1a,
      0xe1,
      ...[...text].flatMap((one) => [one.charCodeAt(0), 0]),
    ]);
  const template = () => bytesOf(encodeTemplate('stations', 'xlsx'));

  test.each<[string, SheetFormat, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>, object]>([
    ['no bytes', 'csv', () => utf8(''), { code: 'empty' }],
    ['blank lines', 'csv', () => utf8('\r\n , \r\n'), { code: 'empty' }],
    ['no lines of ndjson', 'ndjson', () => utf8('\n\n'), { code: 'empty' }],
    [
      'a workbook with an empty sheet',
      'xlsx',
      async () => new Uint8Array(await writeXlsx({ sheets: [{ name: 'x', rows: [] }] })),
      { code: 'empty' },
    ],
    ['a text named .xlsx', 'xlsx', () => stationCsv({}), { code: 'notXlsx' }],
    ['a workbook named .csv', 'csv', template, { code: 'notText' }],
    [
      'an archive of something else',
      'xlsx',
      () => bytesOf(zip([{ path: 'word/document.xml', content: [utf8('<x/>')] }])),
      { code: 'notXlsx' },
    ],
    ['an old workbook', 'xlsx', () => ole('Workbook'), { code: 'oldExcel' }],
    ['an old workbook named .csv', 'csv', () => ole('Workbook'), { code: 'oldExcel' }],
    [
      'a workbook with a password',
      'xlsx',
      async () =>
        new Uint8Array(
          await writeXlsx({
            sheets: [{ name: 'x', rows: [['账号']] }],
            encryption: { password: 'example', spinCount: 1 },
          }),
        ),
      { code: 'encrypted' },
    ],
    ['bytes that are no text', 'csv', () => Uint8Array.from([0x41, 0xff, 0xff, 0xff, 0x80]), { code: 'encoding' }],
    ['text with zeros', 'csv', () => utf8('账号\0,名称'), { code: 'encoding' }],
    [
      'a sheet that is no XML',
      'xlsx',
      () => bytesOf(zip([{ path: 'xl/workbook.xml', content: [utf8('nonsense')] }])),
      { code: 'damaged' },
    ],
  ])('%s', async (_, format, bytes, fault) => {
    expect(await faultOf(await bytes(), format)).toEqual(fault);
  });

  test('a workbook truncated anywhere, or with any byte of its rows changed', async () => {
    const whole = await bytesOf(
      encodeSheet({ format: 'xlsx', headings: 'zh', columns: USER_COLUMNS.stations, name: 'x' }, []),
    );
    for (let length = 4; length < whole.length; length += 97) {
      expect(await faultOf(whole.slice(0, length), 'xlsx')).toEqual({ code: 'damaged' });
    }
    const name = 'xl/worksheets/sheet1.xml';
    const start = new TextDecoder('latin1').decode(whole).indexOf(name) + name.length;
    for (let at = start; at < start + 300; at += 13) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(await faultOf(changed, 'xlsx')).toEqual({ code: 'damaged' });
    }
  });

  test('an archive that decompresses beyond the size of a workbook', async () => {
    const zeros = new Uint8Array(2 ** 22);
    function* bomb() {
      for (let megabytes = 0; megabytes < 404; megabytes += 4) yield zeros;
    }
    const bytes = await bytesOf(zip([{ path: 'xl/worksheets/sheet1.xml', content: bomb() }]));
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await faultOf(bytes, 'xlsx')).toEqual({ code: 'unpacksTooLarge', megabytes: 400 });
  });

  test('more rows than allowed', async () => {
    expect(await readTable(utf8(`账号\n${'example\n'.repeat(200_001)}`), 'csv')).toEqual({
      code: 'tooManyRows',
      rows: 200_000,
    });
    expect(await readTable(utf8(`${'{}\n'.repeat(200_001)}`), 'ndjson')).toEqual({
      code: 'tooManyRows',
      rows: 200_000,
    });
  });
});

test.each([
  ['stations.xlsx', 'xlsx'],
  ['old.XLS', 'xlsx'],
  ['a.b.csv', 'csv'],
  ['rows.ndjson', 'ndjson'],
  ['rows.jsonl', 'ndjson'],
  ['notes.pdf', null],
  ['noending', null],
])('%s is read as %s', (name, format) => {
  expect(formatOfName(name)).toBe(format);
});
