import { afterEach, expect, test } from 'vitest';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

test('a deletion of many names the first, looks up their open work, and asks for the number', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  tui.type(':stations\r');
  await tui.sees('60 in all');
  tui.type('A');
  await tui.sees('60 selected');
  tui.type('d');
  await tui.sees(
    /Move 60 accounts to the recycle bin\?[\s\S]*and 57 more[\s\S]*Open applications left without a station: [\s\S]*Type 60 to go on/,
  );
  tui.type('6\r');
  await tui.sees('! Type the number of rows, 60, or leave with Esc');
  tui.press('Esc');
  await tui.loses('recycle bin?');
  expect(tui.screen()).toContain('60 in all');
});
