import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lines as objects } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

/** A click on the first place that shows the text; the wheel. */
function click(tui: Tui, text: string): void {
  const y = tui.lines().findIndex((line) => line.includes(text));
  const line = tui.lines()[y] ?? '';
  const wide = [...line.slice(0, line.indexOf(text))].filter((character) => /[\u2e80-\uffef]/.test(character)).length;
  const x = line.indexOf(text) + wide;
  tui.type(`\u001b[<0;${x + 1};${y + 1}M\u001b[<0;${x + 1};${y + 1}m`);
}
const WHEEL_DOWN = '\u001b[<65;5;10M';

test('clicks open tabs and rows, the wheel moves; the terminal gets its mouse back; it can be switched off', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 30 });
  expect(tui.raw()).toContain('\u001b[?1006h');
  click(tui, '4 Stations');
  await tui.sees('[4 Stations');
  await tui.sees(/▌ .*station\d{4}/);
  const third = /station\d{4}/.exec(tui.lines().filter((line) => /station\d{4}/.test(line))[2] ?? '')?.[0] ?? '';
  click(tui, third);
  await tui.sees(new RegExp(`▌.*${third}`));
  tui.type(WHEEL_DOWN);
  await tui.loses(new RegExp(`▌.*${third}`));
  click(tui, third);
  await tui.sees(new RegExp(`▌.*${third}`));
  click(tui, third);
  await tui.sees(`(${third})`);
  tui.type('q');
  await tui.sees(new RegExp(`▌.*${third}`));
  tui.type(':mouse\r');
  await tui.sees('The mouse is off');
  await tui.until(() => tui.raw().lastIndexOf('\u001b[?1006l') > tui.raw().lastIndexOf('\u001b[?1006h'));
  expect(JSON.parse(readFileSync(join(desk.folder, 'config', 'config.json'), 'utf8')).tui.mouse).toBe(false);
  tui.type(':mouse\r');
  await tui.sees('Clicks and the wheel work');
  tui.press('CtrlC');
  expect(await tui.ended).toBe(130);
  expect(tui.raw().lastIndexOf('\u001b[?1006l')).toBeGreaterThan(tui.raw().lastIndexOf('\u001b[?1006h'));
});

test('in an assessment a click opens a part, and a second one a chapter; so does a second one in the queue of home', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  await tui.sees(/▌ \S+水电站（示例）/);
  // The stages arrive after the queue, and move it.
  await tui.sees('╭ Stages');
  const second = /(\S+水电站)（示例）.* d!/.exec(tui.lines().filter((line) => / d! /.test(line))[1] ?? '')?.[1] ?? '';
  click(tui, second);
  await tui.sees(`▌ ${second}`);
  click(tui, second);
  await tui.sees('[Overview]');
  expect(tui.lines()[2]).toContain(second);
  click(tui, ' Form ');
  await tui.sees('[Form]');
  click(tui, ' Scores ');
  await tui.sees('[Scores]');
  await tui.sees('Emergency management');
  click(tui, 'Emergency management');
  await tui.sees(/▌ 6 +Emergency management/);
  click(tui, 'Emergency management');
  await tui.sees(/╭ .* › 6 Emergency management/);
  click(tui, ' Files ');
  await tui.sees('[Files]');
});

test('in a menu a click moves the cursor, and a second one chooses; where items are marked, it marks', async () => {
  const tui = await openAs(desk, 'admin', { cols: 100, rows: 24 });
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type(':');
  await tui.sees(/\.\.\. \d+ more/);
  // The last item in sight stays below the mouse.
  const row = tui.lines().findIndex((line) => /\.\.\. \d+ more/.test(line)) - 1;
  click(tui, 'Columns');
  await tui.sees('▌ Columns');
  expect(tui.lines()[row]).toContain('▌ Columns');
  click(tui, 'Columns');
  await tui.sees('[x] Level');
  click(tui, '[x] Level');
  await tui.sees('▌ [x] Level');
  click(tui, '[x] Level');
  await tui.sees('▌ [ ] Level');
  tui.press('Esc');
  await tui.loses('[ ] Level');
  tui.type('s');
  await tui.sees('(x)');
  click(tui, '( ) Number');
  await tui.sees('▌ ( ) Number');
  click(tui, '( ) Number');
  await tui.sees(/Number ▲/);
});

test('the palette opens an assessment by number and an account by name from anywhere', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 30 });
  const { out } = await desk.shp(['assessments', 'list', '--all', '--format', 'ndjson', '--fields', 'number']);
  const number = objects<{ number: string }>(out)[0]?.number ?? '';
  tui.type(`:${number}`);
  await tui.sees(`Open: ${number}`);
  tui.press('Enter');
  await tui.sees('[Overview]');
  expect(tui.screen()).toContain(number);
  tui.type(':expert01');
  await tui.sees(/Open: .*\(expert01\)/);
  tui.press('Enter');
  await tui.sees('(expert01)');
  await tui.loses('Commands  ');
});

test('a filter and order are saved as a view, and chosen again after a restart', async () => {
  const first = await openAs(desk, 'admin', { cols: 120, rows: 30 });
  first.type('6');
  await first.sees('GXXSD');
  first.type('w');
  first.type('V');
  await first.sees('Save the filter and order');
  first.press('Enter');
  await first.sees('Please enter a name');
  first.type('每日\r');
  await first.sees('Saved: 每日');
  first.press('CtrlC');
  await first.ended;
  const second = await openAs(desk, 'admin', { cols: 120, rows: 30 });
  second.type('6');
  await second.sees('GXXSD');
  second.type('v');
  await second.sees('Saved views');
  await second.sees('每日');
  second.press('Enter');
  await second.loses('Saved views');

  // Ctrl-D removes it, after a question.
  second.type('v');
  await second.sees('Saved views');
  second.type('\u0004n\u0004');
  await second.sees('Remove the view 每日?');
  second.type('y');
  await second.sees('Removed: 每日');
  await second.sees('No saved views');
});
