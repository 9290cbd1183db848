import { afterEach, expect, test } from 'vitest';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

test('a county marks an item, a field and a file, and the return sends the remarks', async () => {
  await desk.login('county450325');
  const submitted = ['assessments', 'list', '--status', 'submitted', '--format', 'json'];
  const [review] = JSON.parse((await desk.shp(submitted)).out) as { id: string; number: string }[];
  if (!review) throw new Error('nothing waits for the first review');
  const tui = await openAs(desk, 'county450325', { cols: 120, rows: 40 });
  tui.type(`:${review.number}`);
  await tui.sees(`Open: ${review.number}`);
  tui.press('Enter');
  await tui.sees('[Overview]');
  tui.type('ll');
  await tui.sees('[Scores]');
  await tui.sees('▌ 1 ');
  tui.press('Enter');
  await tui.sees('▌ 1.1.1');
  tui.press('Down');
  tui.type('m');
  await tui.sees(/╭ Remark: 1\.1\.2 /);
  tui.type('缺少会议记录\r');
  await tui.sees('1 remark goes with the return');
  await tui.sees(/Remark[\s\S]*▌ 1\.1\.2 .* {3,}1 /);
  expect(tui.screen()).toContain('Remark (not sent): 缺少会议记录');
  // The item's own page has it too, and the key.
  tui.press('Enter');
  await tui.sees(/read only[\s\S]*Remark \(not sent\): 缺少会议记录/);
  tui.type('m');
  await tui.sees(/╭ Remark: 1\.1\.2 /);
  tui.press('Esc');
  await tui.loses('╭ Remark');
  tui.press('Esc');
  await tui.sees(/Remark[\s\S]*▌ 1\.1\.2 .* {3,}1 /);

  tui.type('h');
  await tui.sees('[Form]');
  tui.type('m');
  await tui.sees('╭ Remark on a field');
  // Each field stands below the name of its part, beside what the form says.
  await tui.sees(/\/ +a part of the name of a field[\s\S]*│ Unit [\s\S]*▌ \S.* {2}\S/);
  tui.type('installed');
  await tui.sees(/▌ Installed capacity +[\d,.]+/);
  tui.press('Enter');
  await tui.sees('╭ Remark: Installed capacity');
  tui.type('与铭牌不符\r');
  await tui.sees('Remark: Installed capacity: 与铭牌不符');

  tui.type('llll');
  await tui.sees('[Files]');
  await tui.sees(/▌ \S/);
  tui.type('m');
  await tui.sees(/╭ Remark: .*\.(?:png|pdf)/);
  tui.type('未盖章\r');
  await tui.sees('3 remarks go with the return');

  tui.type('t');
  await tui.sees('▌ Pass the first review');
  tui.press('Enter');
  // Passing has the score and the result as submitting has, and says what does not go along.
  await tui.sees(/Self score +\d+\.\d[\s\S]*Result +\S[\s\S]*! 3 remarks are not sent; this step does not send them/);
  tui.press('Esc');
  await tui.loses('are not sent');
  // They are kept only while the program runs: leaving asks.
  tui.type('q');
  await tui.loses('[Files]');
  tui.type('q');
  await tui.sees('3 remarks have not been sent with a return: they are lost.');
  tui.type('n');
  await tui.loses('they are lost');
  tui.type(`:${review.number}`);
  await tui.sees(`Open: ${review.number}`);
  tui.press('Enter');
  await tui.sees('[Overview]');
  tui.type('lllll');
  await tui.sees('[Files]');
  tui.type('t');
  await tui.sees('▌ Pass the first review');
  tui.press('Down', 'Enter');
  await tui.sees(
    /3 remarks go with the return[\s\S]*- 1\.1\.2: 缺少会议记录[\s\S]*- Installed capacity: 与铭牌不符[\s\S]*: 未盖章/,
  );
  tui.type('请补充\r');
  await tui.sees('Done: Return');
  const { out } = await desk.shp(['api', 'GET', 'assessment/events', '-f', `id=${review.id}`]);
  const events = JSON.parse(out) as { status: string; remarks: object[] }[];
  expect(events.at(-1)).toMatchObject({
    status: 'returned',
    remarks: [
      { part: 'score', serial: '1.1.2', text: '缺少会议记录' },
      { part: 'form', field: 'plant.capacity', text: '与铭牌不符' },
      { part: 'file', fileId: expect.any(String), text: '未盖章' },
    ],
  });
  // Where nothing can be returned, the key says so and is not offered.
  await tui.until(() => !tui.lines().at(-1)?.includes('m Remark'));
  tui.type('m');
  await tui.sees('! Remarks are given while you can return the application');
});
