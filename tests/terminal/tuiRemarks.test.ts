import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { newDesk } from '../support/desk.ts';
import { atOverview } from './assessmentScreen.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Review = { id: string; number: string; station: { name: string } };
const folder = () => join(desk.folder, 'config', 'remarks');
/** The files of remarks that are not sent. */
const kept = () => readdirSync(folder()).map((name) => join(folder(), name));

/** The reviews that wait for the county's first review. */
async function submitted(): Promise<Review[]> {
  await desk.login('county450325');
  return JSON.parse((await desk.shp(['assessments', 'list', '--status', 'submitted', '--format', 'json'])).out);
}

/** Opens an assessment by its number. */
async function opens(tui: Tui, { number }: Review): Promise<void> {
  tui.type(`:${number}`);
  await tui.sees(`Open: ${number}`);
  tui.press('Enter');
  await tui.sees('[Overview]');
}

/** Gives a remark on the installed capacity of the form. */
async function remarks(tui: Tui, review: Review, text: string, then = '1 remark goes with the return'): Promise<void> {
  await opens(tui, review);
  tui.type('l');
  await tui.sees(/\[Form\][\s\S]*1 Unit/);
  tui.type('m');
  await tui.sees('╭ Remark on a field');
  tui.type('installed');
  await tui.sees(/▌ Installed capacity +[\d,.]+/);
  tui.press('Enter');
  await tui.sees('╭ Remark: Installed capacity');
  tui.type(`${text}\r`);
  await tui.sees(then);
}

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
  await tui.sees(/▌ Installed capacity +[\d,.]+ (?:kW|MW)/);
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
  tui.type('hhhhh');
  await tui.sees(/\[Overview\][\s\S]*! 3 remarks not sent: M shows them/);
  // Quitting says that they stay, and where, and asks nothing.
  tui.type('q');
  await tui.loses('[Overview]');
  tui.type('q');
  await tui.sees(/Quitting .* 3 remarks not sent, kept/);
  tui.type('n');
  await tui.loses('Quitting');
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
  expect(kept()).toEqual([]);
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

test('a remark that cannot be written is said to be lost with the program, and quitting asks', async () => {
  const [review] = await submitted();
  if (!review) throw new Error('nothing waits for the first review');
  const tui = await openAs(desk, 'county450325', { cols: 120, rows: 40 });
  rmSync(folder(), { recursive: true, force: true });
  writeFileSync(folder(), '');
  await remarks(tui, review, '与铭牌不符', 'The remark could not be stored, it is lost with the program');
  tui.type('qq');
  await tui.sees('A remark could not be stored: it is lost.');
  tui.type('n');
  await tui.loses('it is lost.');
  rmSync(folder());
});

test('a remark outlives kill -9, is shown wherever its assessment is, and to no other account', async () => {
  const [review] = await submitted();
  if (!review) throw new Error('nothing waits for the first review');
  let tui = await openAs(desk, 'county450325', { cols: 120, rows: 40 });
  await remarks(tui, review, '与铭牌不符');
  tui.child.kill('SIGKILL');
  await tui.ended;
  const [file = ''] = kept();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);

  // Another account of the same machine user on the same server has none.
  tui = await openAs(desk, 'city450300', { cols: 120, rows: 40 });
  tui.type(':unsent');
  await tui.sees(/Commands[\s\S]*unsent/);
  expect(tui.screen()).not.toContain('remark not sent');
  tui.press('Esc');
  await atOverview(tui, review);
  tui.type('M');
  await tui.sees('No remarks are unsent');
  tui.child.kill('SIGKILL');
  await tui.ended;

  tui = await openAs(desk, 'county450325', { cols: 120, rows: 40 });
  await tui.sees('1 remark not sent');
  tui.type(':assess\r');
  await tui.sees(`${review.station.name} (1 remark not sent)`);
  tui.type(':unsent');
  await tui.sees(`▌ 1 remark not sent: ${review.number} ${review.station.name}`);
  tui.press('Enter');
  await tui.sees(/\[Overview\][\s\S]*! 1 remark not sent: M shows it/);
  tui.type('M');
  await tui.sees(/╭ 1 remark not sent: GXXSD-[\s\S]*- Installed capacity: 与铭牌不符/);
  tui.press('Esc');
  await tui.loses('╭ 1 remark');
  // Quitting asks nothing, and says on the terminal where they are.
  tui.type('qq');
  await tui.sees('Quitting');
  tui.type('q');
  expect(await tui.ended).toBe(0);
  await tui.sees(`1 remark not sent: ${review.number} ${review.station.name}`);
  expect(kept()).toEqual([file]);
});

test('remarks on an application that another account returned are shown once more, to copy or to remove', async () => {
  const [review] = await submitted();
  if (!review) throw new Error('nothing waits for the first review');
  const tui = await openAs(desk, 'county450325', { cols: 120, rows: 40 });
  await remarks(tui, review, '与铭牌不符');
  // While a remark is written nothing comes between.
  tui.type('m');
  await tui.sees('╭ Remark on a field');
  tui.type('commissioned');
  await tui.sees(/▌ Commissioned on/);
  tui.press('Enter');
  await tui.sees('╭ Remark: Commissioned on');
  const other = await newDesk(server.url);
  await other.login('admin');
  const run = await other.shp(['assessments', 'advance', review.number, 'returned', '-m', '材料不全', '--yes']);
  expect(run.code).toBe(0);
  await other.clear();
  tui.type('dates differ\r');
  const shown = await tui.sees(/Returned \(.+, \d{4}-\d\d-\d\d \d\d:\d\d.*\): the remarks can no longer be/);
  expect(shown).toContain('- Installed capacity: 与铭牌不符');
  expect(shown).toContain('- Commissioned on: dates differ');
  tui.type('y');
  await tui.sees('The remarks are copied');
  const base64 = Buffer.from('Installed capacity: 与铭牌不符\nCommissioned on: dates differ').toString('base64');
  expect(tui.raw()).toContain(base64);
  // Esc keeps them until the next time.
  tui.press('Esc');
  await tui.loses('can no longer be');
  expect(kept()).toHaveLength(1);
  tui.type('q');
  await tui.loses('[Form]');
  await opens(tui, review);
  await tui.sees('can no longer be');
  // A key alone removes nothing.
  tui.type('d');
  await tui.sees(/╭ Remove 2 remarks\?/);
  tui.type('n');
  await tui.sees('can no longer be');
  expect(kept()).toHaveLength(1);
  tui.type('d');
  await tui.sees('╭ Remove 2 remarks?');
  tui.type('y');
  await tui.sees('The remarks are removed');
  expect(kept()).toEqual([]);
  expect(tui.screen()).not.toContain('not sent');
});
