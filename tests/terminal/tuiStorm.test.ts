import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { gate, startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, openTui, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const SIZE = { cols: 120, rows: 40 };
const REDRAW = '\u000c';

async function atAssessments(tui: Tui): Promise<void> {
  tui.type(':assess\r');
  await tui.sees(/ 1\/90 /);
}

const crashed = () => existsSync(join(desk.folder, 'config/tui-crash.log'));

test('a storm of resizes, some too small, leaves the screen as a redrawn one', async () => {
  const tui = await openAs(desk, 'admin', SIZE);
  await atAssessments(tui);
  for (let turn = 0; turn < 300; turn++) tui.resize(20 + ((turn * 37) % 190), 5 + ((turn * 11) % 60));
  tui.resize(100, 30);
  const isWhole = () => [...(tui.lines()[2] ?? '')].length === 100 && tui.lines()[2]?.endsWith('─╮') === true;
  await tui.until(() => isWhole() && tui.screen().includes(' 90 in all '));
  const before = tui.screen();
  const written = tui.raw().length;
  tui.type(REDRAW);
  await tui.until(() => tui.raw().length > written);
  expect(tui.screen()).toBe(before);
  tui.press('Down');
  await tui.sees('2/90');
  expect(crashed()).toBe(false);
});

test('a pasted text of 5,000 characters is taken as one, refused by its length, and can be taken back', async () => {
  await desk.login('admin');
  const [row] = lines<{ number: string }>(
    (await desk.shp(['assessments', 'list', '--status', 'submitted', '--size', '1', '--format', 'ndjson'])).out,
  );
  const tui = await openAs(desk, 'admin', SIZE);
  await atAssessments(tui);
  tui.type('/');
  await tui.sees('Ever submitted');
  tui.paste('水'.repeat(5000));
  await tui.sees('水'.repeat(20));
  tui.press('Esc');
  await tui.sees('90 in all');
  tui.type(`/\u0015${row?.number}\r`);
  await tui.sees(`1 in all  [${row?.number}]`);
  tui.type('t');
  await tui.sees(`╭ Next step`);
  tui.type('\u001b[B');
  tui.press('Enter');
  await tui.sees('Description');
  tui.paste('材料不全\n'.repeat(1000));
  await tui.sees('材料不全');
  tui.press('Enter');
  await tui.sees('At most 2000 characters');
  tui.press('Esc');
  await tui.sees('1 in all');
  expect(crashed()).toBe(false);
});

test('bytes that are no keys do nothing', async () => {
  const tui = await openAs(desk, 'admin', SIZE);
  await atAssessments(tui);
  const high = Buffer.from(Array.from({ length: 4096 }, (_, at) => 0x80 + (at % 0x80)));
  tui.child.write(high as unknown as string);
  for (const sequence of [
    '[999;999;999;999z',
    ']0;title\u0007',
    'Pq#0;2\u001b\\',
    '[<999;1;1M',
    '[?1;2c',
    'Oz',
    '[M   ',
  ])
    tui.child.write(`\u001b${sequence}`);
  tui.press('Down', 'Down');
  await tui.sees('3/90');
  expect(crashed()).toBe(false);
});

test('an export to a full disk says so, and leaves the list usable', async () => {
  const tui = await openAs(desk, 'admin', SIZE);
  await atAssessments(tui);
  symlinkSync('/dev/full', join(desk.folder, 'full.csv'));
  tui.type('e');
  await tui.sees('Export all');
  tui.type('\u0015full.csv\r');
  await tui.sees('press Enter again');
  tui.press('Enter');
  await tui.sees(/Export to full\.csv: failed.*no space/i);
  tui.press('Down');
  await tui.sees('2/90');
});

test('an assignment that was killed as soon as it was seen goes on at the next start', async () => {
  const line = await startProxy(server.url);
  try {
    desk.env.SHP_SERVER = line.url;
    let tui = await openAs(desk, 'admin', SIZE);
    await atAssessments(tui);
    tui.type('f');
    await tui.sees('Ever submitted');
    tui.press('Down', 'Right', 'Right', 'Right', 'Space', 'Enter');
    await tui.sees('2 in all  [First review passed]');
    tui.type('Abs');
    await tui.sees('Enter: assign in 2, start 2');
    const never = gate();
    line.rule = ({ url }) => (url === '/api/assessment/assign_experts' ? { passWhen: never.opened } : undefined);
    tui.press('Enter');
    await tui.sees('Assign experts');
    tui.child.kill('SIGKILL');
    await tui.ended;
    line.rule = () => undefined;
    tui = openTui(desk, SIZE);
    await tui.sees('Continue the interrupted work?');
    tui.type('y');
    await tui.sees('Assign experts: done  2 done');
    const { out } = await desk.shp(['assessments', 'list', '--status', 'first_passed', '--format', 'ndjson']);
    expect(lines(out)).toEqual([]);
  } finally {
    line.stop();
  }
});

test('a job that its user has stopped is not asked about at the next start, and stays under Jobs', async () => {
  const line = await startProxy(server.url);
  try {
    desk.env.SHP_SERVER = line.url;
    let tui = await openAs(desk, 'admin', SIZE);
    await atAssessments(tui);
    const never = gate();
    line.rule = ({ url }) => (url.startsWith('/api/assessment/export') ? { passWhen: never.opened } : undefined);
    tui.type('e');
    await tui.sees('Export all');
    tui.type('\u0015stopped.csv\r');
    await tui.sees('Export to stopped.csv: ');
    tui.type('J');
    await tui.sees(/Export to stopped.csv +● /);
    tui.type('x');
    await tui.sees(/Export to stopped.csv: stopped/);
    line.rule = () => undefined;
    tui.type('qqq');
    await tui.ended;
    tui = openTui(desk, SIZE);
    await tui.sees(/Stations entered/);
    tui.type('J');
    await tui.sees(/Export to stopped.csv +● interrupted/);
    expect(tui.screen()).not.toContain('Continue the interrupted work?');
    // Continued and then cut off, it is asked about again.
    line.rule = ({ url }) => (url.startsWith('/api/assessment/export') ? { passWhen: never.opened } : undefined);
    tui.type('r');
    await tui.sees(/Export to stopped.csv +● running/);
    tui.child.kill('SIGKILL');
    await tui.ended;
    line.rule = () => undefined;
    tui = openTui(desk, SIZE);
    await tui.sees('Continue the interrupted work?');
    tui.type('nJ');
    await tui.sees(/Export to stopped.csv +● interrupted/);
    tui.type('d');
    await tui.sees('The file is not written.');
    tui.type('y');
    await tui.sees('It does not go on; what was done stays');
    expect(tui.screen()).not.toContain('interrupted');
    expect(readdirSync(join(desk.folder, 'config', 'jobs'))).toEqual([]);
  } finally {
    line.stop();
  }
});

test('a newer server: what this version does not know is shown as it is', async () => {
  const line = await startProxy(server.url);
  try {
    await desk.login('admin');
    const { out } = await desk.shp(['api', 'GET', 'assessment/query', '-f', 'page=1', '-f', 'size=20']);
    const page = JSON.parse(out) as { total: number; items: Record<string, unknown>[] };
    const newer = { ...page, total: page.items.length, added: true };
    newer.items = page.items.map((row) => ({ ...row, status: 'archived', level: 4, added: { deep: [1] } }));
    line.rule = ({ url }) =>
      url.startsWith('/api/assessment/query') ? { status: 200, body: JSON.stringify(newer) } : undefined;
    desk.env.SHP_SERVER = line.url;
    await desk.login('admin');
    const list = await desk.shp(['assessments', 'list', '--format', 'tsv', '--fields', 'number,status']);
    expect([list.code, list.err]).toEqual([0, '']);
    expect(list.out).toContain('\tarchived');
    const table = await desk.shp(['assessments', 'list', '--format', 'table']);
    expect([table.code, table.err]).toEqual([0, expect.not.stringContaining('internal')]);
    const tui = await openAs(desk, 'admin', SIZE);
    tui.type(':assess\r');
    // The home page lists assessments too.
    await tui.sees(`1/${page.items.length}`);
    await tui.sees('archived');
    tui.press('Down');
    await tui.sees(`2/${page.items.length}`);
    expect(crashed()).toBe(false);
  } finally {
    line.stop();
  }
});
