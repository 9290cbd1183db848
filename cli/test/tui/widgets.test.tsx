import type { AssessmentRow } from '@shp/shared/api/objects';
import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import { Text } from 'ink';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/lib/width.ts';
import { wrap } from '../../src/lib/wrap.ts';
import { never } from '../../src/tui/keys/reasons.ts';
import { useKeys } from '../../src/tui/keys/useKeys.ts';
import { layOut } from '../../src/tui/list/layout.ts';
import { Rows } from '../../src/tui/list/Rows.tsx';
import { headText, rowTexts } from '../../src/tui/list/rowText.ts';
import { unstyled } from '../../src/tui/look/look.ts';
import { phaseLine } from '../../src/tui/screens/AssessmentDetail.tsx';
import { leading } from '../../src/tui/screens/assessment/steps.ts';
import { userList } from '../../src/tui/screens/UsersTab.tsx';
import { lineOf } from '../../src/tui/widgets/editing.ts';
import { Footer } from '../../src/tui/widgets/Footer.tsx';
import { LineInput } from '../../src/tui/widgets/LineInput.tsx';
import { Menu } from '../../src/tui/widgets/Menu.tsx';
import { Prompt } from '../../src/tui/widgets/Prompt.tsx';
import { shrink, tableLines } from '../../src/tui/widgets/tableLines.ts';
import { PLAIN, stage, TEXTS, TEXTS_ZH } from './stage.tsx';

const DOWN = '\u001b[B';
const UP = '\u001b[A';

describe('row window', () => {
  const list = (top: number, cursor: number, total = 100_000, height = 4) => (
    <Rows
      top={top}
      height={height}
      total={total}
      cursor={cursor}
      row={(index) => (index === 2 ? undefined : { id: String(index) })}
      text={({ id }) => `row ${id}`}
      selected={({ id }) => (id === '1' ? true : id === '3' ? 'maybe' : false)}
    />
  );

  test('marks the cursor, the selection and missing rows without colour', () => {
    expect(stage(list(0, 0)).lines()).toEqual(['▌ row 0', ' ✓row 1', '   ...', ' ~row 3']);
  });

  test('at the end, after appended rows, and after a resize', async () => {
    const { lines, show } = stage(list(99_996, 99_999));
    expect(lines()).toEqual(['  row 99996', '  row 99997', '  row 99998', '▌ row 99999']);
    await show(list(99_996, 99_999, 100_002));
    expect(lines().at(-1)).toBe('▌ row 99999');
    await show(list(99_998, 99_999, 100_002, 2));
    expect(lines()).toEqual(['  row 99998', '▌ row 99999']);
    await show(list(0, 0, 1, 4));
    expect(lines()[0]).toBe('▌ row 0');
    await show(list(0, 0, 0));
    expect(lines().join('').trim()).toBe('');
  });
});

describe('columns', () => {
  const user = (name: string, division: string, capacity: number) => ({
    id: name,
    role: 'station' as const,
    account: 'station0001',
    division,
    profile: { name, contact: '张三', phone: '0771-1234567', capacity },
    isDeleted: false,
    mustChangePassword: false,
    createdAt: '2026-11-21T08:00:00.000Z',
    updatedAt: '2026-11-21T08:00:00.000Z',
    lastLoginAt: null,
    version: 1,
  });
  const def = userList('stations');
  const shown = def.columns('admin', TEXTS).filter(({ key }) => def.brief.includes(key));

  test.each([80, 100, 120, 200])('%d columns: all lines have equal width, and Chinese is aligned', (columns) => {
    const laid = layOut(shown, columns - 2, 0, 'zh');
    const text = rowTexts(laid, 'zh', '、', PLAIN);
    const lines = [
      headText(laid, 'zh', null),
      text(user('高冲二级水电站（示例）', '451102', 500)),
      text(user('A', '450000', 1)),
      text(user('一个名称长得放不进任何一列里去的水电站有限责任公司（示例）', '450325', 1_000_000)),
    ];
    expect(new Set(lines.map(displayWidth)).size).toBe(1);
    expect(displayWidth(lines[0] ?? '')).toBeLessThanOrEqual(columns - 2);
  });

  test('scroll sideways with the first column fixed, and show more on a wider terminal', () => {
    const keys = (columns: number, left: number) =>
      layOut(shown, columns - 2, left, 'zh').map(({ column }) => column.key);
    expect(keys(80, 0)).toEqual(['account', 'name', 'division', 'capacity', 'rating']);
    expect(keys(80, 2)).toEqual(['account', 'capacity', 'rating', 'ratedUntil', 'contact', 'phone']);
    expect(keys(140, 0)).toEqual([
      'account',
      'name',
      'division',
      'capacity',
      'rating',
      'ratedUntil',
      'contact',
      'phone',
    ]);
  });

  test('times are complete to the minute', () => {
    const times = def.columns('admin', TEXTS).filter(({ key }) => ['account', 'createdAt'].includes(key));
    for (const room of [40, 200]) {
      const line = rowTexts(layOut(times, room, 0, 'zh'), 'zh', '、', PLAIN)(user('A', '450000', 1));
      expect(line).toMatch(/ 2026-11-21 16:00$/);
    }
  });

  test('the widest shrink first, none below its minimum', () => {
    expect(shrink([10, 20, 30], [5, 5, 5], 40)).toEqual([10, 15, 15]);
    expect(shrink([10, 20, 30], [10, 18, 25], 40)).toEqual([10, 18, 25]);
    expect(shrink([3, 3], [1, 1], 10)).toEqual([3, 3]);
  });

  test('small tables and long texts fit their space', () => {
    const lines = tableLines(
      ['No.', 'Name'],
      [
        ['1', '高冲二级水电站（示例）'],
        ['10', 'b'],
      ],
      16,
      [0],
    );
    expect(lines).toEqual(['No.  Name       ', '  1  高冲二级水…', ' 10  b          ']);
    expect(wrap('评审程序符合规定 and more words', 10)).toEqual(['评审程序符', '合规定 and', 'more words']);
    expect(wrap('first\nsecond', 20)).toEqual(['first', 'second']);
    // Marks stay with what they belong to, after a word in Latin letters too.
    expect(wrap('得分率 66.2%，要求 70%；其他', 13)).toEqual(['得分率', '66.2%，要求', '70%；其他']);
    expect(wrap('电站规则（示例）', 10)).toEqual(['电站规则', '（示例）']);
  });
});

test('the stages of a review stand whole, or the present one with its number', () => {
  const line = (columns: number) =>
    unstyled(phaseLine({ status: 'reviewing' } as AssessmentRow, TEXTS, PLAIN, columns));
  expect(line(52)).toBe('Application ━━ First review ━━ Experts ── Conclusion');
  expect(line(40)).toBe('━━ ━━ ── ──  3/4 Experts');
});

describe('text field', () => {
  test('shows the part around the cursor, with the terminal cursor in it', () => {
    const { lines, ...found } = stage(<LineInput line={lineOf('桂林市兴安县水电站')} width={9} focus />);
    expect(lines()).toEqual(['… 水电站']);
    expect(found.cursor).toEqual({ x: 8, y: 0 });
    const start = stage(<LineInput line={{ text: 'abcdefghijkl', at: 2 }} width={6} focus />);
    expect(start.lines()).toEqual(['abcde…']);
    expect(start.cursor).toEqual({ x: 2, y: 0 });
  });

  test('a hidden one shows one star per character, and no cursor without focus', () => {
    const shown = stage(<LineInput line={lineOf('geheim')} width={20} focus={false} hidden />);
    expect(shown.lines()).toEqual(['******']);
    expect(shown.cursor).toBeNull();
  });

  test('asks again after a wrong answer', async () => {
    const answers: string[] = [];
    const { lines, send } = stage(
      <Prompt
        title="Export"
        label="File"
        initial="a.xlsx"
        onAnswer={(text) => {
          answers.push(text);
          return text.endsWith('.xlsx') ? null : 'wrong ending';
        }}
        onCancel={() => answers.push('cancelled')}
      />,
    );
    await send('\u007f', '\u007f', '\r');
    expect(lines().join('\n')).toContain('wrong ending');
    expect(lines()[2]).toContain('File a.xl');
    await send('sx', '\u001b[200~桂林\r\n\u001b[201~', '\u0015', 'b.xlsx\r');
    expect(answers).toEqual(['a.xl', 'b.xlsx']);
    await send('\u001b[A', '\u001b', 'q');
    expect(answers.at(-1)).toBe('cancelled');
  });
});

test('the value of a prompt begins below those of the lines above', () => {
  const prompt = (label: string) => (
    <Prompt
      title="Title"
      lines={['Self score   80']}
      label={label}
      at={13}
      initial="x"
      onAnswer={() => null}
      onCancel={() => {}}
    />
  );
  for (const [label, line] of [
    ['Text', 'Text         x'],
    ['A label as long', 'A label as long x'],
  ] as const)
    expect(stage(prompt(label)).lines().join('\n')).toContain(line);
});

describe('menu', () => {
  const items = Array.from({ length: 30 }, (_, at) => ({
    value: at,
    label: `item ${at}`,
    off: at === 1 ? 'not now' : null,
  }));

  test('keeps the cursor visible, selects an entry, and ignores disabled entries', async () => {
    const chosen: number[] = [];
    const { lines, send } = stage(
      <Menu title="Menu" items={items} height={5} onChoose={({ value }) => chosen.push(value)} onCancel={() => {}} />,
    );
    expect(lines()).toEqual(['Menu', '▌ item 0', '  item 1  - not now', '  item 2', '... 27 more (Down, PgDn)']);
    await send(DOWN, '\r');
    expect(chosen).toEqual([]);
    await send('G');
    expect(lines().slice(0, 4).at(-1)).toBe('▌ item 29');
    await send('\r', UP, '\r', 'g', '\r');
    expect(chosen).toEqual([29, 28, 0]);
  });

  test('filters while typing, also if Enter follows in the same moment', async () => {
    const chosen: number[] = [];
    const { lines, send } = stage(
      <Menu
        title="Menu"
        items={items}
        height={8}
        search
        empty="nothing"
        onChoose={({ value }) => chosen.push(value)}
        onCancel={() => {}}
      />,
    );
    await send('item 17\r');
    expect(chosen).toEqual([17]);
    await send('xyz');
    expect(lines()).toContain('nothing');
  });

  test('a heading stands above those that share it, and the rows of reasons are for items where the cursor has none', async () => {
    const grouped = ['a', 'a', 'b', 'b', 'b', 'b', 'b', 'b'].map((heading, at) => ({
      value: at,
      label: `item ${at}`,
      heading,
      ...(at === 7 ? { off: '1 reason', reasons: ['no form'] } : {}),
    }));
    const { lines, send } = stage(
      <Menu title="Menu" items={grouped} height={9} onChoose={() => {}} onCancel={() => {}} />,
    );
    expect(lines()).toEqual([
      'Menu',
      'a',
      '▌ item 0',
      '  item 1',
      'b',
      ...[2, 3, 4].map((at) => `  item ${at}`),
      '... 3 more (Down, PgDn)',
    ]);
    await send('G');
    expect(lines().slice(-5, -1)).toEqual(['  item 6', '▌ item 7  - 1 reason', '', '    - no form']);
  });

  test('the step under the cursor at first leads on if one can, and never leads back', () => {
    const at = (...allowed: (StepName | null)[]) =>
      leading(['submit', 'passFirst', 'return', 'revoke'] as StepName[], (name) => ({
        name,
        allowed: allowed.includes(name),
      }));
    expect([at('return', 'passFirst'), at('return'), at('revoke', 'return'), at('submit'), at()]).toEqual([
      1, 0, 0, 0, 0,
    ]);
  });

  test('Enter on what cannot be taken says why', async () => {
    const chosen: number[] = [];
    const off = [
      { value: 1, label: 'pass', off: 'no conclusion yet' },
      { value: 2, label: 'submit', off: '2 reasons', reasons: ['no form', 'no file'] },
    ];
    const { send, refused } = stage(
      <Menu title="Menu" items={off} height={8} onChoose={({ value }) => chosen.push(value)} onCancel={() => {}} />,
    );
    await send('\r', DOWN, '\r');
    expect([chosen, refused]).toEqual([[], ['no conclusion yet', 'no form; no file']]);
  });
});

describe('bottom line', () => {
  function Screen() {
    useKeys({
      places: ['list', 'users', 'app'],
      handlers: {
        open() {},
        filter() {},
        sort() {},
        select() {},
        export() {},
        import() {},
        palette() {},
        help() {},
        back() {},
      },
      unmet: { sortable: 'no' },
    });
    return <Text>screen</Text>;
  }
  const both = (
    <>
      <Screen />
      <Footer />
    </>
  );

  test('comes from the key table and omits entries that do not fit', async () => {
    const { lines, resize } = stage(both, { columns: 120, rows: 24 });
    await resize(120, 24);
    expect(lines().at(-1)).toBe('Enter Open  / Filter  i Import  Space Select  e Export  : Commands  ? Help  q Back');
    await resize(60, 24);
    expect(lines().at(-1)).toBe('Enter Open  / Filter  i Import  : Commands  ? Help  q Back');
  });

  test('leaves out what cannot be done in this row or never may be, and shortens names to fit', async () => {
    const keys = { open() {}, assign() {}, advance() {}, balance() {}, delete() {}, help() {} };
    const { noRight } = TEXTS.tui.why;
    function Row() {
      const unmet = { steps: 'not this one', deleteRight: never(noRight) };
      useKeys({ places: ['list', 'assessments', 'app'], handlers: keys, unmet });
      return <Footer />;
    }
    const { lines, resize } = stage(<Row />, { columns: 100, rows: 24 });
    await resize(100, 24);
    expect(lines()).toEqual(['Enter Open  x Assign experts  b Balance  ? Help']);
    await resize(40, 24);
    expect(lines()).toEqual(['Enter Open  x Assign  b Balance  ? Help']);
    await resize(30, 24);
    expect(lines()).toEqual(['Enter Open  x Assign  ? Help']);
    await resize(8, 24);
    expect(lines()).toEqual(['? Help']);
  });

  test('is translated to Chinese', async () => {
    const { lines, resize } = stage(both, { columns: 100, rows: 24 }, TEXTS_ZH);
    await resize(100, 24);
    expect(lines().at(-1)).toBe('回车 打开  / 筛选  i 导入  空格 选择  e 导出  : 命令  ? 帮助  q 返回');
  });
});
