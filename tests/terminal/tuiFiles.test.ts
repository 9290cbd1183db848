import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { pdf } from '../support/materials.ts';
import { atOverview, first } from './assessmentScreen.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

/** Without a display; opened files and those that are saved are in the desk's folder. */
const plain = () => ({ DISPLAY: '', WAYLAND_DISPLAY: '', SSH_CONNECTION: '', TMPDIR: desk.folder });

/** Opens the files of a reviewed station. */
async function atFiles(env: Record<string, string>): Promise<Tui> {
  await desk.login('province');
  const assessment = await first('--status', 'passed');
  const tui = await openAs(desk, 'province', { env: { ...plain(), ...env } });
  await atOverview(tui, assessment);
  tui.press('Left');
  await tui.sees(/\[Files\][\s\S]*Uploaded/);
  return tui;
}

/** The name and the bytes of the current file, below the rows. */
function current(tui: Tui): { name: string; bytes: number } {
  const [, name = '', bytes = ''] =
    /│ (\S+\.\w+) +│\n│ \S.* {2}([\d,]+) bytes {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(tui.screen()) ?? [];
  return { name, bytes: Number(bytes.replace(',', '')) };
}

test('at 80 columns the names of files are whole', async () => {
  const tui = await atFiles({});
  await tui.sees(/ 应急预案及备案材料（示例）\.pdf +\d+ B {2}\d{4}-\d\d-\d\d /);
});

test('a file is opened by the program of the system; y copies its name', async () => {
  const [programs, opened] = [join(desk.folder, 'programs'), join(desk.folder, 'opened')];
  await mkdir(programs);
  await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
  await chmod(join(programs, 'xdg-open'), 0o755);
  const tui = await atFiles({ DISPLAY: ':9', PATH: `${programs}:${process.env.PATH}` });
  tui.press('Down');
  await tui.sees(/ 2\/\d+ ─╮/);
  const { name, bytes } = current(tui);
  expect(name).not.toBe('');
  tui.type('o');
  await tui.sees('Opened by xdg-open');
  const path = await readFile(opened, 'utf8');
  expect(basename(path)).toBe(name);
  expect((await stat(path)).size).toBe(bytes);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  tui.type('y');
  await tui.sees(`Copied ${name}`);
  expect(tui.raw()).toContain(`\u001b]52;c;${Buffer.from(name).toString('base64')}`);
  tui.type(':docu\r');
  await tui.sees(/╭ Documents/);
  tui.type('O');
  const [, document = ''] = /Open: (\S+\.pdf): done/.exec(await tui.sees(/Open: \S+\.pdf: done/)) ?? [];
  const changed = await readFile(opened, 'utf8');
  expect(basename(changed)).toBe(document);
  // A copy that its program has changed stays; the others go with the UI.
  await writeFile(changed, 'notes');
  tui.type('q');
  await tui.ended;
  expect(existsSync(dirname(path))).toBe(false);
  expect(await readFile(changed, 'utf8')).toBe('notes');
});

test('o opens a file of a finding, of several the chosen one', async () => {
  const [programs, opened] = [join(desk.folder, 'programs'), join(desk.folder, 'opened')];
  await mkdir(programs);
  await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
  await chmod(join(programs, 'xdg-open'), 0o755);
  await desk.login('station0001');
  const { out } = await desk.shp(['findings', 'add', '-m', '栏杆锈蚀', '--format', 'json']);
  const { no } = JSON.parse(out) as { no: string };
  const step = async (state: string, ...names: string[]) => {
    for (const name of names) await writeFile(join(desk.folder, name), pdf(name));
    const due = state === 'planned' ? ['--due', '2099-12-31'] : [];
    const { code, err } = await desk.shp(['findings', 'step', no, state, ...names, '-m', '更换', ...due]);
    if (code !== 0) throw new Error(err);
  };
  const env = { ...plain(), DISPLAY: ':9', PATH: `${programs}:${process.env.PATH}` };
  const tui = await openAs(desk, 'station0001', { cols: 100, rows: 30, env });
  tui.type('F');
  await tui.sees(no);
  tui.press('End', 'Enter');
  await tui.sees('Self-check');
  expect(tui.screen()).not.toContain('o Open file');
  await step('planned', 'before.pdf');
  await tui.sees('o Open file');
  tui.type('o');
  await tui.sees('Open: before.pdf: done');
  expect(basename(await readFile(opened, 'utf8'))).toBe('before.pdf');
  await step('done', 'after.pdf');
  await tui.sees('after.pdf');
  tui.type('o');
  await tui.sees(/Open file\s[\s\S]*before\.pdf +\d+ B[\s\S]*after\.pdf/);
  tui.press('Down', 'Enter');
  await tui.sees('Open: after.pdf: done');
  expect(basename(await readFile(opened, 'utf8'))).toBe('after.pdf');
});

test('without a display, as over ssh, o says so and offers to save the file', async () => {
  const tui = await atFiles({ SSH_CONNECTION: '10.0.0.1 22 10.0.0.2 22' });
  const { name } = current(tui);
  tui.type('o');
  await tui.sees('! No display here to open files on, as over ssh: save the file instead');
  expect(tui.screen()).toContain(`File ${name}`);
  tui.press('Enter');
  await tui.sees(`Download ${name}: done`);
  // A message that is cut within a wide character takes no column of the next row.
  for (const cols of [81, 82, 83, 84]) {
    tui.resize(cols, 24);
    await tui.until(() => tui.lines().some((line) => line.startsWith('╰') && line.length === cols));
    expect(tui.lines().at(-1)).toMatch(/^Enter /);
  }
  expect((await stat(join(desk.folder, name))).size).toBeGreaterThan(0);
});

test('the cursor stays on its file when files are deleted elsewhere and the assessment changes', async () => {
  await desk.login('station0001');
  const assessment = await first('--status', 'returned');
  const tui = await openAs(desk, 'station0001', { cols: 120, rows: 30 });
  await atOverview(tui, assessment);
  tui.press('Left');
  await tui.sees(/\[Files\][\s\S]*Uploaded/);
  tui.press('Down', 'Down', 'Down');
  await tui.sees(/ 4\/\d+ ─╮/);
  const { name } = current(tui);
  expect(name).not.toBe('');
  const runs = async (...args: string[]) => {
    const { code, err } = await desk.shp(args);
    if (code !== 0) throw new Error(err);
  };
  const { number } = assessment;
  const files = lines<{ id: string }>((await desk.shp(['files', 'list', number, '--format', 'ndjson'])).out);
  await runs('files', 'delete', number, files[0]?.id ?? '', '--yes');
  tui.type('R');
  await tui.sees(/ 3\/\d+ ─╮/);
  expect(current(tui).name).toBe(name);
  await runs('files', 'delete', number, files[1]?.id ?? '', '--yes');
  await runs('assessments', 'advance', number, 'withdrawn', '-m', '撤回', '--yes');
  await tui.sees(/ 2\/\d+ ─╮/);
  expect(current(tui).name).toBe(name);
});
