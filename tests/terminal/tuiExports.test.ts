import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTable } from '@shp/shared/sheets/read/table';
import { afterEach, describe, expect, test } from 'vitest';
import { csvRows, lines as objects } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { accounts, run, stations } from './stationList.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');

describe('an export', () => {
  test('of the selection proposes a file name, Enter accepts it, and the file has those rows', async () => {
    const tui = await stations();
    const [first = '', second = ''] = accounts(tui);
    tui.press('Space', 'Space');
    await tui.sees('2 selected');
    const before = today();
    tui.type('e');
    const screen = await tui.sees(/File stations-\d{8}\.xlsx/);
    const [name = '', day] = /stations-(\d{8})\.xlsx/.exec(screen) ?? [];
    expect([before, today()]).toContain(day);
    expect(tui.screen()).toContain('Export the 2 selected');
    tui.press('Enter');
    await tui.sees(/Export to .*: done/);
    const table = await readTable(new Uint8Array(readFileSync(join(desk.folder, name))), 'xlsx');
    expect(JSON.stringify(table)).toContain(first);
    expect(JSON.stringify(table)).toContain(second);
    expect((table as unknown as { rows: unknown[] }).rows).toHaveLength(2);
  });

  test("without a selection is the server's file of all matches; an existing file is confirmed first", async () => {
    await writeFile(join(desk.folder, 'all.csv'), 'old');
    const tui = await stations();
    tui.type('/000\r');
    await tui.sees('[000]');
    tui.type('e');
    await tui.sees('Export all 9 matching');
    tui.type('\u0015all.csv\r');
    await tui.sees('This file exists');
    expect(readFileSync(join(desk.folder, 'all.csv'), 'utf8')).toBe('old');
    tui.press('Enter');
    await tui.sees(/Export to .*: done/);
    await run('stations', 'export', '--filter', '000', '-o', 'same.csv');
    expect(readFileSync(join(desk.folder, 'all.csv'))).toEqual(readFileSync(join(desk.folder, 'same.csv')));
  });

  test('of part of the assessments has the columns and values of the full export', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('A');
    await tui.sees('90 selected');
    tui.press('Space');
    await tui.sees('89 selected');
    tui.type('e');
    await tui.sees('Export the 89 selected');
    tui.type('\u0015part.csv\r');
    await tui.sees(/Export to .*: done/);
    await run('assessments', 'export', '-o', 'whole.csv');
    const [whole, part] = ['whole.csv', 'part.csv'].map((file) =>
      csvRows(readFileSync(join(desk.folder, file), 'utf8')),
    );
    expect(part?.[0]).toEqual(whole?.[0]);
    expect(part).toHaveLength(90);
    const without = whole?.filter((row) => part?.some((other) => other[0] === row[0]));
    expect(part).toEqual(without);
  });

  test('of the stations of an aggregate account is built from the list', async () => {
    const tui = await openAs(desk, 'supervisor1');
    tui.type('3');
    await tui.sees(/station\d{4}/);
    const count = / (\d+) in all/.exec(tui.screen())?.[1];
    tui.type('e');
    await tui.sees(/supervised-stations-\d{8}\.xlsx/);
    tui.type('\u0015mine.ndjson\r');
    await tui.sees(/Export to .*: done/);
    const rows = objects(readFileSync(join(desk.folder, 'mine.ndjson'), 'utf8'));
    expect(rows).toHaveLength(Number(count));
    expect(rows[0]).toHaveProperty('account');
  });

  test('with an unknown file ending is refused', async () => {
    const tui = await stations();
    tui.type('e');
    await tui.sees('File');
    tui.type('\u0015all.pdf\r');
    await tui.sees('must end in .xlsx, .csv or .ndjson');
    expect(existsSync(join(desk.folder, 'all.pdf'))).toBe(false);
    tui.press('Esc');
    await tui.loses('must end in');
  });
});
