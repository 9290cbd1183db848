import { afterEach, expect, test } from 'vitest';
import { lines as objects } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Row = { number: string; status: string; experts: string[] };

/** The assessments that wait for experts, before the test. */
async function waiting(tui: Tui): Promise<void> {
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('/');
  await tui.sees('Submitted from');
  tui.press('Down', 'Right', 'Right', 'Right', 'Space', 'Enter');
  await tui.sees(/\d in all {2}\[First review passed\]/);
}

test('t on a row offers the steps of its page, with the reason of one that is not possible, and begins with that one', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  const { out } = await desk.shp(['assessments', 'list', '--all', '--status', 'first_passed', '--format', 'ndjson']);
  const one = objects<{ number: string; experts: unknown[] }>(out).find(({ experts }) => experts.length === 0);
  if (!one) throw new Error('each review that waits for experts has some');
  tui.type(`6/${one.number}\r`);
  await tui.sees(`1 in all  [${one.number}]`);
  tui.type('t');
  await tui.sees(/▌ Start the expert review +→ ● In expert review +- At least \d expert/);
  expect(tui.screen()).toMatch(new RegExp(`╭ Next step: ${one.number} `));
  expect(tui.screen()).toMatch(/Return +→ ◄ Returned/);
  const [reason = ''] = /At least \d expert[^│]*(?= │)/.exec(tui.screen()) ?? [];
  tui.press('Esc');
  tui.press('Enter');
  await tui.sees('Next steps');
  await tui.sees(`- ${reason.trim()}`);
});

test('b balances a panel over all selected as the command does, shows the loads, and starts the reviews if told to', async () => {
  const tui = await openAs(desk, 'admin', { cols: 124, rows: 40 });
  const dry = ['assessments', 'assign', '--all', '--status', 'first_passed', '--balance', '4', '--dry-run'];
  const planned = objects<Row>((await desk.shp([...dry, '--format', 'ndjson'])).out);
  expect(planned.length).toBeGreaterThan(1);
  await waiting(tui);
  tui.type('A');
  await tui.sees(`${planned.length} selected`);
  tui.type('b');
  await tui.sees('3 experts for each, with equal work');
  await tui.sees(/\d+ will change/);
  tui.type('4');
  await tui.sees('4 experts for each, with equal work');
  // A start cannot be taken back: each plan only assigns until the user says otherwise.
  await tui.sees(`Enter: assign in these ${planned.length}, Esc: back`);
  expect(tui.lines().at(-1)).toContain('s Start reviews');
  tui.type('s');
  await tui.sees(`start ${planned.length}, Esc: back`);
  tui.press('Esc');
  await tui.loses('Esc: back');
  tui.type('b');
  await tui.sees('3 experts for each, with equal work');
  await tui.sees(`Enter: assign in these ${planned.length}, Esc: back`);
  tui.type('4s');
  await tui.sees('4 experts for each, with equal work');
  await tui.sees(/start \d+, Esc: back/);
  for (const { number, experts } of planned) {
    const line = tui.lines().find((one) => one.includes(`> ${number}`)) ?? '';
    for (const name of experts) expect(line).toContain(name);
    expect(line).toMatch(/│ > /);
  }
  expect(tui.screen()).toMatch(/\d+ experts?, afterwards \d+(?: to \d+)? open reviews? each/);
  expect(tui.screen()).toMatch(/Open reviews, before → after [^\n]*\n[^\n]*\S+ +\d+ → \d+/);
  // The start cannot be taken back: the line that announces it says so, and the keys name what they would do.
  expect(tui.screen()).toMatch(/╭ Balance ─/);
  expect(tui.screen()).toContain('Reviews marked > start, which cannot be undone');
  expect(tui.lines().at(-1)).toContain('s Only assign');
  tui.type('s');
  await tui.sees('The reviews do not start');
  expect(tui.lines().at(-1)).toContain('s Start reviews');
  tui.type('s');
  await tui.sees(`start ${planned.length}, Esc: back`);
  tui.press('Enter');
  await tui.sees(`Assign experts: done  ${planned.length} done`);
  const { out } = await desk.shp([
    'assessments',
    'list',
    '--all',
    '--format',
    'ndjson',
    '--fields',
    'number,status,experts',
  ]);
  const after = new Map(
    objects<{ number: string; status: string; experts: { name: string }[] }>(out).map((one) => [one.number, one]),
  );
  for (const { number, experts } of planned) {
    expect(after.get(number)).toMatchObject({ status: 'reviewing' });
    expect(
      after
        .get(number)
        ?.experts.map(({ name }) => name)
        .sort(),
    ).toEqual([...experts].sort());
  }
  await tui.sees('0 in all  [First review passed]');
  // A start cannot be taken back, and a review needs its experts.
  tui.type('u');
  await tui.sees('! Nothing to undo: the reviews have started');
  tui.type('J');
  await tui.sees('▌ Assign experts  ● done');
  tui.type('u');
  await tui.sees('! Nothing to undo: the reviews have started');
});

test('the choice of experts marks the own unit as a conflict and the city as none, tells namesakes apart, and so does the plan', async () => {
  await desk.login('admin');
  const { out } = await desk.shp(['assessments', 'list', '--all', '--status', 'reviewing', '--format', 'ndjson']);
  const [row] = objects<{ number: string; city: string; station: { name: string } }>(out);
  const words = [
    '--account',
    'own_unit',
    '--name',
    '王本站',
    '--unit',
    row?.station.name ?? '',
    '--division',
    '450000',
  ];
  const added = await desk.shp(['experts', 'add', ...words, '--specialties', 'safety', '--phone', '13800000000']);
  expect([added.code, added.err]).toEqual([0, '']);
  words.splice(0, 2, '--account', 'namesake');
  words.splice(4, 4, '--unit', '另一单位', '--division', row?.city ?? '');
  const other = await desk.shp(['experts', 'add', ...words, '--specialties', 'safety', '--phone', '13800000000']);
  expect([other.code, other.err]).toEqual([0, '']);
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type(`/${row?.station.name}\r`);
  await tui.sees(/[1-9] in all {2}\[/);
  await tui.sees(row?.number ?? '');
  tui.type('/');
  await tui.sees('Submitted from');
  tui.press('Down', 'Right', 'Right', 'Right', 'Right', 'Space', 'Enter');
  await tui.sees(/1 in all {2}\[.*In expert review\]/);
  tui.type('x');
  await tui.sees(/Name +Conflict +Same city/);
  await tui.sees(/王本站 own_unit +own unit 1 +0 /);
  expect(tui.screen()).toMatch(/王本站 namesake +yes +0 /);
  tui.type('王本站');
  await tui.loses('陆林岩');
  await tui.sees('王本站 own_unit');
  tui.press('Space');
  await tui.sees('1 selected');
  tui.press('Space');
  await tui.sees('2 selected');
  tui.press('Enter');
  await tui.sees(/\+王本站 namesake \(same city\)/);
  expect(tui.screen()).toContain('+王本站 own_unit ');
  expect(tui.screen()).toContain('! own unit: 王本站 own_unit');
  tui.press('Esc');
  await tui.sees('Mode: add');
  tui.press('Esc');
  await tui.loses('Mode: add');
  tui.type('x');
  await tui.sees(/王本站 own_unit +own unit 1 /);
  tui.type('own_unit\r');
  await tui.sees(/\+王本站 own_unit/);
  // Back from the plan, search, marks and mode are as they were left.
  tui.press('Esc');
  await tui.sees('Mode: add');
  tui.press('Space', 'Tab');
  await tui.sees(/1 selected[\s\S]*Mode: replace/);
  tui.press('Enter');
  await tui.sees('Replace the experts by 王本站');
  tui.press('Esc');
  await tui.sees(/1 selected[\s\S]*own_unit[\s\S]*✓[\s\S]*Mode: replace/);
});

test('a city reads which unit decides the levels that it does not decide', async () => {
  await desk.login('city450300');
  const list = ['assessments', 'list', '--all', '--level', '2', '--status', 'reviewing', '--format', 'ndjson'];
  const [row] = objects<{ number: string }>((await desk.shp(list)).out);
  const tui = await openAs(desk, 'city450300', { cols: 120, rows: 40 });
  tui.type(':assess\r');
  await tui.sees('GXXSD');
  tui.type(`/${row?.number}\r`);
  await tui.sees(/ 1 in all {2}\[/);
  tui.type('b');
  await tui.sees('! No experts can be assigned here now: Level 2: the province-level unit decides');
  tui.type('Ab');
  await tui.sees('not possible (Level 2: the province-level unit decides)');
});

test('steps that need more than a status count up to how many of a selection can take them', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('/');
  await tui.sees('Submitted from');
  tui.press('Down', 'Right', 'Right', 'Right', 'Right', 'Space', 'Enter');
  await tui.sees(/\d in all {2}\[In expert review\]/);
  tui.type('A');
  await tui.sees(/\d selected/);
  tui.type('t');
  await tui.sees(/End the expert review .*\(up to \d+ of \d+\)/);
});
