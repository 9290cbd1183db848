import { afterEach, expect, test } from 'vitest';
import { lines, newDesk } from '../support/desk.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Row = { id: string; no: string; state: string; due: string | null };

test('a station plans and reports a finding, its unit sends it back; each sees the other by itself', async () => {
  await desk.login('station0001');
  const made = await desk.shp(['findings', 'add', '-m', '栏杆锈蚀', '--format', 'json']);
  const { no } = JSON.parse(made.out) as Row;
  const tui = await openAs(desk, 'station0001', { cols: 100, rows: 30 });
  await tui.sees(/F findings: \d+ not closed +\d+ overdue/);
  // Home opens those that it counts.
  tui.type('F');
  await tui.sees('╭ Findings › To be rectified/Being rectified/To be checked ─');
  await tui.sees(no);
  // Without a day it comes last.
  tui.press('End');
  tui.type('t');
  await tui.sees('Plan → Being rectified');
  // The finding stays in sight above its form.
  expect(tui.screen()).toMatch(new RegExp(`${no}[\\s\\S]*Problem +\\S[\\s\\S]*Plan → Being rectified`));
  // Nothing is sent before it is right; each problem stands at its field.
  tui.press('Enter');
  await tui.sees(/Measure \* +! /);
  tui.type('更换');
  tui.press('Tab');
  tui.type('2020-01-01\r');
  await tui.sees(/Due date \* +2020-01-01 +! /);
  for (const _ of '2020-01-01') tui.press('Backspace');
  tui.type('2099-12-31\r');
  await tui.sees('Planned');
  await tui.sees(/Being rectified +2099-12-31/);
  tui.press('Enter');
  await tui.sees('● To be rectified → ● Being rectified');
  tui.type('t');
  await tui.sees('Report as done → To be checked');
  tui.type('已更换\r');
  await tui.sees('● Being rectified → ● To be checked');
  tui.type('t');
  await tui.sees('! No step is available to you');

  const unit = await newDesk(server.url);
  try {
    await unit.login('county450325');
    const { out } = await unit.shp(['findings', 'step', no, 'planned', '-m', '照片不清', '--format', 'json']);
    expect(JSON.parse(out).state).toBe('planned');
    await tui.sees('照片不清');
    expect(tui.screen()).toContain('● To be checked → ● Being rectified');
  } finally {
    await unit.clear();
  }
});

test('findings filter by what is overdue, and what is shown is exported', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  const { out } = await desk.shp(['findings', 'list', '--overdue', '--all', '--format', 'ndjson']);
  const overdue = lines<Row>(out);
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type(':findings\r');
  await tui.sees('╭ Findings ─');
  await tui.sees(/\d in all/);
  tui.type('/');
  await tui.sees('Item, element or chapter');
  tui.press('Down', 'Space', 'Enter');
  await tui.sees(`${overdue.length} in all  [Overdue]`);
  const first = overdue.toSorted((a, b) => ((a.due ?? '') < (b.due ?? '') ? -1 : 1)).slice(0, 5);
  for (const { no } of first) expect(tui.screen()).toMatch(new RegExp(`-\\d\\d!.* ${no}`));
  // Its facts stand in two columns below the list.
  expect(tui.screen()).toMatch(/│ WT-\S+ +Problem +\S+ *│/);
  // By deadline, then newest first again.
  await tui.sees('Due ▲');
  const days = () => [...tui.screen().matchAll(/\d{4}-\d\d-\d\d(?=!.* WT-)/g)].map(([day]) => day);
  await tui.until(() => days().length > 5 && days().join() === days().toSorted().join());
  tui.type('C');
  await tui.sees('Copied shp findings list --overdue --sort-by due');
  tui.type('s');
  await tui.sees(/\(x\) Due +ascending[\s\S]*\( \) Found +descending/);
  tui.press('Esc');
  tui.type('\\');
  await tui.loses('Due ▲');
  await tui.sees(overdue[0]?.no ?? 'a finding');
  tui.type('e');
  await tui.sees('Export all');
  tui.type('\u0015findings.csv\r');
  await tui.sees('Export to findings.csv: done');
});

test('at 80 columns a finding has its station in full, state, last day and problem, and y copies its number', async () => {
  const tui = await openAs(desk, 'city450300');
  tui.type('4');
  await tui.sees('GXXSD');
  tui.type(':findings\r');
  await tui.sees(/^│ +Station +State +Due +Problem/m);
  await tui.sees(/▌ +\S+ +● /);
  const named = tui.lines().filter((line) => /● /.test(line));
  expect(named.length).toBeGreaterThan(5);
  for (const line of named) expect(line).toMatch(/（示例） +● /);
  // The item stands below the rows.
  // Those of a review come after those that stations and units have found.
  tui.press('End');
  await tui.sees(/^│ +WT-\S+ {2}\d+\.\d+\.\d+ {2}/m);
  // Esc clears the filter before it leaves.
  const all = /\d+ in all/.exec(tui.screen())?.[0] ?? '';
  tui.type('/no such finding\r');
  await tui.sees('0 in all  [no such finding]');
  tui.press('Esc');
  await tui.sees(`${all} ─`);
  tui.press('Esc');
  await tui.loses('╭ Findings');
  tui.type('1');
  await tui.sees('Waiting for you');
  tui.type('F');
  await tui.sees(/^│ +Station +Due ▲ +Problem/m);
  const row = await tui.sees(/▌ +\S+ +\d{4}-\d\d-\d\d/);
  const [number] = /WT-\d{4}-\w{5}-\w{5}/.exec(row) ?? [];
  tui.type('y');
  await tui.sees(`Copied ${number}`);
  // A number as notices quote it finds its one row.
  tui.type(`/${number?.toLowerCase()}\r`);
  await tui.sees(/╭ Findings › .* 1\/1 ─╮/);
  tui.press('Enter');
  await tui.sees(new RegExp(`› ${number} ─[\\s\\S]*State +● \\S`));
});

test('the box of a step has only what it is decided by; Enter opens the review of a finding', async () => {
  await desk.login('county450325');
  const { out } = await desk.shp(['findings', 'list', '--state', 'done', '--all', '--format', 'ndjson']);
  const found = lines<Row & { assessment: { number: string } | null }>(out).find((one) => one.assessment !== null);
  const tui = await openAs(desk, 'county450325');
  tui.type('F');
  await tui.sees('╭ Findings');
  tui.type(`/${found?.no}\r`);
  await tui.sees(' 1/1 ─╮');
  tui.press('Enter');
  await tui.sees(`› ${found?.no} ─`);
  tui.type('t');
  await tui.sees('Accept and close');
  await tui.sees(/What was done +\S+[\s\S]*Evidence +\d/);
  const box = tui.lines().filter((line) => line.startsWith('│ │'));
  const names = box.map((line) => /^│ │ (\S*)/.exec(line)?.[1]);
  // What the station reported at last, and with how many files, is what the closing is decided by.
  expect(names).toEqual(['Due', 'Problem', 'Advice', 'What', 'Evidence', '', 'Next', '▌', '']);
  // The frame of the page is whole around it.
  expect(tui.lines()[2]).toMatch(/^╭ Findings .*╮$/);
  expect(tui.lines().filter((line) => line.startsWith('╰'))).toEqual([`╰${'─'.repeat(78)}╯`]);
  tui.press('Esc');
  await tui.loses('Accept and close');
  await tui.sees('Enter Assessments');
  tui.press('Enter');
  await tui.sees(`${found?.assessment?.number} `);
  await tui.sees('[Overview]');
});

test('an expert sees at home how far each review is, and what comes next', async () => {
  await desk.login('expert01');
  const { out } = await desk.shp(['assessments', 'list', '--waiting', '--format', 'json']);
  const waiting = JSON.parse(out) as { id: string; station: { name: string } }[];
  const tui = await openAs(desk, 'expert01');
  await tui.sees(`Waiting for you: ${waiting.length}`);
  for (const { station } of waiting) {
    const left = '\\d+ d (?:left|over!) +(?:\\d+ items? to score|conclusion next)';
    await tui.sees(new RegExp(`${station.name} +▇*·* +\\d+/118 +${left}`));
  }
  // The figures above are the expert's own.
  await tui.sees(/Items to score +\d+ [\s\S]*Earliest last day +\d{4}-\d\d-\d\d/);
  expect(tui.screen()).toMatch(new RegExp(`Reviews to do +${waiting.length} `));
  // The rest of the screen has the notices in full.
  await tui.sees('╭ N notices: ');
});
