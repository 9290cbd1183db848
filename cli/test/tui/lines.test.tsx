import standard from '@shp/shared/data/standard.json' with { type: 'json' };
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { displayWidth } from '../../src/lib/width.ts';
import { useKeys } from '../../src/tui/keys/useKeys.ts';
import { detailColumns } from '../../src/tui/list/detailRoom.ts';
import { otherFilters } from '../../src/tui/list/FilterForm.tsx';
import { lookOf, unstyled } from '../../src/tui/look/look.ts';
import { scoreLines } from '../../src/tui/screens/AssessmentDetail.tsx';
import { partAt } from '../../src/tui/screens/assessment/FormPart.tsx';
import { verdictLines } from '../../src/tui/screens/assessment/scores/verdictLines.ts';
import { planLines } from '../../src/tui/screens/assign/PlanView.tsx';
import { importLines } from '../../src/tui/screens/imports/importLines.ts';
import { RowsOfFile } from '../../src/tui/screens/imports/RowsOfFile.tsx';
import { choiceLines } from '../../src/tui/widgets/Choices.tsx';
import { EntryForm } from '../../src/tui/widgets/EntryForm.tsx';
import { Footer } from '../../src/tui/widgets/Footer.tsx';
import { keyValueLines } from '../../src/tui/widgets/keyValueLines.ts';
import { PANE_COLUMNS } from '../../src/tui/widgets/Pane.tsx';
import { stepLines } from '../../src/tui/widgets/stepLines.ts';
import { PLAIN, stage, TEXTS, TEXTS_ZH } from './stage.tsx';

const COLOURS = lookOf('dark', 'true');

test('steps have marks in the colour of their states, and those who took them under each other', () => {
  const done = { name: 'Done', hue: 'green' } as const;
  const steps = [
    {
      at: '2026-11-27T00:00:00Z',
      from: { name: 'Under review', hue: 'amber' },
      to: done,
      who: 'Unit A',
      more: ['because'],
    },
    { at: '2026-11-26T00:00:00Z', from: null, to: done, who: 'Station B', more: [] },
  ] as const;
  const wide = stepLines(steps, 80, COLOURS);
  const plain = wide.map(unstyled);
  expect(plain[0]).toMatch(/^2026-11-27 08:00:00 {2}● Under review → ● Done {2}Unit A$/);
  expect(plain[1]).toBe('    because');
  expect(plain[2]?.indexOf('Station B')).toBe(plain[0]?.indexOf('Unit A'));
  expect(wide[0]).toContain(`${COLOURS.paint('amber', '●')} Under review → ${COLOURS.paint('green', '●')} Done`);
  expect(wide[0]).toContain(COLOURS.mute('Unit A'));
  const narrow = stepLines(steps, 50, PLAIN).map(unstyled);
  expect(narrow.slice(0, 3)).toEqual(['2026-11-27 08:00:00  ◐ Under review → ● Done', '    Unit A', '    because']);
});

test('the rows of an import stand in columns, faulty ones first in the colour of errors', () => {
  const row = (number: number, account: string, name: string, reason = '') =>
    ({ row: number, account, reason, input: { profile: { name } } }) as never;
  const rows = [row(10, 'b', '', 'Division: no such division'), row(2, 'imp_long', '红坝水电站'), row(11, 'c', '和冲')];
  const existing = new Map([['c', 'inBin' as const]]);
  const table = importLines({ rows, existing, columns: 60 }, TEXTS, COLOURS);
  const lines = [table.head, ...table.rows.flat()];
  expect(lines[1]).toBe(COLOURS.paint('red', unstyled(lines[1] ?? '')));
  expect(lines.map(unstyled).map((line) => line.trimEnd())).toEqual([
    '  Row  Account   Name',
    '!  10  b         Division: no such division',
    '    2  imp_long  红坝水电站  + new',
    '   11  c         和冲        = in recycle bin',
  ]);
});

test('the rows of an import are shown whole, page by page', async () => {
  const reason =
    'Rated capacity: a number from 1 to 50000 is needed, and this is none (E6), so that the row is refused';
  const rows = [2, 3, 4].map((row) => ({ row, account: 'b', reason, input: { profile: {} } })) as never;
  const { lines, send } = stage(<RowsOfFile rows={rows} existing={null} height={7} />, { columns: 60, rows: 24 });
  const shown = () => lines().map((line) => unstyled(line).trim().split(/ {2,}/).slice(0, 2).join(' '));
  const row = (number: number) => [`! ${number}`, expect.anything(), 'row is refused'];
  expect(shown()).toEqual(['Row Account', ...row(2), '... 2 more', '', '']);
  await send('\u001b[6~');
  expect(shown()).toEqual(['Row Account', ...row(3), '... 1 more', '', '']);
  await send('\u001b[6~');
  expect(shown().slice(-4, -1)).toEqual(row(4));
  await send('\u001b[5~', '\u001b[5~');
  expect(shown()).toEqual(['Row Account', ...row(2), '... 2 more', '', '']);
});

test('the experts of a plan stand below each other where one line has no room', () => {
  const all = ['韦泽云', '蒙平岩', '韦平云', '李峰宁', '邓泽涛'].map((name) => ({ id: name, name: `${name}（示例）` }));
  const change = { row: {}, next: all, added: all.slice(0, 4), removed: [], allowed: true } as never;
  const lines = planLines(change, false, { texts: TEXTS, look: PLAIN, columns: 60, name: '红坝水电站', width: 20 });
  expect(lines).toEqual([
    '* 红坝水电站            +韦泽云（示例） +蒙平岩（示例）',
    `${' '.repeat(24)}+韦平云（示例） +李峰宁（示例）`,
    `${' '.repeat(24)}邓泽涛（示例）`,
  ]);
  const near = { ...(change as object), next: all.slice(0, 1), added: all.slice(0, 1), ofCity: ['韦泽云'] } as never;
  const marked = planLines(near, false, { texts: TEXTS, look: PLAIN, columns: 60, name: '红坝水电站', width: 20 });
  expect(marked).toEqual(['* 红坝水电站            +韦泽云（示例） (same city)']);
});

test('the names of filters are not broken', () => {
  const names = ['Text', 'Status', 'Submitted from', 'Submitted until', 'Ever submitted'];
  const filters = names.map((name) => ({ kind: 'text', label: () => name })) as never;
  for (let columns = 24; columns < 90; columns++) {
    const text = otherFilters(filters, TEXTS, columns).join('\n');
    for (const name of names.slice(1)) expect(text).toContain(name);
  }
});

test('the part that is read is the topmost one, and at the end the last one', () => {
  const starts = [0, 10, 20, 40, 52, 56];
  const read = (top: number) => partAt(starts, top, 60, 18);
  expect([0, 10, 19, 24].map(read)).toEqual([0, 1, 1, 2]);
  expect(read(60 - 18)).toBe(5);
  const all = Array.from({ length: 60 - 18 + 1 }, (_, top) => read(top));
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(new Set(all).size).toBe(starts.length);
  expect(partAt(starts, 0, 60, 70)).toBe(0);
});

test('a list of names is broken after a name', () => {
  const names = '韦平云（示例）、梁远松（示例）、邓泽涛（示例）';
  const lines = keyValueLines([['评审专家', names, true]], 40);
  expect(lines).toEqual(['评审专家  韦平云（示例）、', '          梁远松（示例）、邓泽涛（示例）']);
  expect(keyValueLines([['Experts', 'Li Feng, Deng Zetao', true]], 22)).toEqual([
    'Experts  Li Feng,',
    '         Deng Zetao',
  ]);
});

test('choices stand two blanks apart', () => {
  const options = ['aa', 'bb'].map((label) => ({ value: label, label }));
  const width = displayWidth('[ ] aa  [ ] bb');
  expect([choiceLines(options, width).length, choiceLines(options, width - 1).length]).toEqual([1, 2]);
});

test('a problem stands beside its field, and below only where it is cut there', async () => {
  const form = (problem: string) => (
    <EntryForm
      title="Score"
      fields={() => [{ key: 'score', label: 'Score', required: false, hint: 'From 0 to 5', one: true }]}
      first={{}}
      height={6}
      onSave={async () => ({ score: problem })}
      onCancel={() => {}}
    />
  );
  const times = (lines: readonly string[], text: string) => lines.filter((line) => line.includes(text)).length;
  const short = stage(form('At most 5'));
  await short.send('9', '\r');
  expect(times(short.lines(), '! At most 5')).toBe(1);
  expect(times(short.lines(), 'From 0 to 5')).toBe(1);
  const long = stage(form(`Too much ${'x'.repeat(70)}`));
  await long.send('9', '\r');
  expect(times(long.lines(), '! Too much')).toBe(2);
});

test('the bottom line offers only what can be done now, in the order of the table', async () => {
  function Screen({ children }: { children: ReactNode }) {
    const none = () => {};
    useKeys({
      places: ['list', 'assessments'],
      handlers: { open: none, filter: none, assign: none, balance: none, advance: none, waiting: none, select: none },
      unmet: { assignable: 'assigned', steps: null },
    });
    return children;
  }
  const { lines } = stage(
    <Screen>
      <Footer />
    </Screen>,
    { columns: 120, rows: 3 },
  );
  expect(lines()[0]).toMatch(/Enter .*t Next step .*w Waiting/);
  expect(lines()[0]).not.toMatch(/x Assign|b Balance/);
});

test("the pane beside a list is as wide as its names of chapters need, all but the longest; the rest is the list's", () => {
  const chapters = standard.sections.map((one) => ({ ...one, own: 80, experts: 80 }));
  const row = { stationScore: 80, expertScore: 80 } as never;
  for (const texts of [TEXTS, TEXTS_ZH]) {
    const linesIn = (columns: number) =>
      scoreLines(row, { chapters } as never, { texts, look: PLAIN, columns: columns - PANE_COLUMNS }).length;
    const broken = texts.lang === 'en' ? 1 : 0;
    const columns = detailColumns(200, texts.lang);
    expect(linesIn(columns)).toBe(1 + chapters.length + broken);
    expect(linesIn(columns - 2)).toBeGreaterThan(1 + chapters.length + broken);
  }
});

test('in a decision exactly the figures that are too low are red and marked, also where one begins as another', () => {
  const sections = [59.4, 70, 59.4].map((rate, at) => ({
    serial: at === 2 ? '11' : String(at + 1),
    title: '',
    full: 100,
    score: rate,
    applicable: 100,
    rate,
    scored: 1,
    items: 1,
    complete: true,
  }));
  const sum = {
    score100: 59.4,
    complete: true,
    full: 300,
    score: 188.8,
    applicable: 300,
    scored: 3,
    items: 3,
    sections,
  };
  const judged = { level: 3, rules: { thresholds: DEFAULT_SETTINGS.thresholds } } as never;
  const { lines, at } = verdictLines('Mean', sum as never, judged, { texts: TEXTS, look: COLOURS, columns: 80 });
  const red = (text: string) => COLOURS.paint('red', text);
  expect(lines[0]).toBe(`${'Mean'.padEnd(at)}${red('59.4!')} (needs 70)`);
  expect(lines[1]?.slice(at)).toBe(`${red('1 59.4%!')}   2 70.0%    ${red('11 59.4%!')}`);
  expect(unstyled(lines[2] ?? '').slice(at)).toBe('does not reach Level 3');
});
