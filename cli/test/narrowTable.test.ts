import { stripVTControlCharacters } from 'node:util';
import { calls } from '@shp/shared/api/index';
import { actionWord } from '@shp/shared/text/auditWords';
import { administration as en } from '@shp/shared/text/en/administration';
import { rules } from '@shp/shared/text/en/rules';
import { administration as zh } from '@shp/shared/text/zh/administration';
import { rules as zhRules } from '@shp/shared/text/zh/rules';
import { expect, test } from 'vitest';
import type { Streams } from '../src/lib/streams.ts';
import type { Field } from '../src/output/columns.ts';
import { type NarrowLayout, tablePrinter } from '../src/output/table.ts';

type Row = Readonly<Record<string, string>>;

function drawn(
  rows: readonly Row[],
  types: Readonly<Record<string, Field<Row>['type']>>,
  layout: NarrowLayout,
  columns = 44,
) {
  const out = { isTTY: true, columns } as NodeJS.WriteStream;
  const fields = Object.entries(types).map(([name, type]): Field<Row> => {
    const text = (row: Row) => row[name] ?? '';
    const short = name.startsWith('capacity') ? 'kW' : undefined;
    return { name, heading: name, short, type, raw: text, headingIn: () => name, cell: text, text };
  });
  const left: string[] = [];
  const printer = tablePrinter<Row>({ out, err: out, in: process.stdin } as unknown as Streams, fields, {
    leftOut: (headings) => left.push(...headings),
    ...layout,
  });
  printer.rows(rows);
  const lines = stripVTControlCharacters(printer.end?.() ?? '')
    .trimEnd()
    .split('\n');
  return { lines, left };
}

const ROW = {
  number: 'G-1',
  station: 'a station with a name',
  status: 'Awaiting final review',
  place: 'a place',
  day: '2026-11-28',
};
const TYPES = { number: 'code', station: 'text', status: 'text', place: 'text', day: 'date' } as const;

test('a narrow table leaves out its spare columns in their order, and cuts no text that is to stay whole', () => {
  const { lines, left } = drawn([ROW], TYPES, { spare: ['place', 'day'], whole: ['status'] });
  expect(left).toEqual(['place', 'day']);
  // A drawing of another column is not missed.
  const unsaid = { spare: ['place', 'day'], whole: ['status'], drawn: ['place'] };
  expect(drawn([ROW], TYPES, unsaid).left).toEqual(['day']);
  expect(lines[1]).toBe('G-1     a station wi…  Awaiting final review');
});

test('a narrow table has short headings, and leaves out its last columns before it cuts the first two', () => {
  const row = { number: 'G-1', station: 'a station by name', 'capacity in kW': '500', place: 'a long place', who: 'W' };
  const types = { number: 'code', station: 'text', 'capacity in kW': 'number', place: 'text', who: 'text' } as const;
  const { lines, left } = drawn([row], types, {});
  expect(lines).toEqual(['number  station             kW  place', 'G-1     a station by name  500  a long place']);
  expect(left).toEqual(['who']);
});

test('wrapped cells tear no number and begin or end with no mark of the wrong side; one column yields first', () => {
  const row = { number: 'GXXSD-2026-000031', by: '桂林市评审管理单位', changes: '专家结论（甲乙、丙丁）、已提交结论' };
  const types = { number: 'text', by: 'text', changes: 'text' } as const;
  const { lines } = drawn([row], types, { sentences: true, yields: 'changes' });
  expect(lines.map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
    'number|by|changes',
    'GXXSD-2026-000031|桂林市评审管|专家结论',
    '|理单位|（甲乙、丙',
    '|丁）、已提',
    '|交结论',
  ]);
});

test('a narrow table that wraps shortens its times first, and no number is torn by a column that it leaves out', () => {
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  const row = {
    at: `${year}-11-26 23:58:23`,
    number: 'GXXSD-2026-000031',
    by: '甲乙丙丁戊',
    changes: "Expert's conclusion",
    address: '127.0.0.1',
  };
  const types = { at: 'time', number: 'text', by: 'text', changes: 'text', address: 'code' } as const;
  const layout = { sentences: true, spare: ['address'], yields: 'changes' } as const;
  const cells = (rows: readonly Row[], columns: number) =>
    drawn(rows, types, layout, columns).lines.map((line) => line.split(/ {2,}/));
  expect(cells([row], 56).slice(1)).toEqual([
    ['11-26 23:58', 'GXXSD-2026-000031', '甲乙丙丁戊', "Expert's"],
    ['', 'conclusion'],
  ]);
  // Of another year the year stays.
  expect(cells([row, { ...row, at: `${year - 1}-11-26 23:58:23` }], 61).map(([at]) => at)).toEqual([
    'at',
    `${year}-11-26 23:58`,
    '',
    `${year - 1}-11-26 23:58`,
    '',
  ]);
  // With room nothing is shortened.
  expect(cells([row], 100)[1]?.[0]).toBe(row.at);
});

test('the figures of a column have the same number of decimals', () => {
  const rows = ['9', '9.45', '1,250', '', '13.4%'].map((value) => ({ value }));
  expect(drawn(rows, { value: 'number' }, {}).lines.map((line) => line.trim())).toEqual([
    'value',
    '9.00',
    '9.45',
    '1,250.00',
    '',
    '13.40%',
  ]);
  expect(drawn([{ value: '9' }], { value: 'number' }, {}).lines[1]?.trim()).toBe('9');
});

test('every call that needs a login has a name in words', () => {
  const ofCallers = Object.entries(calls).filter(([, { who }]) => who !== 'anyone');
  const actions = ofCallers.map(([key]) => key.replace(/^\w+ /, '').replace('?', ''));
  const raw = (administration: typeof en, ofRules: typeof rules) =>
    actions.filter((action) => actionWord({ action, changes: {} }, administration, ofRules) === action);
  expect([raw(en, rules), raw(zh, zhRules)]).toEqual([[], []]);
});
