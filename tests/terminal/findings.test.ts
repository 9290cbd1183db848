import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import { rules as en } from '@shp/shared/text/en/rules';
import { rules as zh } from '@shp/shared/text/zh/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, lines, newDesk } from '../support/desk.ts';
import { pdf } from '../support/materials.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { onTerminal } from './terminal.ts';

let server: TestServer;
let station: Desk;
let county: Desk;
beforeAll(async () => {
  server = await startServer({}, ['--demo', '--no-captcha']);
  [station, county] = await Promise.all([newDesk(server.url), newDesk(server.url)]);
  await Promise.all([station.login('station0001'), county.login('county450325')]);
});
afterAll(async () => {
  await Promise.all([station.clear(), county.clear()]);
  await server.stop();
});

const read = async (desk: Desk, ...args: string[]) => {
  const { code, out, err } = await desk.shp(args);
  expect([code, err], args.join(' ')).toEqual([0, '']);
  return out;
};

test('a finding is added, planned, reported with a file and closed, and can be listed and exported', async () => {
  const made = await read(station, 'findings', 'add', '-m', 'Railing rusted', '--serial', '1.1.1', '--format', 'json');
  const { no, id } = JSON.parse(made) as { no: string; id: string };
  await read(station, 'findings', 'step', no, 'planned', '-m', 'Replace it', '--due', '2099-12-31');
  writeFileSync(join(station.folder, 'after.pdf'), pdf('after'));
  const done = JSON.parse(
    await read(station, 'findings', 'step', no, 'done', 'after.pdf', '-m', 'Replaced', '--format', 'json'),
  ) as { files: { title: string }[]; events: { files: string[] }[] };
  expect(done.files.map(({ title }) => title)).toEqual(['after']);
  expect(done.events.at(-1)?.files.length).toBe(1);
  const refused = await county.shp(['findings', 'step', id, 'planned']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--text: Required')]);
  await read(county, 'findings', 'step', id, 'closed');
  const listed = await read(
    county,
    'findings',
    'list',
    '--state',
    'closed',
    '--all',
    '--fields',
    'no,state',
    '--format',
    'tsv',
  );
  expect(listed.split('\n')).toContain(`${no}\tclosed`);
  const exported = ['findings', 'export', '--serial', '1.1.1', '--format', 'csv', '-o', 'findings.csv'];
  expect((await county.shp(exported)).code).toBe(0);
  const sheet = await readFile(join(county.folder, 'findings.csv'), 'utf8');
  expect(sheet.split('\r\n').filter((line) => line.includes(no)).length).toBe(1);
  expect(sheet).toContain('Railing rusted');
});

test('a unit adds one of an inspection; each filter narrows the list; figures are by division or by item', async () => {
  const [own] = JSON.parse(await read(station, 'assessments', 'list', '--format', 'json')) as { number: string }[];
  const of = ['--station', 'station0001', '--assessment', own?.number ?? ''];
  const add = (...more: string[]) => county.shp(['findings', 'add', ...of, '-m', 'Door broken', ...more]);
  const { code, out } = await add('--advice', 'Replace it', '--due', '2099-12-31', '--format', 'json');
  expect(code).toBe(0);
  const { no } = JSON.parse(out) as { no: string };
  const found = async (...words: string[]) => {
    const listed = await read(county, ...words, '--all', '--fields', 'no', '--format', 'tsv');
    return listed.split('\n').includes(no);
  };
  expect(await found('findings', 'list', '--state', 'open', '--station', '示例')).toBe(true);
  expect(await found('findings', 'list', '--division', '450325', '--from', '2020-01-01')).toBe(true);
  expect(await found('findings', 'list', '--to', '2020-01-01')).toBe(false);
  expect(await found('findings', 'list', '--overdue')).toBe(false);
  const rows = await read(county, 'stats', 'findings', '--what', 'findingItems', '--format', 'ndjson');
  expect(JSON.parse(rows.split('\n')[0] ?? '')).toHaveProperty('medianDays');
});

test.each([
  ['en', en],
  ['zh', zh],
])(
  'at 80 columns states are whole and overdue days are marked (%s), which programs do not see',
  async (lang, words) => {
    const list = ['findings', 'list', '--size', '60', '--lang', lang];
    const rows = lines<FindingRow>(await read(county, ...list, '--format', 'ndjson'));
    expect(new Set(rows.map(({ overdue }) => overdue))).toEqual(new Set([true, false]));
    expect(new Set(rows.map(({ state }) => state)).size).toBeGreaterThan(2);
    const table = onTerminal(county, list, { cols: 80, rows: 80 });
    expect(await table.ended).toBe(0);
    const [head = '', ...drawn] = table.screen().split('\n');
    expect(head.trim().split(/ {2,}/)).toHaveLength(5);
    const cells = drawn.slice(0, rows.length).map((line) => line.split(/ {2,}/));
    expect(cells.map(([no, , state]) => [no, state])).toEqual(
      rows.map(({ no, state }) => [no, words.findingStates[state]]),
    );
    const dated = rows.filter(({ due }) => due !== null);
    expect(cells.map(([, , , due]) => due).filter((due) => /^\d{4}-/.test(due ?? ''))).toEqual(
      dated.map(({ due, overdue }) => `${due}${overdue ? '!' : ''}`),
    );
    // At least a few characters of each problem.
    expect(cells.filter((row) => (row.at(-1) ?? '').length < 5)).toEqual([]);
    const sheet = await read(county, ...list, '--fields', 'due', '--format', 'tsv', '--headings', lang);
    expect(sheet.split('\n').slice(1, rows.length + 1)).toEqual(rows.map(({ due }) => due ?? ''));
  },
);
