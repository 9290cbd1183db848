import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { column } from '@shp/shared/sheets/column';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/lib/width.ts';
import { GAP, type ListColumn, layOut } from '../../src/tui/list/layout.ts';
import { headText } from '../../src/tui/list/rowText.ts';
import { SeenWidths } from '../../src/tui/list/seenWidths.ts';
import { edge, PATH_MARK, rightEdge } from '../../src/tui/look/frame.ts';
import { depthOf, lookOf, unstyled } from '../../src/tui/look/look.ts';
import {
  type ColourName,
  type Ground,
  groundFrom,
  groundIn,
  type SkinName,
  skinFrom,
  skinOn,
} from '../../src/tui/look/skins.ts';
import { statusHue } from '../../src/tui/look/statusHue.ts';
import { PreRenderedLines } from '../../src/tui/terminal/preRenderedLines.ts';

const looks = [lookOf('dark', 'true'), lookOf('light', '256'), lookOf('contrast', 'basic'), lookOf('dark', 'none')];

describe('frames', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '水', ' ', '›'), maxLength: 40 });

  test('an edge is as wide as its frame, whatever its texts and colours', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.integer({ min: 30, max: 200 }),
        fc.constantFrom(...looks),
        (left, right, width, look) => {
          for (const at of ['top', 'bottom'] as const) {
            expect(displayWidth(unstyled(edge(at, { left, right }, width, look)))).toBe(width);
          }
        },
      ),
    );
  });

  test('a path that is too long loses its first levels', () => {
    const left = ['Review units', '桂林市评审管理单位', 'Stations'].join(PATH_MARK);
    expect(unstyled(edge('top', { left }, 30, lookOf('dark', 'none')))).toContain('╭ … › Stations ─');
  });

  test('the bar begins at the top, ends at the bottom, and is absent where all rows are seen', () => {
    const bar = (top: number, total: number) => rightEdge(12, lookOf('dark', 'none'), { top, height: 10, total }, 1);
    expect(bar(0, 100).split('\n').indexOf('┃')).toBe(1);
    expect(bar(90, 100).split('\n').lastIndexOf('┃')).toBe(10);
    expect(bar(0, 10)).not.toContain('┃');
  });
});

/** The contrast of two colours, by WCAG 2. */
function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('colours', () => {
  test.each<[SkinName, Ground, background: string]>([
    ['dark', 'dark', '#1e1e1e'],
    ['light', 'light', '#ffffff'],
    ['light', 'light', '#fdf6e3'],
    ['contrast', 'dark', '#000000'],
    ['contrast', 'light', '#ffffff'],
  ])('of %s on %s: texts have a contrast of 4.5, also under the cursor, and lines of 3', (name, on, ground) => {
    const skin = skinOn(name, on);
    const texts: readonly ColourName[] = ['brand', 'grey', 'amber', 'blue', 'violet', 'green', 'red'];
    for (const colour of texts) {
      for (const below of [ground, skin.cursor ?? ground]) {
        expect(contrastOf(skin[colour][0], below), `${colour} on ${below}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const [step] of skin.steps) expect(contrastOf(step, ground), step).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(skin.frame[0], ground)).toBeGreaterThanOrEqual(3);
  });

  test('what waits for the station has a mark and a colour of its own', () => {
    for (const look of looks) {
      const marks = STATUSES.filter((status) => status !== 'returned').map((status) => look.mark(statusHue(status)));
      expect(marks).not.toContain(look.mark(statusHue('returned')));
      expect(unstyled(look.mark(statusHue('returned')))).toBe('◄');
    }
  });

  test('greys of a light terminal are dark ones of its 256 colours', () => {
    const look = lookOf('light', '256');
    expect(look.mute('x')).toBe('\u001b[38;5;239mx\u001b[39m');
    expect(look.paint('frame', 'x')).toBe('\u001b[38;5;241mx\u001b[39m');
  });

  test('the first levels of a path have the colour of a text', () => {
    const look = lookOf('light', 'true');
    expect(edge('top', { left: `Stations${PATH_MARK}One` }, 40, look)).toContain(
      look.paint('grey', ` Stations${PATH_MARK}`),
    );
  });

  test('are chosen by the environment; without colour none is written', () => {
    expect(depthOf(false, { COLORTERM: 'truecolor' })).toBe('none');
    expect(depthOf(true, { COLORTERM: 'truecolor' })).toBe('true');
    expect(depthOf(true, { TERM: 'xterm-256color' })).toBe('256');
    expect(depthOf(true, { TERM: 'linux' })).toBe('basic');
    expect(lookOf('dark', 'none').paint('red', 'x')).toBe('x');
    expect(lookOf('dark', 'basic').paint('red', 'x')).toBe('\u001b[31mx\u001b[39m');
    expect([skinFrom('light', 'dark'), skinFrom('odd', 'dark'), skinFrom(undefined, 'light')]).toEqual([
      'light',
      'dark',
      'light',
    ]);
    expect([groundFrom({}), groundFrom({ COLORFGBG: '0;15' }), groundFrom({ COLORFGBG: '15;0' })]).toEqual([
      null,
      'light',
      'dark',
    ]);
    expect([groundIn(']11;rgb:ffff/ffff/ffff'), groundIn(']11;rgb:1e/1e/1e'), groundIn(']10;rgb:0/0/0')]).toEqual([
      'light',
      'dark',
      null,
    ]);
  });
});

describe('columns', () => {
  const made = (key: string, type: 'text' | 'number' | 'code', width: number, zh: string): ListColumn<object> =>
    column({ key, heading: { zh, en: zh }, type, width, sortBy: key, value: () => '' });
  const columns = [
    made('number', 'code', 20, '编号'),
    made('station', 'text', 30, '电站'),
    made('score', 'number', 12, '专家评审得分（百分制）'),
    made('division', 'text', 24, '行政区划'),
  ];

  test('use the whole width, and cut no heading while room is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 240 }), (room) => {
        const laid = layOut(columns, room, 0, 'zh');
        const used = laid.reduce((sum, { width }) => sum + width, GAP * (laid.length - 1));
        expect(used).toBe(room);
        const cut = laid.filter(({ column: one, width }) => width < displayWidth(one.heading.zh) + 2);
        if (room >= 110) expect(cut).toEqual([]);
      }),
    );
  });
});

test('a column takes what its rows need, so that no name is cut while another column has blanks', () => {
  type Row = { name: string; unit: string; code: string };
  const made = (key: keyof Row, width: number): ListColumn<Row> =>
    column({ key, heading: { zh: key, en: key }, type: 'text', width, value: (row) => row[key] });
  const shown = [made('code', 40), made('name', 20), made('unit', 30)];
  const name = '碧洋四级水电站有限责任公司桂林分公司';
  const seen = new SeenWidths(shown, 'zh', '、');
  const lay = () => layOut(shown, 80, 0, 'zh', seen.needs).map(({ width }) => width);
  const before = seen.see([]);
  expect(seen.see([{ name, unit: '南宁市水利局', code: 'A1' }])).not.toBe(before);
  const [code = 0, names = 0, unit = 0] = lay();
  expect([names >= displayWidth(name), unit >= 12, code >= 4]).toEqual([true, true, true]);
  expect(code + names + unit).toBe(80 - 2 * GAP);
  // Rows with shorter values take nothing back.
  seen.see([{ name: '甲', unit: '乙', code: 'B' }]);
  expect(lay()).toEqual([code, names, unit]);
});

test('a final line takes the blanks beside its token, so that panes stand side by side', () => {
  const lines = new PreRenderedLines();
  const slot = lines.take();
  if (slot === null) throw new Error('no place');
  const token = lines.put(slot, '\u001b[32m水电站\u001b[39m');
  expect(lines.expand(`│${token}\u001b[0m       │`)).toBe('│\u001b[32m水电站\u001b[39m\u001b[0m  │');
});

test('a row’s name and its headings are whole before one more column is shown', () => {
  const one = (key: string, zh: string, type: 'text' | 'date' | 'code') =>
    column<Record<string, string>>({ key, heading: { zh, en: zh }, type, width: 10, value: (row) => row[key] ?? '' });
  const columns = [
    one('account', '账号', 'code'),
    one('name', '名称', 'text'),
    one('until', '评级有效期至', 'date'),
    one('phone', '电话', 'code'),
  ];
  const widths = (phone: number) => {
    const needs: Record<string, number> = { account: 13, name: 36, until: 10, phone };
    return layOut(columns, 115, 0, 'zh', (key) => needs[key]).map(({ column: { key }, width }) => [key, width]);
  };
  expect(Object.fromEntries(widths(48))).toEqual({ account: 13, name: 36, until: 12, phone: 48 });
  expect(widths(49).map(([key]) => key)).toEqual(['account', 'name', 'until']);
});

test('a text that has no room whole is shown cut before others are stretched, from twelve columns on', () => {
  const one = (key: string, type: 'text' | 'date') =>
    column<Record<string, string>>({
      key,
      heading: { zh: key, en: key },
      type,
      width: 10,
      value: (row) => row[key] ?? '',
    });
  const columns = [one('station', 'text'), one('due', 'date'), one('problem', 'text'), one('closed', 'date')];
  const needs: Record<string, number> = { station: 22, due: 10, problem: 40, closed: 10 };
  const widths = (room: number) =>
    layOut(columns, room, 0, 'zh', (key) => needs[key]).map(({ column: { key }, width }) => [key, width]);
  expect(widths(47)).toEqual([
    ['station', 37 - GAP],
    ['due', 10],
  ]);
  expect(widths(48)).toEqual([
    ['station', 22],
    ['due', 10],
    ['problem', 12],
  ]);
  expect(widths(55)).toEqual([
    ['station', 22],
    ['due', 10],
    ['problem', 19],
  ]);
  // What matters more than the end of a name cuts it.
  const [station, due, problem, closed] = columns;
  const cutting = [station, due, { ...problem, cutsNames: true }, closed] as typeof columns;
  expect(layOut(cutting, 46, 0, 'zh', (key) => needs[key]).map(({ width }) => width)).toEqual([20, 10, 12]);
});

test('a text with a shorter form leaves room for one more column', () => {
  const one = (key: string): ListColumn<object> =>
    column<object>({ key, heading: { zh: key, en: key }, type: 'text', width: 20, value: () => key });
  const needs: Record<string, number> = { title: 62, roles: 60, by: 18 };
  const keys = (roles: ListColumn<object>) =>
    layOut([{ ...one('title'), nameShare: 0.65 }, roles, one('by')], 100, 0, 'en', (key) => needs[key]).map(
      ({ column: { key } }) => key,
    );
  expect(keys({ ...one('roles'), narrow: () => 'short' })).toEqual(['title', 'roles', 'by']);
  // 62 + 24 + 12 and two gaps are too many.
  expect(keys(one('roles'))).toEqual(['title', 'roles']);
});

test('a narrow column has room for its short heading with the mark of the sort', () => {
  const score: ListColumn<object> = {
    ...column<object>({
      key: 'score',
      heading: { zh: '自评', en: 'Score by the station' },
      type: 'number',
      width: 8,
      sortBy: 'score',
      value: () => 9,
    }),
    short: 'Self',
  };
  const name: ListColumn<object> = column({
    key: 'name',
    heading: { zh: '电站', en: 'Station' },
    type: 'text',
    width: 8,
    value: () => '',
  });
  const laid = layOut([name, score], 16, 0, 'en', () => 4);
  expect(headText(laid, 'en', { by: 'score', desc: true })).toMatch(/ Self ▼$/);
  expect(headText(laid, 'en', { by: 'score', desc: false })).toMatch(/ Self ▲$/);
});
