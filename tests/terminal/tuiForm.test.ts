import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { afterEach, expect, test } from 'vitest';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Row = { id: string; number: string; status: (typeof OPEN)[number]; station: { id: string } };

const json = async <T>(...args: string[]) => JSON.parse((await desk.shp([...args, '--format', 'json'])).out) as T;

test('a station edits a part of its form; a change made elsewhere meanwhile is kept', async () => {
  await desk.login('station0001');
  const [row] = await json<Row[]>('assessments', 'list', '--status', 'returned');
  if (!row) throw new Error('the application is not returned');
  const form = () => json<{ plant: object }>('assessments', 'form', row.id);
  const tui = await openAs(desk, 'station0001', { cols: 120, rows: 40 });
  tui.type(':assess\r');
  await tui.sees(row.number);
  tui.press('Enter');
  await tui.sees('[Overview]');
  tui.type('l');
  await tui.sees('[Form]');
  await tui.until(() => tui.lines().at(-1)?.includes('Enter Edit a part') === true);
  // The last parts have no room at the top: the frame names the one that was gone to.
  tui.type('5');
  await tui.sees(/^╭.* › 5 /m);
  tui.type('n');
  await tui.sees(/^╭.* › 6 /m);
  // Where nothing was gone to and several parts are in view, Enter asks.
  tui.press('Up');
  tui.press('Enter');
  await tui.sees('╭ Edit which part?');
  tui.press('Esc');
  await tui.loses('╭ Edit which part?');
  tui.type('2');
  await tui.sees(/^╭.* › 2 /m);
  tui.press('Enter');
  await tui.sees('╭ Plant');
  tui.press('Down');
  tui.type('\u0015many\r');
  await tui.sees(/Generating units.*many.* ! /);
  tui.type('\u0015');
  tui.type('7');
  await writeFile(join(desk.folder, 'other.json'), JSON.stringify({ plant: { staff: 41 } }));
  expect((await desk.shp(['assessments', 'form', row.id, '--input', 'other.json'])).code).toBe(0);
  tui.press('Enter');
  await tui.sees(/! .*changed/);
  tui.press('Enter');
  await tui.sees('Saved');
  await tui.sees(/Generating units +7/);
  expect(await form()).toMatchObject({ plant: { units: 7, staff: 41 } });
});

test('a station without an open application begins one in its list', async () => {
  await desk.login('admin');
  const all = await json<Row[]>('assessments', 'list', '--all');
  const busy = new Set(all.filter(({ status }) => OPEN.includes(status)).map(({ station }) => station.id));
  const stations = await json<{ id: string; account: string }[]>('stations', 'list', '--all');
  const free = stations.find(({ id }) => !busy.has(id));
  if (!free) throw new Error('every station has an open application');
  const tui = await openAs(desk, free.account, { cols: 120, rows: 40 });
  tui.type(':assess\r');
  await tui.until(() => tui.lines().at(-1)?.includes('n New application') === true);
  tui.type('n');
  await tui.sees(/╭ New application: which level\?/);
  await tui.sees('▌ Level 3');
  // A level that is not open says so, and what Enter does is said before.
  await tui.sees(/Level 1 +- This level is not open for applications/);
  await tui.sees('Begin a draft; nothing is sent yet');
  tui.press('Enter');
  await tui.sees(/^Application GXXSD-\d+-\d+ for Level 3 begun: fill in form, scores and files$/m);
  const number = /Application (GXXSD-\d+-\d+)/.exec(tui.screen())?.[1] ?? '';
  await tui.sees(/Status +Draft/);
  expect(await json<Row[]>('assessments', 'list', '--status', 'draft')).toHaveLength(1);
  tui.press('Esc');
  // The cursor is on it, though the list is not in the order of its beginning.
  await tui.sees(new RegExp(`▌ +${number} .*Draft`));
  tui.type('n');
  await tui.sees(/! GXXSD-\d+-\d+ is still open/);
});
