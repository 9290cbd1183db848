import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from '@shp/shared/domain/lib/days';
import { RATED as LEVELS } from '@shp/shared/domain/lib/lists';
import { readTable } from '@shp/shared/sheets/read/table';
import { afterEach, describe, expect, test } from 'vitest';
import { csvRows, lines as objects } from '../support/desk.ts';
import { gate, startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
/** The lines of the list, without the pane below it. */
const listed = (tui: Tui) =>
  tui.lines().slice(
    0,
    tui.lines().findIndex((line) => line.startsWith('╰')),
  );
/** The accounts in the list, in order. */
const accounts = (tui: Tui) =>
  [
    ...listed(tui)
      .join('\n')
      .matchAll(/\bstation\d{4}\b/g),
  ].map(([account]) => account);
const marked = (tui: Tui) => tui.lines().filter((line) => /^│[▌ ]✓/.test(line)).length;

const RATED: readonly string[] = LEVELS;
const DAY_MS = 86_400_000;
const WIDE = { cols: 130, rows: 40 };

async function stations(account = 'admin', size = {}): Promise<Tui> {
  const tui = await openAs(desk, account, size);
  tui.type(account === 'admin' ? '4' : '3');
  await tui.sees(/station\d{4}/);
  return tui;
}

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
    ['none', 'No valid rating'],
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
    await tui.sees(/^Enter Assessments {2}\/ Filter {2}Esc Clear filter/m);
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
    // Beside its pane a unit opens its stations at once.
    tui.press('Enter');
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

  test('sorts by a column, and in reverse the second time', async () => {
    const tui = await stations();
    tui.type('s');
    await tui.sees('Sort by');
    tui.press('Enter');
    await tui.sees('Account ▲');
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

describe('an export', () => {
  test('of the selection proposes a file name, Enter accepts it, and the file has those rows', async () => {
    const tui = await stations();
    const [first = '', second = ''] = accounts(tui);
    tui.press('Space', 'Space');
    await tui.sees('2 selected');
    const before = today();
    tui.type('e');
    const screen = await tui.sees(/File stations-\d{8}\.xlsx/);
    const [name = '', day] = /stations-(\d{8})\.xlsx/.exec(screen) ?? [];
    expect([before, today()]).toContain(day);
    expect(tui.screen()).toContain('Export the 2 selected');
    tui.press('Enter');
    await tui.sees(/Export to .*: done/);
    const table = await readTable(new Uint8Array(readFileSync(join(desk.folder, name))), 'xlsx');
    expect(JSON.stringify(table)).toContain(first);
    expect(JSON.stringify(table)).toContain(second);
    expect((table as unknown as { rows: unknown[] }).rows).toHaveLength(2);
  });

  test("without a selection is the server's file of all matches; an existing file is confirmed first", async () => {
    await writeFile(join(desk.folder, 'all.csv'), 'old');
    const tui = await stations();
    tui.type('/000\r');
    await tui.sees('[000]');
    tui.type('e');
    await tui.sees('Export all 9 matching');
    tui.type('\u0015all.csv\r');
    await tui.sees('This file exists');
    expect(readFileSync(join(desk.folder, 'all.csv'), 'utf8')).toBe('old');
    tui.press('Enter');
    await tui.sees(/Export to .*: done/);
    await run('stations', 'export', '--filter', '000', '-o', 'same.csv');
    expect(readFileSync(join(desk.folder, 'all.csv'))).toEqual(readFileSync(join(desk.folder, 'same.csv')));
  });

  test('of part of the assessments has the columns and values of the full export', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('A');
    await tui.sees('90 selected');
    tui.press('Space');
    await tui.sees('89 selected');
    tui.type('e');
    await tui.sees('Export the 89 selected');
    tui.type('\u0015part.csv\r');
    await tui.sees(/Export to .*: done/);
    await run('assessments', 'export', '-o', 'whole.csv');
    const [whole, part] = ['whole.csv', 'part.csv'].map((file) =>
      csvRows(readFileSync(join(desk.folder, file), 'utf8')),
    );
    expect(part?.[0]).toEqual(whole?.[0]);
    expect(part).toHaveLength(90);
    const without = whole?.filter((row) => part?.some((other) => other[0] === row[0]));
    expect(part).toEqual(without);
  });

  test('of the stations of an aggregate account is built from the list', async () => {
    const tui = await openAs(desk, 'supervisor1');
    tui.type('3');
    await tui.sees(/station\d{4}/);
    const count = / (\d+) in all/.exec(tui.screen())?.[1];
    tui.type('e');
    await tui.sees(/supervised-stations-\d{8}\.xlsx/);
    tui.type('\u0015mine.ndjson\r');
    await tui.sees(/Export to .*: done/);
    const rows = objects(readFileSync(join(desk.folder, 'mine.ndjson'), 'utf8'));
    expect(rows).toHaveLength(Number(count));
    expect(rows[0]).toHaveProperty('account');
  });

  test('with an unknown file ending is refused', async () => {
    const tui = await stations();
    tui.type('e');
    await tui.sees('File');
    tui.type('\u0015all.pdf\r');
    await tui.sees('must end in .xlsx, .csv or .ndjson');
    expect(existsSync(join(desk.folder, 'all.pdf'))).toBe(false);
    tui.press('Esc');
    await tui.loses('must end in');
  });
});

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
    tui.type('?');
    await tui.sees(/t +Next step +\(You can take no step from here\)/);
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

async function run(...args: string[]) {
  if (!existsSync(join(desk.folder, 'config/config.json'))) await desk.login('admin');
  const done = await desk.shp(args);
  if (done.code !== 0) throw new Error(done.err);
  return done;
}

describe('a lost connection', () => {
  test('is shown in place of the rows, and the list loads on retry', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    line.rule = ({ url }) => (url.startsWith('/api/user/stations') ? { status: 500, body: '{}' } : undefined);
    tui.type('4');
    await tui.sees('R: try again');
    expect(tui.screen()).toContain('[4 Stations]');
    line.rule = () => undefined;
    tui.type('R');
    await tui.sees(/station\d{4}/);
    expect(tui.screen()).not.toContain('R: try again');
    line.stop();
  });

  test('keeps the rows, however often they are asked for again; Enter still opens them', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    const [row = ''] = /GXXSD-\S+/.exec(await tui.sees(/▌ +GXXSD/)) ?? [];
    let asked = 0;
    line.rule = ({ url }) => {
      if (!url.startsWith('/api/assessment/query')) return undefined;
      asked += 1;
      return { status: 500, body: '{}' };
    };
    for (const times of [1, 2, 3]) {
      tui.type('R');
      await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThanOrEqual(times);
      await tui.sees('not connected, trying again');
    }
    expect(tui.screen()).toContain(`▌  ${row}`);
    tui.press('Enter');
    await tui.sees(`› ${row}`);
    line.stop();
  });

  test('Enter before the rows arrive opens the first one; Esc cancels it', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    const pressed = gate();
    line.rule = ({ url }) => (url.startsWith('/api/assessment/query') ? { passWhen: pressed.opened } : undefined);
    tui.type('6');
    await tui.sees('Loading');
    tui.press('Enter', 'Right');
    pressed.open();
    await tui.sees('[Form]');
    line.rule = ({ url }) => (url.startsWith('/api/user/stations') ? 'hang' : undefined);
    tui.type('4');
    await tui.sees('Loading');
    tui.press('Enter', 'Esc');
    tui.type('1');
    await tui.sees('[1 Home]');
    line.stop();
  });

  test('a part of an assessment that fails to load says why, and loads on retry', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    tui.type('6\r');
    await tui.sees('[Overview]');
    line.rule = ({ url }) =>
      /sum_station_score|station_scores|file\/list/.test(url) ? { status: 500, body: '{}' } : undefined;
    tui.press('Left');
    await tui.sees(/\[Files\][\s\S]*an error occurred[\s\S]*\n│ R: try again/);
    tui.type('hhh');
    await tui.sees(/\[Scores\][\s\S]*\n│ R: try again/);
    line.rule = ({ url }) => (url.includes('/station_scores') ? { status: 500, body: '{}' } : undefined);
    tui.type('R');
    await tui.sees('Objectives and responsibilities');
    tui.press('Enter');
    await tui.sees('R: try again');
    expect(tui.lines().at(-1)).toMatch(/^Esc Back /);
    tui.press('Esc');
    await tui.sees('Objectives and responsibilities');
    line.stop();
  });

  test('a new filter keeps the rows before in sight until its own are there', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    const accounts = () => tui.lines().filter((row) => /^│.*station\d{4}/.test(row));
    tui.type('4');
    await tui.until(() => accounts().length > 5);
    const asked = gate();
    line.rule = ({ url }) => (url.includes('filter=station0001') ? { passWhen: asked.opened } : undefined);
    tui.type('/station0001');
    await tui.sees('╰ Loading');
    expect(accounts().length).toBeGreaterThan(5);
    asked.open();
    await tui.until(() => accounts().length === 1);
    line.stop();
  });

  test('a key pressed before the possible actions are known waits for them', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'station0001');
    const pressed = gate();
    line.rule = ({ url }) => (url.startsWith('/api/assessment/next_steps') ? { passWhen: pressed.opened } : undefined);
    tui.type('2\r');
    await tui.sees(/Next steps +│\n│ +Loading/);
    tui.type('t');
    pressed.open();
    await tui.sees(/│ ▌ \S.* → /);
    expect(tui.screen()).not.toContain('You can take no step');
    line.stop();
  });

  test('a job whose session ended leads to the login', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('4');
    await tui.sees(/station\d{4}/);
    const { sessions } = JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8'));
    await run('api', 'POST', 'session/logout', '--token', sessions[server.url].token);
    tui.type('e');
    await tui.sees('Export all');
    tui.press('Enter');
    await tui.sees('session invalid');
    await tui.sees('Password');
  });
});
