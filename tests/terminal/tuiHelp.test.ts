import { afterEach, describe, expect, test } from 'vitest';
import { desk, onDemoWithDesks } from './demo.ts';
import { stations } from './stationList.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

describe('help and commands', () => {
  test('help lists the keys of the screen that the role may use, with the reason if disabled', async () => {
    const tui = await openAs(desk, 'county450325', { cols: 120, rows: 60 });
    tui.type('2');
    await tui.sees('in all');
    tui.type('?');
    await tui.sees('Keys (Esc closes)');
    expect(tui.screen()).toMatch(/A +Select all matching/);
    for (const never of [/d +Delete/, /i +Import/, /Your role/]) expect(tui.screen()).not.toMatch(never);
    expect(tui.screen()).toMatch(/Tab +Next tab/);
    expect(tui.screen()).toMatch(/q +Quit/);
    tui.type('q4');
    await tui.sees('[4 Standardisation assessments]');
    const passed = JSON.parse((await desk.shp(['assessments', 'list', '--status', 'passed', '--format', 'json'])).out);
    tui.type(`/${passed[0].number}\r`);
    await tui.sees('1 in all');
    // What cannot be done on this row is not offered; its key says why.
    await tui.until(() => !/ (?:t|x|d) /.test(tui.lines().at(-1) ?? ''));
    tui.type('t');
    await tui.sees('! No step is available to you');
    tui.type('?');
    await tui.sees(/t +Next step +\(No step is available to you\)/);
    expect(tui.screen()).not.toContain('Assign experts');
    tui.type('q2');
    await tui.sees('[2 Experts]');
    tui.type('?');
    await tui.sees('Keys (Esc closes)');
    // Where the sheet would not be shown at once, it has two columns; a group that goes on has its heading there again.
    tui.resize(120, 24);
    await tui.sees(/In lists \(continued\)/);
    tui.resize(80, 24);
    await tui.sees(/Up {2}k +Up {3,}\S/);
    await tui.sees(/\.\.\. \d+ more \(Down, PgDn\)/);
    expect(tui.screen()).not.toContain('Quit at once');
    tui.press('End');
    await tui.sees('Quit at once');
    tui.type('q');
    await tui.sees('in all');
  });

  test('the help of home has two columns where they have room', async () => {
    const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
    tui.type('?');
    await tui.sees(/│ In lists +Everywhere \(continued\) +│/);
  });

  test('/ in the help searches the keys by name, and Enter does what is found', async () => {
    const tui = await stations();
    tui.type('?');
    await tui.sees(/\/ Search {2}Esc Close/);
    tui.type('/columns left');
    await tui.sees('No command found');
    tui.type('\u0015copy the com');
    await tui.sees(/Copy the command +C/);
    tui.press('Enter');
    await tui.sees(/Copied shp stations list/);
  });

  test('keys work while a Chinese input method is on; what is typed into a line stays as typed', async () => {
    const tui = await stations();
    tui.type('》');
    await tui.sees('60/60');
    tui.type('《？');
    await tui.sees('Keys (Esc closes)');
    tui.press('Esc');
    await tui.sees('in all');
    tui.type('：');
    await tui.sees('Commands ─');
    tui.type('：导出。');
    await tui.sees('/ ：导出。');
  });

  test('the palette finds commands by part of a name, and tabs too', async () => {
    const tui = await stations();
    tui.type(':matching');
    await tui.sees('▌ Select all matching (60)');
    tui.press('Enter');
    await tui.sees('60 selected');
    tui.type(':docum\r');
    await tui.sees('[7 Docs]');
    tui.type(':xyz');
    await tui.sees('No command found');
    tui.press('Esc');
    await tui.loses('No command found');
  });
});
