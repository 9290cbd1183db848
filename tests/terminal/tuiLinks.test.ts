import { afterEach, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Station = { account: string };

/** The accounts of the stations that are linked to the newest aggregate account. */
async function linked(): Promise<string[]> {
  const { out } = await desk.shp(['supervise', 'stations', 'supervisor3', '--all', '--linked', '--format', 'ndjson']);
  return lines<Station>(out).map(({ account }) => account);
}

test('+ on an aggregate account links what is selected after a question, which can be undone', async () => {
  const tui = await openAs(desk, 'admin');
  const before = await linked();
  tui.type('5');
  await tui.sees(/▌ +supervisor3/);
  tui.type('+');
  await tui.sees(/› Stations › Not linked ─/);
  tui.press('Space', 'Space');
  await tui.sees('2 selected');
  const picked = tui.lines().flatMap((line) => /✓ (station\d+)/.exec(line)?.[1] ?? []);
  expect(picked).toHaveLength(2);
  tui.type('-');
  await tui.sees('! None of these is linked');
  tui.type('+');
  await tui.sees(/Link 2 stations to \S+\?/);
  for (const account of picked) expect(tui.screen()).toContain(`(${account})`);
  tui.press('Esc');
  await tui.loses('Link 2 stations');
  expect(await linked()).toEqual(before);
  tui.type('+y');
  await tui.sees(`Link stations: done  2 done  ${before.length + 2} stations are linked now`);
  expect(new Set(await linked())).toEqual(new Set([...before, ...picked]));
  // The whole selection, of which these two are linked by now.
  tui.type('u');
  await tui.sees(/Unlink 2 stations from \S+\?/);
  tui.type('y');
  await tui.sees('Unlink stations: done');
  expect(await linked()).toEqual(before);
  // The job that was undone says so.
  tui.type('J');
  await tui.sees(/Unlink stations +● done {2}/);
  expect(tui.screen()).toMatch(/ Link stations +● done, undone/);
  tui.press('Esc');
  await tui.loses('╭ Jobs');
  tui.press('Esc');
  await tui.sees(/▌ +supervisor3/);
  tui.press('Enter');
  await tui.sees(new RegExp(`Linked stations +${before.length} `));
});
