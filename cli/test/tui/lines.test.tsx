import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { displayWidth } from '../../src/lib/width.ts';
import { useKeys } from '../../src/tui/keys/useKeys.ts';
import { lookOf, unstyled } from '../../src/tui/look/look.ts';
import { importLines } from '../../src/tui/screens/imports/importLines.ts';
import { choiceLines } from '../../src/tui/widgets/Choices.tsx';
import { EntryForm } from '../../src/tui/widgets/EntryForm.tsx';
import { Footer } from '../../src/tui/widgets/Footer.tsx';
import { keyValueLines } from '../../src/tui/widgets/keyValueLines.ts';
import { stepLines } from '../../src/tui/widgets/stepLines.ts';
import { PLAIN, stage, TEXTS } from './stage.tsx';

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
