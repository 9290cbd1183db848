import { dayOf } from '@shp/shared/domain/lib/days';
import { RATED as LEVELS } from '@shp/shared/domain/lib/lists';
import { afterEach, describe, expect, test } from 'vitest';
import { lines as objects } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { accounts, listed, run, stations, WIDE } from './stationList.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const RATED: readonly string[] = LEVELS;
const DAY_MS = 86_400_000;

describe('a list', () => {
  test('filters by text and by division, and shows the filter', async () => {
    const tui = await stations();
    tui.type('/000');
    await tui.sees(/Name or account +000/);
    tui.press('CtrlT');
    await tui.sees(/名称或账号 +000/);
    tui.press('CtrlT');
    await tui.sees(/Name or account +000/);
    tui.press('Enter');
    await tui.sees('9 in all  [000]');
    expect(accounts(tui)).toHaveLength(9);
    tui.type('/');
    await tui.sees('Name or account');
    tui.press('Down');
    tui.type('兴安');
    await tui.sees('桂林市/兴安县');
    tui.press('Enter');
    await tui.sees(/ \d in all {2}\[000, 桂林市\/兴安县\]/);
    const shown = tui.lines().filter((line) => /station\d{4}/.test(line));
    expect(shown.length).toBeGreaterThan(0);
    for (const line of shown) expect(line).toContain('桂林市/兴安县');
    tui.type('/');
    await tui.sees('Name or account');
    tui.press('Down');
    tui.type('火星\r');
    await tui.sees('No such division');
  });

  test.each([
    ['2', 'Level 2'],
    ['3', 'Level 3'],
    ['none', 'Not rated'],
  ])('stations filter by rating: %s', async (rated, label) => {
    const tui = await stations('admin', WIDE);
    const found = objects<{ account: string }>((await run('stations', 'list', '--rated', rated, '--all')).out);
    expect(found.length).toBeGreaterThan(0);
    tui.type('/');
    await tui.sees('Rating ends');
    tui.press('Up', 'Up', ...Array<'Right'>(RATED.indexOf(rated)).fill('Right'), 'Space');
    await tui.sees(`(x) ${label}`);
    tui.press('Enter');
    await tui.sees(` ${found.length} in all  [${label}]`);
    expect(accounts(tui)).toEqual(found.slice(0, accounts(tui).length).map(({ account }) => account));
  });

  test('stations filter by ratings that end within some days', async () => {
    const tui = await stations('admin', WIDE);
    const rated = objects<{ rating: { validUntil: string } | null }>((await run('stations', 'list', '--all')).out);
    const ends = rated.flatMap(({ rating }) => rating?.validUntil ?? []).sort();
    const days = (Date.parse(ends[Math.floor(ends.length / 2)] ?? '') - Date.parse(dayOf(new Date()))) / DAY_MS;
    const found = objects<{ account: string }>((await run('stations', 'list', '--expiring', `${days}`, '--all')).out);
    expect(found.length).toBeGreaterThan(ends.length / 2);
    expect(found.length).toBeLessThan(rated.length);
    tui.type('f');
    await tui.sees('days from today: a whole number, at most 3660');
    tui.press('Up');
    tui.type('3661\r');
    await tui.until(() => tui.screen().split('at most 3660').length === 3);
    tui.press(...Array<'Backspace'>(4).fill('Backspace'));
    tui.type(`${days}\r`);
    await tui.sees(` ${found.length} in all  [Rating ends within ${days} days]`);
    expect(accounts(tui)).toEqual(found.slice(0, accounts(tui).length).map(({ account }) => account));
  });

  test('Esc clears the filter of a tab, after the selection; a refusal goes with the next key', async () => {
    const tui = await stations();
    tui.type('/0042\r');
    // At 80 columns names are short, so that importing is still offered.
    await tui.sees(/^Enter Open {2}\/ Filter {2}Esc Clear {2}n New {2}i Import {2}: Commands {2}\? Help {2}q Quit$/m);
    tui.resize(180, 24);
    await tui.sees(/^Enter Open {2}\/ Filter {2}Esc Clear filter/m);
    await tui.sees('1 in all  [0042]');
    tui.press('Space');
    await tui.sees('1 selected');
    await tui.sees('Esc Clear selection');
    tui.press('Esc');
    await tui.sees('Esc Clear filter');
    expect(tui.screen()).toContain('[0042]');
    tui.press('CtrlT');
    await tui.sees('Esc 清除筛选');
    tui.press('CtrlT', 'Esc');
    await tui.sees('60 in all ─');
    await tui.loses('Clear filter');
    tui.type('u');
    await tui.sees('! Nothing to undo');
    tui.type('2');
    await tui.sees('╭ Review units');
    expect(tui.screen()).not.toContain('! Nothing to undo');
    tui.type('/county450325\r');
    await tui.sees('Esc Clear filter');
    tui.press('Enter', 'Enter');
    await tui.sees(/Review units › \S+ › Stations/);
    tui.type('/0\r');
    await tui.sees('[0, ');
    expect(tui.screen()).not.toContain('Clear filter');
    tui.press('Esc');
    await tui.loses('› Stations');
  });

  test('stations filter by capacity, in words of its own; a wrong value is marked at its field', async () => {
    const tui = await stations('admin', WIDE);
    const found = objects((await run('stations', 'list', '--capacity-from', '500', '--all')).out);
    tui.type('/');
    await tui.sees('Capacity from, kW');
    tui.press('Down', 'Down', 'Down');
    tui.type('500');
    tui.press('Down');
    await tui.sees('a whole number, at most 1000000');
    tui.type('400\r');
    await tui.sees(/Capacity up to, kW +400 +! Must not be below the start of the range/);
    tui.press('CtrlT');
    await tui.sees(/400 +! 不得小于范围的起始值/);
    tui.press('CtrlT');
    await tui.sees('! Must not be below');
    tui.press('Backspace', 'Backspace', 'Backspace', 'Enter');
    await tui.sees(` ${found.length} in all  [Installed capacity ≥ 500 kW]`);
    tui.press('CtrlT');
    await tui.sees('[装机容量 ≥ 500 kW]');
    tui.press('CtrlT');
    await tui.sees('[Installed capacity ≥ 500 kW]');
    tui.type('/');
    await tui.sees('Name or account');
    tui.press('Down');
    tui.type('火星\r');
    await tui.sees(/Division +火星 +! No such division/);
  });

  test('assessments filter by whether they were ever submitted', async () => {
    const tui = await openAs(desk, 'admin', WIDE);
    tui.type('6');
    await tui.sees('GXXSD');
    const total = async (...flags: string[]) =>
      objects((await run('assessments', 'list', ...flags, '--all')).out).length;
    const [all, submitted] = [await total(), await total('--submitted')];
    expect(submitted).toBeLessThan(all);
    await tui.sees(` ${all} in all`);
    tui.type('/');
    await tui.sees('Ever submitted');
    tui.press('Up', 'Space', 'Enter');
    await tui.sees(` ${submitted} in all  [Ever submitted]`);
  });

  test('assessments filter by several statuses and by to-dos', async () => {
    const tui = await openAs(desk, 'city450300', { cols: 120, rows: 40 });
    tui.type('4');
    await tui.sees('GXXSD');
    tui.type('/');
    await tui.sees('Waiting for me');
    tui.press('Down', 'Down');
    tui.press('Space', 'Right', 'Space');
    await tui.sees(/\[x\] Draft {2}\[x\] Awaiting first review/);
    tui.press('Enter');
    await tui.sees(/\d in all {2}\[Draft\/Awaiting first review\]/);
    for (const line of listed(tui).filter((one) => one.includes('GXXSD'))) {
      expect(line).toMatch(/ (Draft|Awaiting first rev\S+) /);
    }
    tui.type('w');
    await tui.sees('Waiting for me');
  });

  test('the choices of a filter are whole at 80 columns', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('f');
    await tui.sees(/\[ \] In expert review {2}\[ \] Awaiting final review +│/);
  });
});
