import { afterEach, describe, expect, test } from 'vitest';
import { lines as objects } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { accounts, run, stations } from './stationList.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const marked = (tui: Tui) => tui.lines().filter((line) => /^│[▌ ]✓/.test(line)).length;

describe('a list', () => {
  test("has the server's order, by row, by page and to the end", async () => {
    const all = objects<{ account: string }>((await run('stations', 'list', '--all', '--format', 'ndjson')).out);
    const tui = await stations();
    const height = accounts(tui).length;
    expect(height).toBe(17);
    expect(accounts(tui)).toEqual(all.slice(0, height).map(({ account }) => account));
    expect(tui.lines()[4]).toMatch(/^│▌ /);
    tui.press('Down', 'Down');
    await tui.until(() => tui.lines()[6]?.startsWith('│▌') === true);
    tui.press('PageDown');
    await tui.sees(new RegExp(`^│ ?▌ .*${all[height + 2]?.account}`, 'm'));
    tui.press('End');
    await tui.sees(new RegExp(`^│ ?▌ .*${all.at(-1)?.account}`, 'm'));
    expect(accounts(tui)).toEqual(all.slice(-height).map(({ account }) => account));
  });

  test('< and > go to the first and last row, , and . by pages', async () => {
    const tui = await stations();
    tui.type('>');
    await tui.sees('60/60');
    tui.type(',');
    await tui.loses('60/60');
    tui.type('<');
    await tui.sees('1/60');
    tui.type('.');
    await tui.loses(/\b1\/60/);
  });

  test('sorts by a column, and in reverse the second time', async () => {
    const tui = await stations();
    // The column of the order has no room: the frame names it.
    await tui.sees(/╭ Stations ─+ Created ▼ {2}1\/60 ─╮/);
    tui.type('s');
    await tui.sees(/Sort by[\s\S]*▌ \(x\) Created +descending/);
    tui.type('g');
    await tui.sees(/▌ \( \) Account/);
    tui.press('Enter');
    await tui.sees('Account ▲');
    await tui.sees(/╭ Stations ─+ 1\/60 ─╮/);
    await tui.sees(/^│ ?▌ .*station0001/m);
    tui.type('s');
    await tui.sees(/▌ \(x\) Account +ascending/);
    tui.press('Enter');
    await tui.sees('Account ▼');
    await tui.sees(/^│ ?▌ .*station0060/m);
    tui.type('s');
    await tui.sees(/▌ \(x\) Account +descending/);
    tui.press('Down', 'Enter');
    await tui.loses('Account ▼');
    tui.type('s');
    await tui.sees(/▌ \(x\) \S.* ascending/);
    expect(tui.screen()).toContain('( ) Account');
  });

  test('the order that a list has of itself is shown and can be turned', async () => {
    const tui = await stations();
    await tui.sees('Created ▼');
    tui.type('\\');
    await tui.sees(/╭ Stations ─+ Created ▲ {2}1\/60 ─╮/);
    tui.type('N');
    await tui.sees(/╭ Notices ─[\s\S]*Time ▼/);
    tui.type('q:documents\r');
    await tui.sees(/Uploaded ▼/);
    const linked = await openAs(desk, 'supervisor1');
    linked.press('Tab', 'Tab');
    await linked.sees(/Account ▲/);
  });

  test('remembers the chosen columns; columns that do not fit are listed aside', async () => {
    const tui = await stations();
    tui.press('Right', 'Right');
    await tui.sees('Contact');
    expect(tui.lines()[3]).not.toContain('Name');
    expect(tui.lines()[3]).toContain('Account');
    tui.press('Left', 'Left');
    await tui.sees(/Account +Name/);
    tui.type('o');
    await tui.sees('[x] Division');
    tui.press('Space', 'Down', 'Space');
    await tui.sees('[ ] Division');
    tui.press('Enter');
    await tui.sees(/Account +kW/);
    tui.type('q');
    await tui.ended;
    const again = await stations();
    await again.sees(/Account +kW/);
  });

  test('the specialties and the employer of an expert, which columns cut, stand whole below the rows', async () => {
    type Expert = { account: string; profile: { unit: string } };
    const all = objects<Expert>((await run('experts', 'list', '--all', '--format', 'ndjson')).out);
    const tui = await openAs(desk, 'admin');
    tui.type('3');
    const [account] = /expert\d\d/.exec(await tui.sees(/▌ +expert\d\d/)) ?? [];
    const unit = all.find((expert) => expert.account === account)?.profile.unit;
    await tui.sees(new RegExp(`│ {2}\\S.* {2}${unit}`));
  });

  test('aligns Chinese text', async () => {
    desk.env.SHP_LANG = 'zh';
    const tui = await stations('admin', { cols: 120, rows: 30 });
    const division = (row: string) => /\S+[市县区](?=\/| {2})/.exec(row)?.[0];
    await tui.until(() => tui.lines().slice(4, 20).every(division));
    const [head = '', ...rows] = tui.lines().slice(3, 20);
    const column = (line: string, word: string) =>
      [...line.slice(0, line.indexOf(word))].reduce((sum, one) => sum + (one > '\u2e80' ? 2 : 1), 0);
    const at = column(head, '行政区划');
    for (const row of rows) expect(column(row, division(row) ?? '?')).toBe(at);
    expect(head).toMatch(/账号 +名称 +行政区划/);
  });
});

describe('a selection', () => {
  test('survives scrolling, sorting and filtering', async () => {
    const tui = await stations();
    tui.press('Space', 'Space');
    await tui.sees('2 selected');
    expect(marked(tui)).toBe(2);
    tui.press('End', 'Space');
    await tui.sees('3 selected');
    tui.type('/0042\r');
    await tui.sees('[0042]');
    await tui.sees(/^│ ?▌ .*station0042/m);
    expect(tui.screen()).toContain('3 selected');
    tui.press('Space');
    await tui.sees('4 selected');
    tui.type('/');
    await tui.sees('Name or account');
    tui.type('\u0015\r');
    await tui.sees('60 in all');
    expect(tui.screen()).toContain('4 selected');
    tui.press('Esc');
    await tui.loses('4 selected');
  });

  test('of rows that a filter hides is named before anything is done with it', async () => {
    const tui = await stations();
    const [first = '', second = ''] = accounts(tui);
    tui.press('Space', 'Space');
    await tui.sees('2 selected');
    tui.type('/0042\r');
    await tui.sees('[0042]');
    await tui.sees('2 selected; 2 not shown under this filter');
    tui.type('d');
    const asked = (await tui.sees('recycle bin?')).replaceAll(/\s*│\n│\s*/g, ' ');
    expect(asked).toContain('2 not shown under this filter: ');
    expect(asked).toContain(`(${first})`);
    expect(asked).toContain(`(${second})`);
    tui.press('CtrlT');
    await tui.sees('2 条不在当前筛选结果中：');
    tui.press('CtrlT', 'Esc');
    await tui.loses('recycle bin?');
    tui.type('/');
    await tui.sees('Name or account');
    tui.type('\u0015\r');
    await tui.sees('60 in all');
    await tui.loses('not shown under this filter');
    tui.type('d');
    await tui.sees('2 accounts');
    expect(tui.screen()).not.toContain('not shown under this filter');
  });

  test('of the page, or of all matches minus exceptions, is shown in both languages', async () => {
    const tui = await stations();
    tui.type('a');
    await tui.sees('17 selected');
    tui.type('/000\r');
    await tui.sees('[000]');
    tui.type('A');
    await tui.sees('9 selected (all matching 000)');
    expect(marked(tui)).toBe(9);
    tui.press('Space');
    await tui.sees('8 selected (all matching 000)');
    tui.press('CtrlT');
    await tui.sees('已选 8');
    tui.press('CtrlT');
    await tui.sees('8 selected');
    tui.type('/');
    await tui.sees('Name or account');
    tui.type('\u0015\r');
    await tui.sees('60 in all');
    expect(tui.screen()).toContain('8 selected (all matching 000)');
    tui.press('Space');
    await tui.sees('Everything matching another filter is selected');
  });
});
