import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { desk, onDemoAsAdmin } from './demo.ts';

onDemoAsAdmin();

const versions = async () => lines((await desk.shp(['standard', 'list'])).out);

test('a version is exported as json, changed, imported as another version and activated', async () => {
  const [first] = await versions();
  expect(first?.current).toBe(true);
  expect((await desk.shp(['standard', 'export', '-o', 'standard.json'])).code).toBe(0);
  const file = join(desk.folder, 'standard.json');
  const standard = JSON.parse(readFileSync(file, 'utf8'));
  const again = await desk.shp(['standard', 'import', 'standard.json']);
  expect(again.code).toBe(0);
  standard.title = '示例标准';
  writeFileSync(file, JSON.stringify(standard));
  const refused = await desk.shp(['standard', 'import', 'standard.json']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/cannot change/)]);
  standard.version = 'example-2';
  writeFileSync(file, JSON.stringify(standard));
  const added = await desk.shp(['standard', 'import', 'standard.json', '--format', 'json']);
  expect(JSON.parse(added.out)).toMatchObject({ version: 'example-2', title: '示例标准', current: false });
  expect((await desk.shp(['standard', 'use', 'example-2'])).code).toBe(0);
  expect((await versions()).filter(({ current }) => current)).toMatchObject([{ version: 'example-2' }]);
  const shown = lines((await desk.shp(['standard', 'show'])).out);
  expect(shown[0]).toMatchObject({ version: 'example-2', title: '示例标准' });
  expect(shown).toContainEqual(expect.objectContaining({ serial: '1.1.1', score: 4 }));
  expect((await desk.shp(['standard', 'use', 'nothing'])).code).toBe(1);
});

test('a workbook imports as it was exported; another file is refused', async () => {
  const { code } = await desk.shp(['standard', 'export', 'example-2', '-o', 'standard.xlsx']);
  expect(code).toBe(0);
  const back = await desk.shp(['standard', 'import', 'standard.xlsx', '--format', 'json']);
  expect(JSON.parse(back.out)).toMatchObject({ version: 'example-2' });
  writeFileSync(join(desk.folder, 'wrong.json'), '{"version":"x"}');
  expect((await desk.shp(['standard', 'import', 'wrong.json'])).code).toBe(1);
});
