import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { expect, test } from 'vitest';
import { csvRows, lines as objects } from '../support/desk.ts';
import { gate } from '../support/proxy.ts';
import { desk, line, onBulk } from './bulkServer.ts';
import { expertConcludes } from './expertConcludes.ts';
import { openTui, type Tui } from './tui.ts';

const COUNT = 120;

onBulk(COUNT);

/** Types, and counts the keys. */
function hand(tui: Tui): { keys(): number; type(text: string): void; press: Tui['press'] } {
  let keys = 0;
  return {
    keys: () => keys,
    type(text) {
      keys += [...text].length;
      tui.type(text);
    },
    press(...names) {
      keys += names.length;
      tui.press(...names);
    },
  };
}

type Act = { id: string; object: { id: string } };
const audited = async (action: string): Promise<Act[]> =>
  objects<Act>((await desk.shp(['audit', 'list', '--action', action, '--all', '--format', 'ndjson'])).out);

test('a day: what is overdue in a city gets balanced panels and starts, exports run beside; killed, everything goes on', async () => {
  let tui = openTui(desk, { cols: 120, rows: 40 });
  await tui.sees('Password');
  tui.type(`admin\r${DEMO_PASSWORD}\r`);
  await tui.sees(/Stations entered in the system +120/);
  await desk.login('admin');
  const overdue = objects<{ id: string; number: string }>(
    (await desk.shp(['assessments', 'list', '--all', '--city', '450300', '--overdue', '--format', 'ndjson'])).out,
  );
  expect(overdue.length).toBeGreaterThan(5);
  const acts = ['assessment/assign_experts', 'assessment/add_event'];
  const earlier = new Set((await Promise.all(acts.map(audited))).flat().map(({ id }) => id));

  // Find the overdue reviews of one city.
  const filter = hand(tui);
  filter.type('6');
  await tui.sees('GXXSD');
  filter.type('/');
  await tui.sees('Overdue');
  filter.press('Down', 'Down', 'Down');
  filter.type('桂林');
  filter.press('Down', 'Down', 'Down', 'Space', 'Enter');
  await tui.sees(`${overdue.length} in all  [桂林市, Overdue]`);
  expect(filter.keys()).toBeLessThanOrEqual(13);

  // Panels of three for all of them, and the reviews start: the plan first.
  const assign = hand(tui);
  assign.type('A');
  await tui.sees(`${overdue.length} selected`);
  assign.type('bs');
  await tui.sees(`Enter: assign in ${overdue.length}, start ${overdue.length}`);
  // The line is slow, and some answers wait for the kill, so that both jobs are still running then.
  const never = gate();
  let started = 0;
  line.rule = ({ url }) => {
    if (url === '/api/assessment/assign_experts') {
      started += 1;
      return { passWhen: started > 4 ? never.opened : sleep(5) };
    }
    return url.startsWith('/api/assessment/export') ? { passWhen: never.opened } : undefined;
  };
  assign.press('Enter');
  await tui.sees(/Assign experts: [1-9]\d*%/);
  expect(assign.keys()).toBe(4);

  // Export the shown rows meanwhile.
  tui.type('e');
  await tui.sees('Export all');
  tui.type('\u0015overdue.csv\r');
  await tui.sees(/2 jobs/);

  tui.child.kill('SIGKILL');
  await tui.ended;
  line.rule = () => undefined;
  expect(existsSync(join(desk.folder, 'overdue.csv'))).toBe(false);
  tui = openTui(desk, { cols: 120, rows: 40 });
  await tui.sees('Continue the interrupted work?');
  expect(tui.screen()).toMatch(/An assignment was interrupted: [1-9]\d* of \d+ assessments done\./);
  expect(tui.screen()).toContain('An export to overdue.csv was interrupted.');

  // No puts them off; they stay under Jobs, where r goes on.
  tui.type('n');
  await tui.sees(/Stations entered in the system +120/);
  tui.type('J');
  await tui.sees(/Assign experts +● interrupted +[1-9]\d*\/\d+/);
  // Nothing is removed without a question that says what is lost.
  tui.type('d');
  expect(await tui.sees('Remove the interrupted job?')).toMatch(/interrupted: [1-9]\d* of \d+ assessments done/);
  expect(tui.screen()).toMatch(/What is done stays; left undone: [1-9]\d*\. The report is deleted\./);
  tui.type('n');
  await tui.loses('Remove the interrupted job?');
  tui.type('r');
  await tui.sees(/Assign experts +● (?:\d+\/\d+ |done|\.\.\.)/);
  await tui.sees(/Assign experts +● done +[1-9]\d* done/);
  tui.press('Down');
  await tui.sees(/^│▌ Export to overdue.csv +● interrupted/m);
  tui.type('r');
  await tui.sees(/Export to overdue.csv: done/);
  expect(tui.screen()).not.toContain('interrupted');
  expect(readdirSync(join(desk.folder, 'config', 'jobs'))).toEqual([]);

  // Nothing was done twice, and each has its panel and its review.
  const ids = overdue.map(({ id }) => id).sort();
  for (const act of acts) {
    const since = (await audited(act)).filter(({ id }) => !earlier.has(id));
    expect(since.map(({ object }) => object.id).sort()).toEqual(ids);
  }
  // The reviews that started are not overdue any more: only the headings are left.
  const rows = csvRows(readFileSync(join(desk.folder, 'overdue.csv'), 'utf8'));
  expect(rows).toHaveLength(1);

  tui.press('CtrlC');
  expect(await tui.ended).toBe(130);
});

type Row = { id: string; number: string; experts: { id: string }[] };

test('experts conclude in other sessions and are seen live, the review is concluded here; an assignment is undone', async () => {
  const read = async (...args: string[]) => objects<Row>((await desk.shp([...args, '--format', 'ndjson'])).out);
  const [review] = await read('assessments', 'list', '--status', 'reviewing', '--all', '--fields', 'id,number,experts');
  if (!review) throw new Error('no review has started');
  const experts = objects<{ id: string; account: string }>(
    (await desk.shp(['experts', 'list', '--all', '--fields', 'id,account', '--format', 'ndjson'])).out,
  );
  const panel = review.experts.map(({ id }) => experts.find((one) => one.id === id)?.account ?? '');
  expect(panel).toHaveLength(3);
  const tui = openTui(desk, { cols: 120, rows: 40 });
  await tui.sees(/Stations entered in the system +120/);
  tui.type(`:${review.number}`);
  await tui.sees(`Open: ${review.number}`);
  tui.press('Enter');
  await tui.sees('Overview');
  tui.type('lll');
  await tui.sees('Concluded');
  const said = () => tui.lines().filter((row) => row.includes('的结论（示例）')).length;
  for (const [index, expert] of panel.entries()) {
    await expertConcludes(line.url, expert, review.id);
    // Press no key.
    await tui.until(() => said() === index + 1);
  }
  tui.type('c');
  await tui.sees(`Conclusion: ${review.number}`);
  // An expert a line, with score and state below their headings.
  await tui.sees(/│ Expert +Expert score +State +│/);
  expect(tui.screen().match(/│ \S+（示例） +\d+\.\d {2}concluded +│/g)).toHaveLength(panel.length);
  tui.type('终审结论（示例）\r');
  await tui.sees('The conclusion is saved');
  // The overview has every step, and the conclusion makes this one possible.
  tui.type('lll');
  await tui.sees(/→ ● Passed +│/);
  tui.type('t');
  await tui.sees('╭ Next step');
  // The step that leads on is first and under the cursor; those that take the review back come last.
  await tui.sees(/│ ▌ Conclude as passed +→ ● Passed/);
  expect(tui.screen()).toMatch(/→ ● Passed[\s\S]*→ ● Not passed[\s\S]*→ ● In expert review[\s\S]*→ ◄ Returned/);
  tui.press('Enter');
  await tui.sees('Description');
  await tui.sees(/Expert score +\d+\.\d \(needs \d+\)/);
  await tui.sees(/1 \d+\.\d% {2}2 \d+\.\d%/);
  expect(tui.screen()).toMatch(/Chapters \(each \d+%\) +1 /);
  expect(tui.screen()).toMatch(/Valid until +\d{4}-\d\d-\d\d/);
  tui.press('Enter');
  await tui.sees('Done: ');
  expect((await read('assessments', 'list', '--status', 'passed', '--all')).map(({ id }) => id)).toContain(review.id);

  // One more expert for another assessment, and back.
  const before = await read(
    'assessments',
    'list',
    '--status',
    'first_passed',
    '--all',
    '--fields',
    'id,number,experts',
  );
  const [other] = before;
  if (!other) throw new Error('no assessment waits for experts');
  tui.type(`:${other.number}`);
  await tui.sees(`Open: ${other.number}`);
  tui.press('Enter');
  await tui.sees(other.number);
  tui.type('x');
  await tui.sees('Experts for 1 assessment,');
  await tui.sees(/│ ?▌ .*示例/);
  tui.press('Space', 'Enter');
  await tui.sees('1 will change');
  tui.press('Enter');
  await tui.sees('Assign experts: done  1 done');
  tui.type('u');
  await tui.sees(/Take \S+ off GXXSD-/);
  tui.type('y');
  await tui.sees('Take back an assignment of experts: done  1 done');
  const after = await read('assessments', 'list', '--status', 'first_passed', '--all', '--fields', 'id,number,experts');
  expect(after).toEqual(before);
  tui.press('CtrlC');
  expect(await tui.ended).toBe(130);
}, 240_000);

test('a step for a selection runs as a job, is counted by status, and cannot be undone', async () => {
  const tui = openTui(desk, { cols: 100, rows: 30 });
  await tui.sees(/Stations entered in the system +120/);
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('/');
  await tui.sees('Overdue');
  tui.press('Down', 'Right', 'Right', 'Right', 'Space', 'Enter');
  await tui.sees(/\d in all {2}\[First review passed\]/);
  tui.type('a');
  await tui.sees('selected');
  const count = Number(/(\d+) selected/.exec(tui.screen())?.[1]);
  tui.type('t');
  await tui.sees(`Next step for ${count} selected`);
  expect(tui.screen()).toContain(`(${count} of ${count})`);
  tui.press('Down', 'Enter');
  await tui.sees('Description (required)');
  tui.press('Enter');
  await tui.sees('Please enter a description');
  tui.type('材料不全\r');
  await tui.sees(`Take a step: done  ${count} done`);
  const { out } = await desk.shp(['assessments', 'list', '--all', '--status', 'returned', '--format', 'ndjson']);
  expect(objects(out)).toHaveLength(count);
  tui.type('u');
  await tui.sees('! Nothing to undo');
});
