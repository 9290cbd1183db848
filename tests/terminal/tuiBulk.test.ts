import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { expect, test } from 'vitest';
import { csvRows, lines as objects } from '../support/desk.ts';
import { gate } from '../support/proxy.ts';
import { desk, line, onBulk } from './bulkServer.ts';
import { openTui } from './tui.ts';

const COUNT = 300;

onBulk(COUNT);

test('two experts for 300 assessments, killed and resumed while another list is open, then a selection exported', async () => {
  let tui = openTui(desk, { cols: 120, rows: 40 });
  await tui.sees('Password');
  tui.type(`admin\r${DEMO_PASSWORD}\r`);
  await tui.sees(/Stations entered in the system +300/);

  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('/');
  await tui.sees('Submitted from');
  tui.press('Down', 'Right', 'Right', 'Right', 'Space', 'Enter');
  await tui.sees('300 in all  [First review passed]');
  tui.type('A');
  await tui.sees('300 selected');
  tui.press('End');
  await tui.sees(/^│▌✓ GXXSD/m);
  tui.type('x');
  await tui.sees('Experts for 300 assessments');
  await tui.sees(/│ ?▌ .*示例/);
  tui.press('Space', 'Space', 'Enter');
  await tui.sees('300 will change, 0 unchanged, 0 not possible');

  // Slow responses, and the last one waits for the test, so that the job is still running meanwhile.
  const looked = gate();
  line.rule = ({ url }, count) =>
    url === '/api/assessment/assign_experts'
      ? { passWhen: count === COUNT - 1 ? looked.opened : sleep(30) }
      : undefined;
  tui.press('Enter');
  await tui.sees(/Assign experts: [1-9]\d*%/);
  tui.child.kill('SIGKILL');
  await tui.ended;
  tui = openTui(desk, { cols: 120, rows: 40 });
  await tui.sees(/An assignment was interrupted: [1-9]\d* of 300 assessments done\./);
  tui.type('y');
  await tui.sees('Started: Assign experts');
  tui.type('4');
  await tui.sees(/station\d{4}/);
  await tui.sees(/Assign experts: [1-9]\d*%/);
  const first = tui.lines()[4];
  tui.press('PageDown', 'PageDown');
  await tui.until(() => tui.lines()[4] !== first && !tui.screen().includes(' ...'));
  tui.press('End');
  await tui.sees(/ 300 in all/);
  tui.press('CtrlT');
  await tui.sees(/分配专家：\d+%/);
  expect(tui.screen()).toContain('共 300');
  tui.resize(80, 24);
  await tui.until(() => tui.lines()[23]?.includes('q 退出') === true && tui.lines().every((row) => row.length <= 80));
  tui.resize(120, 40);
  await tui.until(() => tui.lines()[39]?.includes('q 退出') === true);
  tui.press('CtrlT');
  line.rule = () => undefined;
  looked.open();
  await tui.sees(/Assign experts: done {2}[1-9]\d* done/);

  await desk.shp(['login', '--account', 'admin', '--password-stdin'], { input: `${DEMO_PASSWORD}\n` });
  const { out } = await desk.shp(['assessments', 'list', '--all', '--fields', 'experts']);
  expect(objects<{ experts: unknown[] }>(out).map(({ experts }) => experts.length)).toEqual(Array(COUNT).fill(2));

  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('A');
  await tui.sees('300 selected');
  tui.press('Space');
  await tui.sees('299 selected');
  tui.type('e');
  await tui.sees('Export the 299 selected');
  tui.type('\u0015selected.csv\r');
  await tui.sees(/Export to .*: done/);
  expect(csvRows(readFileSync(join(desk.folder, 'selected.csv'), 'utf8'))).toHaveLength(COUNT);

  tui.press('CtrlC');
  expect(await tui.ended).toBe(130);
  expect(tui.raw().lastIndexOf('\u001b[?1049l')).toBeGreaterThan(tui.raw().lastIndexOf('\u001b[?1049h'));
});
