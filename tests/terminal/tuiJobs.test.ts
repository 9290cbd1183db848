import { readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { csvRows, lines as objects } from '../support/desk.ts';
import { startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Row = { id: string; number: string; status: string; experts: { id: string; name: string }[] };
async function assessments(...filter: string[]): Promise<Row[]> {
  const run = await desk.shp([
    'assessments',
    'list',
    '--all',
    '--format',
    'ndjson',
    '--fields',
    'id,number,status,experts',
    ...filter,
  ]);
  return objects<Row>(run.out);
}
const experts = async (...filter: string[]) =>
  new Map((await assessments(...filter)).map(({ number, experts: list }) => [number, list.map(({ id }) => id).sort()]));

/** Opens the list of assignable assessments and selects all. */
async function assignable(): Promise<Tui> {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('/');
  await tui.sees('Submitted from');
  tui.press('Down', 'Right', 'Right', 'Right', 'Space', 'Right', 'Space', 'Enter');
  await tui.sees(/\d in all {2}\[First review passed\/In expert review\]/);
  tui.type('A');
  await tui.sees(/\d selected/);
  return tui;
}

describe('assigning experts to a selection', () => {
  test('shows additions and existing experts, runs in the background, and can be undone', async () => {
    await desk.login('admin');
    const filter = ['--status', 'first_passed', '--status', 'reviewing'];
    const before = await experts(...filter);
    const tui = await assignable();
    tui.type('x');
    await tui.sees(`Experts for ${before.size} assessments`);
    await tui.sees(/│ ?▌ .*示例/);
    const [first = '', second = ''] = tui.lines().flatMap((line) => /│ [▌ ] (\S+（示例）) /.exec(line)?.[1] ?? []);
    tui.press('Space', 'Space', 'Enter');
    await tui.sees(/\d+ will change, \d+ unchanged, 0 not possible/);
    const changing = Number(/(\d+) will change/.exec(tui.screen())?.[1]);
    expect(tui.screen()).toContain(`Add ${first.split(/ {2}/)[0]}`);
    expect(tui.screen()).toContain(second.split(/ {2}/)[0]);
    expect(await experts(...filter)).toEqual(before);
    tui.press('Enter');
    await tui.sees(`Assign experts: done  ${changing} done`);
    expect(tui.screen()).not.toContain('selected');
    const after = await experts(...filter);
    for (const [number, list] of before) expect(after.get(number)).toEqual(expect.arrayContaining(list));
    expect([...after].filter(([number, list]) => list.length > (before.get(number)?.length ?? 0))).toHaveLength(
      changing,
    );
    tui.type('u');
    const assignments = `${changing} assignments`;
    await tui.sees(`Take back ${assignments} of `);
    tui.type('n');
    await tui.loses('Take back');
    expect(await experts(...filter)).toEqual(after);
    tui.type('u');
    await tui.sees(`Take back ${assignments} of `);
    tui.type('y');
    await tui.sees(`Take back an assignment of experts: done  ${changing} done`);
    expect(await experts(...filter)).toEqual(before);
    tui.type('u');
    await tui.sees(`Put back ${assignments} of `);
    tui.type('y');
    await tui.sees(`Put back an assignment of experts: done  ${changing} done`);
    expect(await experts(...filter)).toEqual(after);
    // The jobs screen asks the same question as the list.
    tui.type('Ju');
    await tui.sees(`Take back ${assignments} of `);
    tui.type('y');
    await tui.sees(`Take back an assignment of experts: done  ${changing} done`);
    expect(await experts(...filter)).toEqual(before);
    // What is undone is marked; an undo that was undone itself is not in force.
    await tui.sees(/▌ Take back an assignment of experts +● done {2}/);
    expect(tui.screen()).toMatch(/Put back an assignment of experts +● done, undone/);
    expect(tui.screen()).toMatch(/Assign experts +● done, undone/);
    expect(tui.screen()).not.toMatch(/Take back an assignment of experts +● done, undone/);
  });

  test('searches experts while typing, and replaces on request', async () => {
    await desk.login('admin');
    const tui = await assignable();
    const [target] = await assessments('--status', 'first_passed');
    tui.press('Esc');
    tui.type('x');
    await tui.sees('Experts for 1 assessment,');
    tui.type('expert0');
    await tui.sees(/Search expert0/);
    tui.press('Tab');
    await tui.sees('Mode: replace');
    tui.press('Enter');
    await tui.sees('▌ ');
    tui.press('Esc');
    await tui.loses('Mode: replace');
    expect((await assessments('--status', 'first_passed')).find(({ id }) => id === target?.id)).toEqual(target);
  });

  test('its undo says what stays, and keeps the experts of a review that has started since', async () => {
    await desk.login('admin');
    const open = await assessments('--status', 'first_passed');
    expect(open.length).toBeGreaterThan(1);
    const tui = await assignable();
    const choose = async () => {
      tui.type('x');
      await tui.sees(/│ ?▌ .*示例/);
      tui.press('Space', 'Space', 'Space', 'Enter');
      await tui.sees(/\d+ will change/);
    };
    await choose();
    tui.press('Enter');
    await tui.sees('Assign experts: done');
    const [one] = await assessments('--status', 'first_passed');
    const begun = await desk.shp(['assessments', 'advance', one?.id ?? '', 'reviewing', '--yes']);
    expect(begun.code).toBe(0);
    tui.type('u');
    await tui.sees('Take back ');
    tui.type('y');
    await tui.sees(/Take back an assignment of experts: partly/);
    expect((await experts('--status', 'reviewing')).get(one?.number ?? '')?.length).toBeGreaterThan(2);
    tui.type('J');
    await tui.sees('▌ Take back');
    tui.press('Enter');
    await tui.sees(`${one?.number}`);
    expect(tui.screen()).toContain('changed meanwhile, its status is: In expert review');
    tui.press('Esc');
    await tui.loses('changed meanwhile');
    tui.press('Esc');
    await tui.sees('in all');

    const count = open.length - 1;
    tui.type('A');
    await tui.sees(/\d selected/);
    await choose();
    const changing = Number(/(\d+) will change/.exec(tui.screen())?.[1]);
    tui.type('s');
    await tui.sees(`start ${count}, Esc: back`);
    tui.press('Enter');
    await tui.sees(`Assign experts: done  `);
    const { size } = await experts('--status', 'reviewing');
    tui.type('u');
    const left = changing - count;
    await tui.sees(left === 1 ? / off GXXSD-/ : `Take back ${left} assignments of `);
    expect(tui.screen()).toMatch(new RegExp(`${count} not taken back: .* started`));
    tui.type('y');
    await tui.sees(`Take back an assignment of experts: done  ${left} done`);
    const after = await experts('--status', 'reviewing');
    expect(after.size).toBe(size);
    for (const { number } of open) expect(after.get(number)?.length).toBeGreaterThan(2);
  });

  test('assessments that accept no experts are reported first', async () => {
    const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('/');
    await tui.sees('Submitted from');
    expect(tui.screen()).not.toContain('Waiting for me');
    tui.press('Down', 'Space', 'Enter');
    await tui.sees(/\d in all {2}\[Draft\]/);
    tui.type('b');
    await tui.sees('! No experts can be assigned here now: Draft');
    tui.type('A');
    await tui.sees(/\d selected/);
    tui.type('x');
    await tui.sees(/│ ?▌ .*示例/);
    tui.press('Enter');
    await tui.sees(/0 will change, 0 unchanged, \d+ not possible/);
    expect(tui.screen()).toContain('not possible (Draft)');
    expect(tui.screen()).toContain('Nothing would change');
    tui.press('Enter');
    await tui.sees('! Nothing would change');
  });
});

describe('account operations', () => {
  async function supervisors(): Promise<Tui> {
    const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
    tui.type('5');
    await tui.sees('in all');
    return tui;
  }
  async function add(account: string) {
    const words = [
      'supervisors',
      'add',
      '--account',
      account,
      '--name',
      `${account} 示例`,
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
    ];
    const run = await desk.shp(words);
    if (run.code !== 0) throw new Error(run.err);
  }
  const inBin = async () =>
    objects<{ account: string }>((await desk.shp(['supervisors', 'list', '--deleted', '--format', 'ndjson'])).out).map(
      ({ account }) => account,
    );

  test('delete asks, moves to the recycle bin, can be undone; the recycle bin recovers and deletes for good', async () => {
    await desk.login('admin');
    await add('doomed_1');
    await add('doomed_2');
    const tui = await supervisors();
    tui.type('/doomed\r');
    await tui.sees('2 in all  [doomed]');
    tui.type('a');
    await tui.sees('2 selected');
    tui.type('d');
    await tui.sees('Move 2 accounts to the recycle bin?');
    tui.type('n');
    await tui.loses('Move 2 accounts');
    expect(await inBin()).not.toContain('doomed_1');
    tui.type('dy');
    await tui.sees('Delete: done  2 done');
    await tui.sees('0 in all');
    expect(await inBin()).toEqual(expect.arrayContaining(['doomed_1', 'doomed_2']));
    tui.type('u');
    await tui.sees('Recover 2 accounts?');
    tui.type('y');
    await tui.sees('Recover: done  2 done');
    await tui.sees('2 in all');
    expect(await inBin()).not.toContain('doomed_1');
    tui.type('dy');
    await tui.sees('Delete: done  1 done');
    tui.type('b');
    await tui.sees('1 in all  [doomed, Recycle bin]');
    tui.type('r');
    await tui.sees('Recover doomed');
    tui.press('Enter');
    await tui.sees('Recover: done  1 done');
    await tui.sees('0 in all');
    tui.type('b');
    await tui.sees('2 in all  [doomed]');
    tui.type('dy');
    await tui.sees('Delete: done  1 done');
    tui.type('b');
    await tui.sees('1 in all  [doomed, Recycle bin]');
    tui.type('d');
    await tui.sees('for good?');
    tui.type('y');
    await tui.sees('Delete for good: done  1 done');
    expect((await inBin()).filter((account) => account.startsWith('doomed'))).toEqual([]);
  });

  test('a permanent deletion with a lost response counts as done', async () => {
    await desk.login('admin');
    for (const number of [1, 2, 3]) {
      await add(`vanishing_${number}`);
    }
    const ids = objects<{ id: string }>(
      (await desk.shp(['supervisors', 'list', '--keyword', 'vanishing', '--format', 'ndjson'])).out,
    ).map(({ id }) => id);
    expect((await desk.shp(['supervisors', 'delete', ...ids, '--yes'])).code).toBe(0);
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await supervisors();
    tui.type('/vanishing\r');
    await tui.sees('0 in all  [vanishing]');
    tui.type('b');
    await tui.sees('3 in all  [vanishing, Recycle bin]');
    // The server does the work, but each of the first responses is lost.
    line.rule = ({ url }, count) => (url === '/api/user/delete' && count < 3 ? { cutAfter: 0 } : undefined);
    tui.type('ad');
    await tui.sees('Delete 3 accounts for good?');
    tui.type('y');
    await tui.sees('Delete for good: done  3 done');
    expect(line.seen.filter(({ url }) => url === '/api/user/delete').length).toBeGreaterThan(3);
    line.stop();
  });

  test('the own account cannot be deleted, and the key says so', async () => {
    const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
    tui.type('2');
    await tui.sees('in all');
    tui.type('/admin\r');
    await tui.sees('1 in all  [admin]');
    tui.type('d');
    await tui.sees('it is your own');
  });

  test('new passwords are shown once under Jobs, saved in a private file, and confirmed before leaving', async () => {
    await desk.login('admin');
    await add('reset_1');
    const tui = await supervisors();
    tui.type('/reset_1\r');
    await tui.sees('1 in all');
    tui.type('r');
    await tui.sees('Reset the password of reset_1');
    tui.type('y');
    await tui.sees('Reset password: done  1 done');
    await tui.sees('The password was reset');
    const password = / (\w{4}-\w{4}-\w{4}-\w{4})/.exec(tui.screen())?.[1];
    expect(password).toBeDefined();
    expect(tui.screen()).toMatch(/Account +reset_1/);
    expect(tui.lines().at(-1)).toContain('y Copy');
    tui.press('Esc');
    await tui.loses('The password was reset');
    tui.type('J');
    await tui.sees('Jobs');
    tui.press('Enter');
    await tui.sees('Initial passwords, shown only here');
    expect(tui.screen()).toContain(`: ${password}`);
    tui.press('Esc');
    await tui.loses('Initial passwords');
    tui.type('q');
    await tui.sees('1 in all');
    tui.type('q');
    await tui.sees('Initial passwords shown only under Jobs have not been saved');
    tui.type('n');
    await tui.loses('have not been saved');
    tui.type('J');
    await tui.sees('Reset password');
    tui.type('e');
    await tui.sees('Save the report');
    tui.type('\u0015report.csv\r');
    await tui.sees('Written: report.csv');
    const file = join(desk.folder, 'report.csv');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(csvRows(readFileSync(file, 'utf8'))[1]).toEqual([
      'reset_1 示例 (reset_1)',
      'done',
      'password reset',
      password,
    ]);
    tui.type('q');
    await tui.sees('1 in all');
    // A copied password is saved too.
    tui.type('ry');
    await tui.sees('The password was reset');
    tui.type('y');
    await tui.sees('Copied the initial password');
    tui.press('Esc');
    await tui.loses('The password was reset');
    tui.type('q');
    expect(await tui.ended).toBe(0);
  });
});

describe('an import', () => {
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
    await tui.sees('1 row is new, 2 rows are of accounts that exist, 1 row is invalid: failed, not sent; 1 gets');
    for (const line of [/ 3 {2}KNOWN_1 .*= exists/, / 4 {2}known_2 .*= in recycle bin/, / 2 {2}known_3 .*\+ new/])
      expect(tui.screen()).toMatch(line);
    for (const line of [
      /report it as failed +1 created, 2 refused/,
      /skip it +1 created, 2 unchanged/,
      /update it from the file +1 created, 1 updated, 1 refused/,
    ])
      expect(tui.screen()).toMatch(line);
    tui.press('Down', 'Down', 'Enter');
    await tui.sees('Import of hydropower stations: partly done  2 done, 2 failed');
    const report = csvRows(readFileSync(join(desk.folder, 'again.csv.report.csv'), 'utf8'));
    expect(report.slice(1).map(([, account, result]) => [account, result])).toEqual([
      ['known_3', 'created'],
      ['KNOWN_1', 'updated'],
      ['known_2', 'failed'],
      ['known_4', 'failed'],
    ]);
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
    await tui.sees('2 rows are valid, 2 rows are invalid: failed, not sent; 2 get an');
    expect(tui.screen()).toMatch(/! +5 +Account: Required/);
    expect(tui.screen()).toMatch(/Row +Account +Name\s[\s\S]*! +3 +imp_2 +Division C3 "火星": No such division/);
    tui.press('Enter');
    await tui.sees('Import of hydropower stations: partly done  2 done, 2 failed  J shows why');
    await tui.sees(/▌ +imp_[13] /);
    tui.type('J');
    await tui.sees(/● partly done {2}2 done, 2 failed/);
    expect(tui.lines().at(-1)).not.toMatch(/Stop|Undo/);
    tui.press('Enter');
    expect(await tui.sees(/Failed \(2\)\s*[│┃]\n│ +Row 3 imp_2: Division C3 "火星"/)).toMatch(/│ +Row 5: Account/);
    expect(tui.screen()).toMatch(/File +\S+in\.csv\.report\.csv/);
    expect(tui.screen()).toContain('2 initial passwords: in.csv.report.csv (only you can read it)');
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
    await tui.sees(/Import of hydropower stations +● [1-9]\d*\/300 ▰*▱+ /);
    // Stopped, it is one row, which goes on.
    tui.type('x');
    await tui.sees(/▌ Import of hydropower stations +● stopped/);
    await tui.until(() => tui.lines().at(-1)?.includes('r Continue') === true);
    expect(tui.lines().filter((one) => one.includes('Import of') && one.startsWith('│'))).toHaveLength(1);
    tui.type('r');
    await tui.sees(/Import of hydropower stations +● [1-9]\d*\/300 /);
    const rowsOfJobs = () => tui.lines().filter((one) => one.includes('Import of') && one.startsWith('│'));
    expect(rowsOfJobs()).toHaveLength(1);
    // The same file picked again goes on with the same job too.
    tui.type('x');
    await tui.sees(/▌ Import of hydropower stations +● stopped/);
    tui.type('q4');
    await tui.sees(/station\d{4}/);
    tui.type('islow.csv\r');
    await tui.sees('300 rows are valid');
    tui.press('Enter');
    await tui.sees(/Import of hydropower stations: [1-9]\d*%/);
    tui.type('J');
    await tui.sees(/▌ Import of hydropower stations +● [1-9]\d*\/300 /);
    expect(rowsOfJobs()).toHaveLength(1);
    tui.press('Enter');
    const details = await tui.sees('Earlier runs (2)');
    expect(details.match(/\d\d:\d\d:\d\d {2}stopped; \d+ done, \d+ left; /g)).toHaveLength(2);
    tui.press('Esc');
    await tui.loses('Earlier runs');
    tui.type('qq');
    await tui.sees('1 job is running and will be stopped');
    tui.type('y');
    expect(await tui.ended).toBe(0);
    const done = Number(/(\d+) of 300 rows done/.exec(tui.raw())?.[1]);
    expect(done).toBeGreaterThan(0);
    line.rule = () => undefined;
    const again = await desk.shp(['stations', 'import', 'slow.csv']);
    expect([again.code, /created (\d+)/.exec(again.err)?.[1]]).toEqual([0, '300']);
    line.stop();
  });
});

describe('one assessment', () => {
  test('shows its form, scores by chapter and by expert, experts, events and files', async () => {
    await desk.login('admin');
    const [reviewed] = await assessments('--status', 'reviewed');
    const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('/');
    await tui.sees('Submitted from');
    tui.press('Down', 'Right', 'Right', 'Right', 'Right', 'Right', 'Space', 'Enter');
    await tui.sees(/\d in all {2}\[Awaiting final review\]/);
    tui.press('Enter');
    await tui.sees('[Overview]');
    await tui.sees('Next steps');
    expect(tui.screen()).toContain('Awaiting final review');
    expect(reviewed).toBeDefined();
    tui.press('Right');
    await tui.sees('Unified social credit code');
    tui.press('Right');
    await tui.sees(/1 +Objectives and responsibilities +130/);
    await tui.sees(/Expert score [\d.]+ \([\d.]+ of [\d.]+ points\), (?:reaches|does not reach) Level \d/);
    tui.press('Enter');
    await tui.sees(/1\.1\.1/);
    await tui.sees(/Self: |Spread|n\/a|（示例）/);
    tui.type('q');
    await tui.sees('Self rate');
    tui.press('Right');
    await tui.sees('Concluded');
    await tui.sees(/\d+\/118 +[\d.]+ +Yes/);
    tui.press('Right');
    await tui.sees(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .*● In expert review → ● Awaiting final review/);
    tui.press('Right');
    await tui.sees(/Signed application form|There are no files/);
  });

  test('lists what blocks a submission, with items by chapter', async () => {
    const tui = await openAs(desk, 'admin', { cols: 120, rows: 60 });
    const [draft] = await assessments('--status', 'draft');
    const { out } = await desk.shp(['api', 'GET', 'assessment/next_steps', '-f', `id=${draft?.id}`]);
    const [{ problems }] = JSON.parse(out) as [{ problems: { section?: string; serial?: string }[] }];
    const { section: chapter } = problems.find(({ section }) => section !== undefined) ?? {};
    const first = problems.filter(({ section }) => section === chapter).map(({ serial }) => serial);
    expect(first.length).toBeGreaterThan(1);
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('/');
    await tui.sees('Submitted from');
    tui.press('Down', 'Space', 'Enter');
    await tui.sees(/\d in all {2}\[Draft\]/);
    tui.press('Enter');
    await tui.sees(draft?.number ?? '');
    await tui.sees('Next steps');
    tui.press('End');
    await tui.sees(`- Chapter ${chapter}, ${first.length} items to complete: ${first.slice(0, 3).join(', ')}, `);
    tui.type('t');
    await tui.sees(`- ${problems.length} reasons why not, see Overview`);
  });

  test('the reason why a step is not possible stands in full below the steps', async () => {
    await desk.login('city450300');
    const [assessment] = await assessments('--status', 'first_passed', '--waiting');
    const tui = await openAs(desk, 'city450300');
    tui.type('4');
    await tui.sees('GXXSD');
    tui.type(`/${assessment?.number}\r`);
    await tui.sees('1 in all');
    tui.press('Enter');
    await tui.sees('Next steps');
    tui.type('t');
    await tui.sees('▌ Return');
    tui.press('Up');
    await tui.sees(/▌ Start the expert review .*- At least 1 expert mu… │/);
    await tui.sees(/│ {3}At least 1 expert must be assigned; now 0 +│/);
  });

  test('makes a step, with a description if required', async () => {
    const tui = await openAs(desk, 'county450325', { cols: 120, rows: 40 });
    tui.type('4');
    await tui.sees('GXXSD');
    tui.type('w');
    await tui.sees(/[1-9]\d* in all {2}\[Waiting for me\]/);
    const number = /GXXSD-\d+-\d+/.exec(tui.screen())?.[0] ?? '';
    tui.press('Enter');
    await tui.sees('Next steps');
    await tui.sees('Return → ● Returned');
    tui.type('t');
    await tui.sees('▌ Pass the first review');
    tui.press('Down', 'Enter');
    await tui.sees('Description (required)');
    tui.press('Enter');
    await tui.sees('Please enter a description');
    tui.paste('材料不全\n请补充');
    await tui.sees('材料不全 请补充');
    tui.press('Enter');
    await tui.sees('Done: Return');
    await tui.sees(/Status +Returned/);
    const [row] = (await assessments()).filter((one) => one.number === number);
    expect(row?.status).toBe('returned');
    const events = await desk.shp(['api', 'GET', 'assessment/events', '-f', `id=${row?.id}`]);
    expect(events.out).toContain('材料不全 请补充');
  });
});
