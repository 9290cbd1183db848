import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { csvRows } from '../support/desk.ts';
import { gate, startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, openTui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const HEADINGS = 'account,name,division,address,legalPerson,contact,phone,capacity';
const row = (account: string, division = '桂林市/秀峰区') =>
  `${account},${account} 示例,${division},示例路1号,张三,张三,0773-1234567,500`;

test('has its file picked: folders, a filter by typing, hidden names only after a dot', async () => {
  await mkdir(join(desk.folder, 'sheets', '.old'), { recursive: true });
  const sheet = [HEADINGS, row('pick_1'), ''].join('\n');
  await Promise.all(
    [
      'sheets/stations 2026.csv',
      'sheets/stations 2026.csv.report.csv',
      'sheets/stations 2026.csv.report.20261127T080000.csv',
      'sheets/stations 2026.csv.journal.ndjson',
      'sheets/stations 2026.csv.failed.csv',
      'sheets/.draft.csv',
      'sheets/notes.md',
      'a.xlsx',
    ].map((name) => writeFile(join(desk.folder, name), sheet)),
  );
  const tui = await openAs(desk, 'admin', { cols: 100 });
  tui.type('4');
  await tui.sees(/station\d{4}/);
  tui.type('i');
  await tui.sees(/a\.xlsx +\d+ B {2}20\d\d-\d\d-\d\d/);
  tui.type('shee\r');
  // The rows to correct are there to be imported again.
  await tui.sees('stations 2026.csv.failed.csv');
  for (const hidden of ['.old', '.draft', 'notes.md', 'a.xlsx', '.report', '.journal'])
    expect(tui.screen()).not.toContain(hidden);
  tui.type('.d');
  await tui.sees('.draft.csv');
  tui.type('\u0015notes.md\r');
  await tui.sees(/! .*notes\.md/);
  // A path goes along the folders, and back.
  tui.type('\u0015../sheets/2026\r');
  await tui.sees('1 row is valid');
  expect(tui.screen()).toMatch(/ 2 {2}pick_1 +pick_1 示例/);
  tui.press('Esc');
});

test('says before it starts what becomes of rows whose account exists', async () => {
  await desk.login('admin');
  const first = [HEADINGS, row('known_1'), row('known_2'), ''].join('\n');
  await writeFile(join(desk.folder, 'first.csv'), first);
  expect((await desk.shp(['stations', 'import', 'first.csv'])).code).toBe(0);
  const listed = await desk.shp(['stations', 'list', '--filter', 'known_2', '--format', 'json']);
  const [{ id }] = JSON.parse(listed.out) as [{ id: string }];
  expect((await desk.shp(['stations', 'delete', id, '--yes'])).code).toBe(0);
  const again = [HEADINGS, row('known_3'), row('KNOWN_1'), row('known_2'), row('known_4', '火星'), ''].join('\n');
  await writeFile(join(desk.folder, 'again.csv'), again);
  const tui = await openAs(desk, 'admin', { cols: 100 });
  tui.type('4');
  await tui.sees(/station\d{4}/);
  tui.type('iagain.csv\r');
  await tui.sees('1 row is new, 2 rows are of accounts that exist, 1 row is invalid: not imported; 1 gets');
  for (const line of [/ 3 {2}KNOWN_1 .*= exists/, / 4 {2}known_2 .*= in recycle bin/, / 2 {2}known_3 .*\+ new/])
    expect(tui.screen()).toMatch(line);
  for (const line of [
    /report it as failed +1 created, 2 failed/,
    /skip it +1 created, 2 unchanged/,
    /update it from the file +1 created, 1 updated, 1 failed/,
  ])
    expect(tui.screen()).toMatch(line);
  tui.press('Down', 'Down', 'Enter');
  await tui.sees('Import of hydropower stations: partly done  2 imported, 2 failed');
  const report = csvRows(readFileSync(join(desk.folder, 'again.csv.report.csv'), 'utf8'));
  expect(report.slice(1).map(([, account, result]) => [account, result])).toEqual([
    ['known_3', 'created'],
    ['KNOWN_1', 'updated'],
    ['known_2', 'failed'],
    ['known_4', 'failed'],
  ]);
});

test('shows how many rows are out of sight, and scrolls to them', async () => {
  const wrong = Array.from({ length: 30 }, (_, at) => row(`far_${at}`, '火星'));
  await writeFile(join(desk.folder, 'far.csv'), [HEADINGS, ...wrong, row('far_new'), ''].join('\n'));
  const tui = await openAs(desk, 'admin');
  tui.type('4');
  await tui.sees(/station\d{4}/);
  tui.type('ifar.csv\r');
  // None of the accounts exists: there is nothing to choose.
  expect(await tui.sees('Import this file?')).toMatch(/▌ Import +1 created +│.*\n.*Do not import/);
  expect(tui.screen()).not.toContain('skip it');
  const [, more] = /\.\.\. (\d+) more/.exec(await tui.sees(/\.\.\. \d+ more/)) ?? [];
  const shown = () => [...tui.screen().matchAll(/! +\d+ +far_\d+ /g)].length;
  expect(shown()).toBeGreaterThan(3);
  expect(Number(more) + shown()).toBe(31);
  expect(tui.lines().at(-1)).toContain('PgDn More rows');
  tui.press('PageDown');
  await tui.loses(/ far_0 /);
  for (let page = 0; page < 12; page++) tui.press('PageDown');
  await tui.sees(/far_new +far_new 示例 +\+ new/);
  expect(tui.screen()).not.toMatch(/\d more/);
  tui.press('Esc');
});

test("is checked first, lists errors, then sends the rest and writes the command's report", async () => {
  await writeFile(
    join(desk.folder, 'in.csv'),
    [HEADINGS, row('imp_1'), row('imp_2', '火星'), row('imp_3'), row(''), ''].join('\n'),
  );
  await writeFile(join(desk.folder, 'wrong.csv'), 'account,nam,division\na,b,c\n');
  const tui = await openAs(desk, 'admin');
  tui.type('4');
  await tui.sees(/station\d{4}/);
  tui.type('i');
  await tui.sees('Import: Hydropower stations');
  expect(tui.lines().find((line) => line.startsWith('╭'))).toHaveLength(80);
  tui.type('nothing.csv\r');
  await tui.sees('No match');
  tui.type('\u0015wrong.csv\r');
  // The whole message is there, on as many lines as it takes.
  await tui.sees(/! .*wrong\.csv: Unknown headings: nam\. Allowed: [^…]*capacity[^…]*╰/is);
  tui.type('\u0015in.csv\r');
  await tui.sees('2 rows are valid, 2 rows are invalid: not imported; 2 get an');
  expect(tui.screen()).toMatch(/! +5 +Account: Required/);
  expect(tui.screen()).toMatch(/Row +Account +Name\s[\s\S]*! +3 +imp_2 +Division C3 "火星": No such division/);
  tui.press('Enter');
  await tui.sees('Import of hydropower stations: partly done  2 imported, 2 failed  J shows why');
  await tui.sees(/▌ +imp_[13] /);
  tui.type('J');
  await tui.sees(/● partly done {2}2 imported, 2 failed/);
  expect(tui.lines().at(-1)).not.toMatch(/Stop|Undo/);
  tui.press('Enter');
  expect(await tui.sees(/Failed \(2\)\s*[│┃]\n│ +Row 3 imp_2: Division C3 "火星"/)).toMatch(/│ +Row 5: Account/);
  // Where the report is stands once.
  expect(tui.screen()).toContain('2 initial passwords: in.csv.report.csv (only you can read it)');
  expect(tui.screen()).not.toMatch(/│ File +\S/);
  tui.type('qq');
  const report = csvRows(readFileSync(join(desk.folder, 'in.csv.report.csv'), 'utf8'));
  expect(
    report
      .slice(1)
      .map(([at, account, result]) => [at, account, result])
      .sort(),
  ).toEqual([
    ['2', 'imp_1', 'created'],
    ['3', 'imp_2', 'failed'],
    ['4', 'imp_3', 'created'],
    ['5', '', 'failed'],
  ]);
  tui.type('/imp_\r');
  await tui.sees('2 in all  [imp_]');
});

test('that ends while the jobs are shown says how to see why there', async () => {
  await writeFile(join(desk.folder, 'here.csv'), [HEADINGS, row('here_1'), row('here_2', '火星'), ''].join('\n'));
  const line = await startProxy(server.url);
  desk.env.SHP_SERVER = line.url;
  const tui = await openAs(desk, 'admin');
  const slow = gate();
  line.rule = ({ url }) => (url.startsWith('/api/user/add_station') ? { passWhen: slow.opened } : undefined);
  tui.type('4');
  await tui.sees(/station\d{4}/);
  tui.type('ihere.csv\r');
  await tui.sees('1 row is valid');
  tui.press('Enter');
  await tui.sees(/Import of hydropower stations: \d+%/);
  tui.type('J');
  await tui.sees(/● running/);
  slow.open();
  await tui.sees('partly done  Enter shows why');
  expect(tui.screen()).toMatch(/● partly done {2}1 imported, 1 failed/);
  tui.resize(120, 40);
  tui.type('?');
  await tui.sees(/y +Copy file or title/);
  line.stop();
});

test('continues in the background; leaving asks, stops it cleanly and prints how to continue', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => row(`slow_${at}`));
  await writeFile(join(desk.folder, 'slow.csv'), [HEADINGS, ...rows, ''].join('\n'));
  const line = await startProxy(server.url);
  desk.env.SHP_SERVER = line.url;
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 30 });
  line.rule = ({ url }) => (url.startsWith('/api/user/add_station') ? { passWhen: sleep(1000) } : undefined);
  tui.type('4');
  await tui.sees(/station\d{4}/);
  tui.type('islow.csv\r');
  await tui.sees('300 rows are valid');
  tui.press('Enter');
  await tui.sees(/Import of hydropower stations: [1-9]\d*%/);
  tui.type('6');
  await tui.sees('GXXSD');
  tui.press('Down');
  await tui.until(() => tui.lines()[5]?.startsWith('│▌') === true);
  tui.type('J');
  // At 80 columns the bar is whole, and the columns keep their places.
  tui.resize(80, 24);
  await tui.sees(/● running +▰*▱+ +[1-9]\d*\/300 /);
  const placeOf = (word: string) =>
    tui
      .lines()
      .find((one) => one.includes('State'))
      ?.indexOf(word);
  const places = ['State', 'Result', 'Started', 'Time'].map(placeOf);
  const share = () => /(\d+)\/300/.exec(tui.screen())?.[1];
  const before = share();
  await tui.until(() => share() !== before);
  expect(['State', 'Result', 'Started', 'Time'].map(placeOf)).toEqual(places);
  tui.resize(120, 30);
  await tui.sees(/Import of hydropower stations +● running +▰*▱+ +[1-9]\d*\/300 /);
  // Stopped, it is one row, which goes on.
  tui.type('x');
  await tui.sees(/▌ Import of hydropower stations +● stopped/);
  await tui.until(() => tui.lines().at(-1)?.includes('r Continue') === true);
  expect(tui.lines().filter((one) => one.includes('Import of') && one.startsWith('│'))).toHaveLength(1);
  tui.type('r');
  await tui.sees(/Import of hydropower stations +● running +▰*▱+ +[1-9]\d*\/300 /);
  const rowsOfJobs = () => tui.lines().filter((one) => one.includes('Import of') && one.startsWith('│'));
  expect(rowsOfJobs()).toHaveLength(1);
  // The same file picked again goes on with the same job too.
  tui.type('x');
  await tui.sees(/▌ Import of hydropower stations +● stopped/);
  tui.type('q4');
  await tui.sees(/\d in all/);
  tui.type('islow.csv\r');
  // What it has created is not counted among the accounts that exist.
  const again = await tui.sees(/│▌? ?\d+ done before; \d+ rows are valid; \d+ get an initial password/);
  const [, earlier, rest] = /(\d+) done before; (\d+) rows/.exec(again) ?? [];
  expect(Number(earlier) + Number(rest)).toBe(300);
  expect(await tui.sees('Import this file?')).not.toContain('exist');
  tui.press('Enter');
  await tui.sees(/Import of hydropower stations: [1-9]\d*%/);
  tui.type('J');
  await tui.sees(/▌ Import of hydropower stations +● running +▰*▱+ +[1-9]\d*\/300 /);
  expect(rowsOfJobs()).toHaveLength(1);
  tui.press('Enter');
  const details = await tui.sees('Earlier runs (2)');
  expect(details.match(/\d\d:\d\d:\d\d {2}stopped; \d+ imported, \d+ left; /g)).toHaveLength(2);
  tui.press('Esc');
  await tui.loses('Earlier runs');
  tui.type('qq');
  await tui.sees('1 job is running and will be stopped');
  tui.type('y');
  expect(await tui.ended).toBe(0);
  const done = Number(/(\d+) of 300 rows done/.exec(tui.raw())?.[1]);
  expect(done).toBeGreaterThan(0);
  line.rule = () => undefined;
  const end = await desk.shp(['stations', 'import', 'slow.csv']);
  expect([end.code, /created (\d+)/.exec(end.err)?.[1]]).toEqual([0, '300']);
  line.stop();
});

test('after a kill it goes on with one count: rows that failed before are failed, and all initial passwords count', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => row(`cut_${at}`, at % 3 === 0 ? '火星' : undefined));
  await writeFile(join(desk.folder, 'cut.csv'), [HEADINGS, ...rows, ''].join('\n'));
  const line = await startProxy(server.url);
  desk.env.SHP_SERVER = line.url;
  const killed = await openAs(desk, 'admin', { cols: 100 });
  let sent = 0;
  line.rule = ({ url }) => {
    if (!url.startsWith('/api/user/add_station')) return undefined;
    sent += 1;
    return sent > 20 ? 'hang' : undefined;
  };
  killed.type('4');
  await killed.sees(/\d in all/);
  killed.type('icut.csv\r');
  await killed.sees('40 rows are valid, 20 rows are invalid: not imported');
  killed.press('Enter');
  await killed.sees(/Import of hydropower stations: [3-9]\d%/);
  killed.child.kill('SIGKILL');
  await killed.ended;
  line.rule = () => undefined;
  const tui = openTui(desk, { cols: 100 });
  await tui.sees(/An import was interrupted .*: [1-9]\d of 60 rows done\./);
  tui.type('n');
  await tui.loses('Continue the interrupted work?');
  tui.type('J');
  await tui.sees(/● interrupted +[1-9]\d\/60/);
  // It is removed only after a question.
  tui.type('d');
  await tui.sees('Remove the interrupted job?');
  tui.type('n');
  await tui.loses('Remove the interrupted job?');
  tui.type('r');
  await tui.sees(/● partly done {2}40 imported, 20 failed/);
  tui.press('Enter');
  const details = await tui.sees('Failed (20)');
  expect(details).toContain('40 imported, 20 failed');
  expect(details).toContain('40 initial passwords: cut.csv.report.csv');
  expect(details).toMatch(/Row 2 cut_0: Division C2 "火星"/);
  line.stop();
});

test('that is stopped says so once, and how it goes on', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => row(`stop_${at}`));
  await writeFile(join(desk.folder, 'stop.csv'), [HEADINGS, ...rows, ''].join('\n'));
  const line = await startProxy(server.url);
  desk.env.SHP_SERVER = line.url;
  const tui = await openAs(desk, 'admin', { cols: 100 });
  const slow = gate();
  let sent = 0;
  line.rule = ({ url }) => {
    if (!url.startsWith('/api/user/add_station')) return undefined;
    sent += 1;
    return sent > 10 ? { passWhen: slow.opened } : undefined;
  };
  tui.type('4');
  await tui.sees(/\d in all/);
  tui.type('istop.csv\r');
  await tui.sees('30 rows are valid');
  tui.press('Enter');
  await tui.sees(/Import of hydropower stations: 3\d%/);
  tui.type('J');
  await tui.sees(/● running/);
  tui.type('x');
  slow.open();
  await tui.sees(/● stopped +\d+ imported, \d+ left/);
  const said = await tui.sees('stations: stopped  r continues this, d removes it');
  expect(said.match(/stopped/g)).toHaveLength(2);
  expect(said.match(/\d+ imported/g)).toHaveLength(1);
  line.stop();
});

test('what ended a job early stands once in its details', async () => {
  await writeFile(join(desk.folder, 'refused.csv'), [HEADINGS, row('refused_1'), ''].join('\n'));
  const line = await startProxy(server.url);
  desk.env.SHP_SERVER = line.url;
  const tui = await openAs(desk, 'admin', { cols: 100 });
  const body = JSON.stringify({ code: 'forbidden', message: 'not on Fridays' });
  line.rule = ({ url }) => (url.startsWith('/api/user/add_station') ? { status: 403, body } : undefined);
  tui.type('4');
  await tui.sees(/\d in all/);
  tui.type('irefused.csv\r');
  await tui.sees('1 row is valid');
  tui.press('Enter');
  await tui.sees('Import of hydropower stations: failed');
  tui.type('J');
  await tui.sees('╭ Jobs ─');
  tui.press('Enter');
  const details = await tui.sees(/› Import of hydropower stations ─[\s\S]*not on Fridays/);
  const page = details.slice(details.indexOf('╭'), details.indexOf('╰'));
  expect(page.match(/not on Fridays/g)).toHaveLength(1);
  expect(page.match(/0 of 1 rows done/g)).toHaveLength(1);
  line.stop();
});
