import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FilePicker } from '../../src/tui/screens/picker/FilePicker.tsx';
import { stage } from './stage.tsx';

const LONG = 'stations of the southern districts with all the sheets of 2026';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pick-'));
  mkdirSync(join(folder, LONG));
  writeFileSync(join(folder, 'b.csv'), '');
  writeFileSync(join(folder, `${LONG}.csv`), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const picked: string[] = [];
const picker = (
  <FilePicker
    title="Import"
    note="note"
    height={16}
    accepts={(name) => name.endsWith('.csv')}
    onPick={async (path) => {
      picked.push(path);
      return null;
    }}
    onCancel={() => {}}
  />
);

test('Enter on a typed path enters that folder: it is named, the field is empty, the cursor on the first file', async () => {
  const { lines, send } = stage(picker);
  await send(`${folder}/`);
  expect(lines().find((line) => line.startsWith('▌'))).toMatch(/^▌ \.\//);
  await send('\r');
  expect(lines()[0]).toContain(folder);
  expect(lines()[1]).not.toContain(folder);
  expect(lines().find((line) => line.startsWith('▌'))).toMatch(/^▌ b\.csv /);
  await send('\r');
  expect(picked).toEqual([join(folder, 'b.csv')]);
  // A folder of the list begins with the one above it.
  await send('\u001b[H', '\r');
  expect(lines().find((line) => line.startsWith('▌'))).toMatch(/^▌ \.\.\//);
});

test('a long folder takes the column of the sizes and keeps its slash, a long file its ending', async () => {
  const { lines, send } = stage(picker);
  await send(`${folder}/`);
  const [long, file] = ['stations of the south', 'b.csv'].map((name) => lines().find((line) => line.includes(name)));
  expect(long).toMatch(/ stations of the southern districts with all the sheets of …\/ {2}20\d\d-/);
  expect(file).toMatch(/ b\.csv +0 B {2}20\d\d-/);
  expect(lines().join('\n')).toMatch(/ stations of the southern districts with all…\.csv +0 B {2}20\d\d-/);
});
