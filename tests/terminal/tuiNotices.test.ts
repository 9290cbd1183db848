import { afterEach, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Row = { id: string; text: string; readAt: string | null };

async function notices(...flags: string[]): Promise<Row[]> {
  const { out, err, code } = await desk.shp(['notices', 'list', '--all', '--format', 'ndjson', ...flags]);
  expect([code, err]).toEqual([0, '']);
  return lines<Row>(out);
}

test('N opens the notices that home counts: whole texts, marked as read, opened where they lead', async () => {
  const tui = await openAs(desk, 'city450300');
  const unread = await notices('--unread');
  const [newest, second] = unread;
  expect(unread.length).toBeGreaterThan(3);
  await tui.sees(`N notices: ${unread.length} unread`);
  tui.type('N');
  await tui.sees(`1/${(await notices()).length} `);
  // Which station, and what became of it, stand in the row at 80 columns; the dot marks what is unread.
  await tui.sees(/▌ +\d\d-\d\d \d\d:\d\d {2}● (?:Stage overdue|Passed on|Submitted) +\S+水电站/);
  // Two lines below the rows: a text that a column cuts is read whole.
  const inOneLine = () => tui.screen().replaceAll(/[│┃\s]/g, '');
  await tui.until(() => inOneLine().includes(newest?.text.replaceAll(/\s/g, '') ?? '-'));
  tui.type('r');
  await tui.sees(`Marked as read; ${unread.length - 1} unread left`);
  expect((await notices('--unread')).map(({ id }) => id)).not.toContain(newest?.id);
  tui.press('Down', 'Enter');
  const number = /GXXSD-\d{4}-\d{6}/.exec(second?.text ?? '')?.[0];
  await tui.sees(new RegExp(`Notices › ${number}|… › ${number}`));
  await expect.poll(async () => (await notices('--unread')).length).toBe(unread.length - 2);
  tui.press('Esc');
  tui.type('f');
  tui.press('Down', 'Space', 'Enter');
  await tui.sees(`${unread.length - 2} in all`);
  tui.type('Ar');
  await tui.sees('Marked as read; 0 unread left');
  await tui.sees('Nothing found.');
  // The number of the tab below leads back to it.
  tui.type('1');
  await tui.sees('[1 Home]');
});

test('/ filters notices by text while typing; what is read then is only what is found', async () => {
  const tui = await openAs(desk, 'province');
  const [all, unread] = [await notices(), await notices('--unread')];
  const number = /GXXSD-\d{4}-\d{6}/.exec(unread[0]?.text ?? '')?.[0] ?? '';
  const has = ({ text }: Row) => text.includes(number);
  expect(unread.filter(has).length).toBeLessThan(unread.length);
  const named = await notices('--search', 'passed ON');
  expect(named.length).toBeGreaterThan(0);
  tui.type('N');
  await tui.sees(`${all.length} in all`);
  tui.type('/passed on');
  await tui.sees(/Notice, station or number +passed on/);
  await tui.sees(` ${named.length} in all`);
  tui.type(`\u0015${number}\r`);
  await tui.sees(`${all.filter(has).length} in all  [${number}]`);
  tui.type('Ar');
  await tui.sees(`Marked as read; ${unread.length - unread.filter(has).length} unread left`);
});

test('a large terminal shows the newest notices in full on the home page', async () => {
  const tui = await openAs(desk, 'province', { cols: 160, rows: 50 });
  const unread = await notices('--unread');
  await tui.sees(new RegExp(`Rated stations, %[\\s\\S]*╭ N notices: ${unread.length} unread ─`));
});

test('an aggregate account has its stages and notices at 80 columns, and no key that never works for it', async () => {
  const tui = await openAs(desk, 'supervisor1');
  await tui.sees(/╭ Stages: reviews, median days ─[\s\S]*Awaiting final review +▇/);
  tui.type('3');
  await tui.sees(/▌ +station\d{4}/);
  expect(tui.screen()).toContain(' kW ');
  tui.press('Enter');
  await tui.sees('Legal representative');
  expect(tui.lines()[23]).toMatch(/^Enter Assessments {2}: Commands/);
});
