import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { expect, test } from 'vitest';
import { displayWidth } from '../../src/lib/width.ts';
import { itemTable } from '../../src/tui/screens/assessment/scores/itemTable.ts';
import { scoreLines } from '../../src/tui/screens/assessment/scores/scoreLines.ts';
import { PLAIN, TEXTS, TEXTS_ZH } from './stage.tsx';

const TEXT = '建立安全生产目标管理制度，写明目标的制定、分解、实施、检查、考核等环节的要求，并以正式文件印发。';
const items = ['1.1.1', '1.1.2'].map((serial) => ({ serial, score: 4, content: TEXT }) as StandardItem);
const scored = new Map(
  items.map(({ serial }) => [serial, { serial, score: 3, missing: false, reason: '' } as ScoreItem]),
);
const NAMES = ['李峰宁（示例）', '韦泽云（示例）', '蒙平岩（示例）', '韦平云（示例）'];
const table = (columns: number, names = NAMES, remarked = 0, texts = TEXTS_ZH) =>
  itemTable(
    {
      items,
      own: scored,
      given: names.map((name) => ({ name, isMine: false, bySerial: scored })),
      spreads: items.map(({ serial }) => ({ serial, mean: 3, lowest: 3, highest: 3 })) as never,
      content: ({ content }) => content,
      columns,
      remarks: ({ serial }) => (serial === '1.1.1' ? remarked : 0),
      evidence: () => 0,
    },
    texts,
    PLAIN,
  );

test('experts have short names where whole ones would cut the items, at any width', () => {
  const { head, legend, lines } = table(116);
  expect(head).toMatch(/均值 +专家1 +专家2 +专家3 +专家4$/);
  expect(legend).toBe('专家1 李峰宁（示例）  专家2 韦泽云（示例）  专家3 蒙平岩（示例）  专家4 韦平云（示例）');
  expect(displayWidth(lines[0]?.match(/建立\S*/)?.[0] ?? '')).toBeGreaterThan(46);
  expect(table(196).head).toMatch(/区间（均值） +李峰宁（示例） +韦泽云（示例） +蒙平岩（示例） +韦平云（示例）$/);
  expect(table(196).legend).toBe('');
});

test('remarks are a count that leaves the items their width', () => {
  const textOf = (line = '') => displayWidth(line.match(/建立\S*/)?.[0] ?? '');
  const [without, one] = [0, 1].map((count) => table(76, [], count).lines[0]);
  expect(textOf(without) - textOf(one)).toBeLessThanOrEqual(6);
  expect(table(76, NAMES, 2, TEXTS).lines[0]).toMatch(/… +2 +4 +3 /);
});

test('the scores of an item stand below each other by their decimal points, and reasons wrap in their column', () => {
  const given = [
    { name: '自评', points: '10', reason: '' },
    { name: '覃平源（示例）', points: '4.5', reason: 'the records are not complete' },
    { name: '均值', points: '4.75', reason: '' },
    { name: '莫松林', points: '缺项', reason: '' },
  ];
  expect(scoreLines(given, 40)).toEqual([
    '自评            10',
    '覃平源（示例）   4.5   the records are',
    '                       not complete',
    '均值             4.75',
    '莫松林           缺项',
  ]);
});
