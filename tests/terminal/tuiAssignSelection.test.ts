import { afterEach, expect, test } from 'vitest';
import { assessments } from './assessmentScreen.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

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
  expect([...after].filter(([number, list]) => list.length > (before.get(number)?.length ?? 0))).toHaveLength(changing);
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
  // What is undone is marked; an undo that was undone itself is not in force.
  await tui.sees(new RegExp(`▌ Take back an assignment of experts +● done +${changing} done`));
  expect(await experts(...filter)).toEqual(before);
  expect(tui.screen()).toMatch(/Put back an assignment of experts +● done, undone/);
  expect(tui.screen()).toMatch(/Assign experts +● done, undone/);
  expect(tui.screen()).not.toMatch(/Take back an assignment of experts +● done, undone/);
});

test('where not all experts have room, the choice says how many follow', async () => {
  await desk.login('admin');
  const { out } = await desk.shp(['experts', 'list', '--all', '--format', 'ndjson']);
  const total = out.trim().split('\n').length;
  const tui = await openAs(desk, 'admin', { cols: 80, rows: 24 });
  const [target] = await assessments('--status', 'first_passed');
  tui.type(`6/${target?.number}\r`);
  await tui.sees('1 in all');
  tui.type('x');
  await tui.sees('Experts for 1 assessment,');
  await tui.sees(/│ ▌ .*示例/);
  const shown = () => tui.lines().filter((line) => /│ [▌ ] \S+（示例）/.test(line)).length;
  const rows = shown();
  expect(rows).toBeLessThan(total);
  await tui.sees(`... ${total - rows} more (Down, PgDn)`);
  tui.press('Down', ...Array.from({ length: total }, () => 'Down' as const));
  await tui.loses('more (Down, PgDn)');
  expect(shown()).toBe(rows);
  // A character that has come and gone is no other search: the rows stay.
  tui.type('a\x7f');
  tui.press('Enter');
  await tui.sees('will change');
  tui.press('Esc');
  await tui.sees(/│ ▌ .*示例/);
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
  await tui.sees(/1 will change/);
  expect(tui.screen()).not.toContain('Mode: replace');
  tui.press('Esc');
  await tui.sees('Mode: replace');
  expect(tui.screen()).toContain('Search expert0');
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
