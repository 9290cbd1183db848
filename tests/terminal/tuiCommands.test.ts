import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { COMMAND } from '../support/server.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const SIZE = { cols: 120, rows: 40 };
const CTRL_O = '\u000f';

type Row = { id: string; number: string };

async function list(...filter: string[]): Promise<Row[]> {
  const run = await desk.shp(['assessments', 'list', '--fields', 'id,number', '--format', 'ndjson', ...filter]);
  return lines<Row>(run.out);
}

async function open(tui: Tui, { number }: Row): Promise<void> {
  tui.type(':assess\r');
  await tui.sees('GXXSD');
  tui.type(`/\u0015${number}\r`);
  await tui.sees(`1 in all  [${number}]`);
  tui.press('Enter');
  await tui.sees('[Overview]');
}

/** An editor that keeps what it finds and writes other lines. */
function editorWith(text: string): { EDITOR: string } {
  const path = join(desk.folder, 'editor');
  writeFileSync(path, `#!/bin/sh\n[ -t 0 ] && [ -t 1 ] && cat "$1" > found && printf '${text}' > "$1"\n`, {
    mode: 0o755,
  });
  return { EDITOR: path };
}

test('the final manager writes a conclusion in an editor and passes the review; both stand as commands that do the same', async () => {
  await desk.login('admin');
  const [first, second] = await list('--status', 'reviewed', '--size', '2');
  if (!first || !second) throw new Error('the demonstration has no two finished reviews');
  const env = editorWith('Sound.\\n\\nNothing is missing; it is done.\\n');
  const tui = await openAs(desk, 'admin', { ...SIZE, env });
  await open(tui, first);
  tui.type('c');
  await tui.sees(`Conclusion: ${first.number}`);
  // An expert a line, then their mean and what it reaches.
  await tui.sees(/Expert +Expert score +State +│/);
  await tui.sees(
    / \d+\.\d {2}concluded [\s\S]*Mean +\d+\.\d!? \(needs \d+\)[\s\S]*Result +(?:reaches|does not reach) Level/,
  );
  tui.type(`\u0015Typed${CTRL_O}`);
  await tui.sees('Sound.↵↵Nothing is missing; it is done.');
  tui.press('Enter');
  await tui.sees('The conclusion is saved');
  const text = 'Sound.\n\nNothing is missing; it is done.';
  const { out } = await desk.shp(['api', 'GET', 'assessment/manager_conclusion', '-f', `id=${first.id}`]);
  expect(JSON.parse(out)).toMatchObject({ conclusion: text });

  tui.type('@');
  await tui.sees(/\d\d:\d\d:\d\d {2}shp assessments conclude/);
  tui.press('Enter');
  await tui.sees('done.');
  const { raw } = tui;
  const before = raw().length;
  tui.type('y');
  await tui.sees('Copied shp assessments conclude');
  const copied = /\]52;c;([\w+/=]+)/.exec(raw().slice(before))?.[1] ?? '';
  const command = Buffer.from(copied, 'base64').toString();
  expect(command).toContain(first.number);
  // What it copies is a command that a shell runs, here for another review.
  const shell = `shp() { "${process.execPath}" "${COMMAND}" "$@"; }; ${command.replace(first.number, second.number)}`;
  const run = spawnSync('bash', ['-c', shell], { env: { ...process.env, ...desk.env }, encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([0, '']);
  const again = await desk.shp(['api', 'GET', 'assessment/manager_conclusion', '-f', `id=${second.id}`]);
  expect(JSON.parse(again.out)).toMatchObject({ conclusion: text });
});

test('an expert keeps a draft; handing it in names what is missing', async () => {
  await desk.login('expert01');
  const [review] = await list('--waiting', '--size', '1');
  if (!review) throw new Error('the expert has no open review');
  const tui = await openAs(desk, 'expert01', SIZE);
  await open(tui, review);
  tui.type('c');
  await tui.sees(`Conclusion: ${review.number}`);
  tui.type('\u0015first thoughts\r');
  await tui.sees('Keep as a draft');
  tui.press('Enter');
  await tui.sees('The conclusion is saved as a draft');
  const { out } = await desk.shp(['api', 'GET', 'assessment/experts_conclusion', '-f', `id=${review.id}`]);
  expect(JSON.parse(out)).toMatchObject([{ conclusion: 'first thoughts', at: null }]);
  tui.type('c');
  await tui.sees('first thoughts');
  tui.press('Enter');
  await tui.sees('Keep as a draft');
  tui.press('Down', 'Enter');
  await tui.sees('not scored');
  tui.press('Esc', 'Esc');
  await tui.sees('[Overview]');
});

test('a list gives its command; jobs say theirs', async () => {
  await desk.login('admin');
  const tui = await openAs(desk, 'admin', SIZE);
  tui.type(':stations\r');
  await tui.sees('in all');
  tui.type('/station000\r');
  await tui.sees(/\d in all {2}\[station000\]/);
  const total = Number(/ (\d+) in all/.exec(tui.screen())?.[1]);
  tui.type('C');
  await tui.sees('Copied shp stations list --search station000');
  expect(lines((await desk.shp(['stations', 'list', '--search', 'station000', '--all'])).out)).toHaveLength(total);
  tui.type('e\u0015out.csv\r');
  await tui.sees('Export to out.csv: done');
  tui.type('@');
  await tui.sees('shp stations export --search station000 -o out.csv');
  tui.type('qJ:copy the p');
  await tui.sees('▌ Copy the path of the file');
  tui.press('Esc');
  await tui.loses('╭ Commands');
  tui.press('Enter');
  await tui.sees('$ shp stations export --search station000 -o out.csv');
  // Picked rows are no filter, and no command exports such: that is said.
  tui.press('Esc', 'Esc');
  await tui.sees('in all');
  tui.type(' e\u0015picked.csv\r');
  await tui.sees('Export to picked.csv: done');
  tui.type('@');
  await tui.sees('Export to picked.csv  (no single command does this)');
  tui.type('y');
  await tui.until(() => tui.lines().at(-2)?.includes('no single command does this') === true);
});

test('the palette finds an act by its English name in either language', async () => {
  const tui = await openAs(desk, 'city450300', { ...SIZE, env: { SHP_LANG: 'zh' } });
  tui.type(':password');
  await tui.sees('▌ 修改密码');
  tui.press('Esc');
  await tui.loses('修改密码');
  tui.type(':stations\r');
  await tui.sees('╭ 水电站 ─');
});

test('the palette finds an act by other words of both languages, and says what Enter does', async () => {
  const tui = await openAs(desk, 'admin', SIZE);
  for (const [typed, label, enter] of [
    ['theme', 'Look: dark', 'Run'],
    ['主题', 'Look: dark', 'Run'],
    ['sign out', 'No command found', null],
    ['docum', 'Go to: Documents', 'Go there'],
    ['2fa', 'Second factor', 'Copy the command'],
    ['日志', 'Audit', 'Copy the command'],
  ] as const) {
    tui.type(`:${typed}`);
    await tui.sees(label);
    if (enter !== null) await tui.until(() => tui.lines().at(-1)?.startsWith(`Enter ${enter} `) === true);
    tui.press('Esc');
    await tui.loses('╭ Commands ─');
  }
});

test('from home the palette does what a role does in its tabs', async () => {
  const admin = await openAs(desk, 'admin', SIZE);
  admin.type(':import: exp');
  await admin.sees('▌ Import: Experts');
  admin.press('Enter');
  await admin.sees(/\[3 Experts\][\s\S]*╭ Import/);
  const province = await openAs(desk, 'province', SIZE);
  province.type(':balance');
  await province.sees('▌ Balance the experts of all that wait for them');
  province.press('Enter');
  // The plan is for all of them, and nothing is assigned without a yes.
  await province.sees(/First review passed[\s\S]*Balance[\s\S]*experts for each, with equal work/);
  await province.sees(/[1-9]\d* selected/);
  province.press('Esc');
  province.type('1:oldest');
  await province.sees('▌ Open what has waited for me longest');
  province.press('Enter');
  await province.sees('[Overview]');
  const station = await openAs(desk, 'station0001', SIZE);
  station.type(':new app');
  await station.sees('▌ New application');
  expect(station.screen()).not.toContain('Import');
});

test('the palette names the commands of what has no screen, and copies them', async () => {
  const tui = await openAs(desk, 'admin', SIZE);
  for (const [typed, command] of [
    ['set', 'shp settings show'],
    ['audit', 'shp audit list'],
    ['statist', 'shp stats progress'],
    ['统计', 'shp stats progress'],
    ['stand', 'shp standard show'],
    ['token', 'shp token list'],
    ['sess', 'shp sessions list'],
    ['second', 'shp factor add totp'],
    ['backup', 'shp backup FILE'],
  ] as const) {
    tui.type(`:${typed}`);
    await tui.sees(new RegExp(`▌ .*${command}`));
    tui.press('Enter');
    await tui.sees(`Copied ${command}`);
  }
  // A manager has no settings, and is told whose they are.
  const unit = await openAs(desk, 'city450300', { ...SIZE, env: { SHP_LANG: 'zh' } });
  unit.type(':token');
  await unit.sees(/▌ 访问令牌 +shp token list/);
  unit.press('Esc');
  unit.type(':shp settings');
  await unit.sees(/▌ 系统设置 +shp settings show +- 仅限管理员/);
  unit.press('Enter');
  await unit.sees('! 仅限管理员');
});
