import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n';

/** Writes files into the desk's folder. */
async function files(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(desk.folder, name, '..'), { recursive: true });
    await writeFile(join(desk.folder, name), name.includes('empty') ? '' : PDF);
  }
}

async function rows<T>(...args: string[]): Promise<T[]> {
  return lines<T>((await desk.shp([...args, '--all', '--format', 'ndjson'])).out);
}

test('a step of a finding takes files that are picked above its form, and names them as its evidence', async () => {
  await files('photos/before.pdf', 'photos/after.pdf', 'photos/notes.txt', 'empty.pdf');
  await desk.login('station0001');
  const made = await desk.shp(['findings', 'add', '-m', 'Door broken', '--format', 'json']);
  const { no } = JSON.parse(made.out) as { no: string };
  await desk.shp(['findings', 'step', no, 'planned', '-m', 'New door', '--due', '2099-12-31']);
  const tui = await openAs(desk, 'station0001');
  tui.type('F');
  await tui.sees('Door broken');
  tui.press('End');
  await tui.sees(no);
  tui.type('t');
  await tui.sees('Report as done → To be checked');
  tui.type('Replaced\u0006');
  await tui.sees('╭ Add files ─');
  // An empty file is refused where it is picked.
  tui.type('empty\r');
  await tui.sees(/! empty\.pdf: \S/);
  for (const _ of 'empty') tui.press('Backspace');
  tui.type('photos\r');
  await tui.sees('[ ] before.pdf');
  expect(tui.screen()).not.toContain('notes.txt');
  tui.press('Down', 'Space', 'Down', 'Space');
  await tui.sees('Enter takes 2 marked: after.pdf, before.pdf');
  tui.press('Enter');
  // What was typed is still there.
  await tui.sees(/What was done \* +Replaced[\s\S]*Evidence +after\.pdf, before\.pdf {2}\d+ B/);
  tui.press('Enter');
  await tui.sees('Reported as done');
  const { out } = await desk.shp(['findings', 'show', no, '--format', 'json']);
  const finding = JSON.parse(out) as { events: { files: string[] }[]; files: { id: string; title: string }[] };
  expect(finding.files.map(({ title }) => title).sort()).toEqual(['after', 'before']);
  expect(finding.events.at(-1)?.files.length).toBe(2);
  // The command that does the same names the files.
  tui.type('@');
  await tui.sees(`shp findings step ${no} done photos/after.pdf`);
});

test('n adds documents: a file, who may read it, and the list goes to it', async () => {
  await files('guide.pdf');
  const tui = await openAs(desk, 'admin');
  tui.type('7');
  await tui.sees(/▌ +\S+（示例）/);
  // One word for what Enter and `e` both do.
  expect(tui.lines()[23]?.match(/Download/g)).toEqual(['Download']);
  tui.type('n');
  await tui.sees('[ ] guide.pdf');
  tui.type('guide\r');
  await tui.sees('╭ Who may read the document ─');
  for (let at = 0; at < 7; at++) tui.press('Down');
  tui.press('Space');
  await tui.sees('[x] hydropower station');
  tui.press('Enter');
  await tui.sees('Upload of guide.pdf: done  1 done');
  await tui.sees(/▌ +guide +pdf/);
  const documents = await rows<{ title: string; roles: string[] }>('documents', 'list');
  expect(documents.find(({ title }) => title === 'guide')?.roles).toEqual(['station']);
});

test('E changes who may read documents, and u gives them their former readers', async () => {
  const readersNow = async () =>
    (await rows<{ title: string; roles: string[] }>('documents', 'list'))
      .filter(({ title }) => ['one', 'two'].includes(title))
      .map(({ title, roles }) => `${title}: ${roles.join()}`)
      .sort();
  await desk.login('admin');
  await files('one.pdf', 'two.pdf');
  await desk.shp(['documents', 'upload', 'one.pdf', '--roles', 'expert']);
  await desk.shp(['documents', 'upload', 'two.pdf', '--roles', 'station']);
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  tui.type('7');
  await tui.sees(/▌ +two +pdf/);
  expect(tui.lines()[39]).toContain('E Readers');
  tui.type('E');
  await tui.sees('╭ Who may read two.pdf ─');
  expect(tui.screen()).toMatch(/\[x\] hydropower station/);
  tui.press('Down', 'Down', 'Space');
  await tui.sees('[x] ministry-level unit');
  tui.press('Enter');
  await tui.sees('Change readers: done  1 done');
  expect(await readersNow()).toEqual(['one: expert', 'two: ministry_manager,station']);
  // Both that are selected, for everybody; then back.
  tui.type('  ');
  await tui.sees('2 selected');
  tui.type('E');
  await tui.sees('╭ Who may read the 2 documents ─');
  tui.press('Space', 'Enter');
  await tui.until(() => /For.*\n.*Every logged-in user.*\n.*Every logged-in user/.test(tui.screen()));
  expect(await readersNow()).toEqual(['one: ', 'two: ']);
  tui.type('u');
  await tui.sees('Give 2 documents their former readers?');
  tui.type('y');
  await tui.until(() => /For.*\n.*ministry(, station| \+1).*\n.*review expert/.test(tui.screen()));
  expect(await readersNow()).toEqual(['one: expert', 'two: ministry_manager,station']);
  // The commands that do the same.
  tui.type('@');
  await tui.sees(/shp documents roles \S+ --roles ministry_manager,station/);
  const unit = await openAs(desk, 'city450300');
  unit.type('5');
  await unit.sees(/▌ +\S+/);
  expect(unit.lines()[23]).not.toContain('Readers');
  unit.type('E');
  await unit.sees('! Only for: administrator, province-level unit');
});

test('the readers of a document are shown whole, below the list and beside it', async () => {
  const readers = ['ministry-level unit', 'province-level unit', 'city-level unit', 'county-level unit'];
  await desk.login('admin');
  await files('rules.pdf');
  const roles = 'ministry_manager,province_manager,city_manager,county_manager';
  const { code } = await desk.shp(['documents', 'upload', 'rules.pdf', '--roles', roles]);
  expect(code).toBe(0);
  const tui = await openAs(desk, 'admin');
  tui.type('7');
  await tui.sees(/▌ +rules +pdf/);
  const wrapped = (await tui.sees('For: ')).replaceAll(/ *│\n│ +/g, ' ');
  expect(wrapped).toContain(readers.join(', '));
  for (const [cols, rows] of [
    [120, 40],
    [200, 50],
  ] as const) {
    tui.resize(cols, rows);
    await tui.sees('╭ rules.pdf ─');
    await tui.sees(readers.slice(0, 2).join(', '));
    await tui.sees(/county-level unit +│/);
  }
  // The column counts those that have no room.
  tui.resize(120, 40);
  await tui.sees(/▌ +rules +pdf.* ministry \+3 /);
  await tui.sees(' Every logged-in user ');
  tui.resize(100, 24);
  await tui.sees(/▌ +rules +pdf.* ministry \+3 /);
  await tui.sees(/│ .* everybody +│/);
});

test('a station adds files to its returned application; who may not is told why', async () => {
  await files('plan.pdf');
  await desk.login('admin');
  const [returned] = await rows<{ id: string; number: string; station: { id: string } }>(
    'assessments',
    'list',
    '--status',
    'returned',
  );
  const stations = await rows<{ id: string; account: string }>('stations', 'list');
  const account = stations.find(({ id }) => id === returned?.station.id)?.account ?? '';
  const tui = await openAs(desk, account, { cols: 100, rows: 30 });
  tui.type('2');
  await tui.sees(returned?.number ?? '-');
  tui.type('/');
  tui.type(`${returned?.number}\r`);
  await tui.sees(/ 1\/1 ─╮/);
  tui.press('Enter');
  await tui.sees('[Overview]');
  tui.press('Left');
  await tui.sees('n Add files');
  tui.type('n');
  await tui.sees('[ ] plan.pdf');
  tui.type('plan\r');
  await tui.sees('╭ Where the file belongs ─');
  tui.press('End');
  await tui.sees('▌ Evidence for another item …');
  tui.press('Enter');
  await tui.sees('such as 4.1.1');
  tui.type('1.1.1\r');
  await tui.sees('Upload of plan.pdf: done  1 done');
  await tui.sees(/Evidence for 1\.1\.1 +plan\.pdf/);

  const unit = await openAs(desk, 'province');
  unit.type('6');
  await unit.sees('GXXSD');
  unit.press('Enter');
  await unit.sees('[Overview]');
  unit.press('Left');
  await unit.sees('[Files]');
  // A unit never adds files to an application.
  expect(unit.lines()[23]).not.toContain('Add files');
});

test('without room the head line has no name of the program, and who acts where with what stays whole', async () => {
  const account = 'county450325';
  await desk.login(account);
  const { out } = await desk.shp(['token', 'create', '--name', 'r', '--password-stdin', '--format', 'json'], {
    input: 'demo-2026\n',
  });
  const { token } = JSON.parse(out) as { token: string };
  const tui = await openAs(desk, account, { env: { SHP_TOKEN: token } });
  await tui.sees(/^ +兴安县评审管理单位（示例） \(token: read\) @ 127\.0\.0\.1:\d+\n/);
  tui.resize(90, 24);
  await tui.sees(/^Small hydropower review +兴安县评审管理单位（示例） \(token: read\) @ 127\.0\.0\.1:\d+\n/);
});

test('a read token closes what the server would refuse, and each key says why', async () => {
  await desk.login('admin');
  const { out } = await desk.shp(['token', 'create', '--name', 'r', '--password-stdin', '--format', 'json'], {
    input: 'demo-2026\n',
  });
  const { token } = JSON.parse(out) as { token: string };
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40, env: { SHP_TOKEN: token } });
  await tui.sees('administrator (token: read) @');
  for (const [tab, key, scope] of [
    ['4', 'd', 'accounts'],
    ['4', 'e', 'export'],
    ['6', 'x', 'write'],
    ['7', 'n', 'write'],
    ['7', '\r', 'export'],
  ] as const) {
    tui.type(tab);
    await tui.sees(new RegExp(`\\[${tab} `));
    await tui.sees(/\d in all/);
    tui.type(key);
    await tui.sees(`! The access token lacks the scope ${scope}`);
  }
  // The help has the scopes beside the keys, and still two columns.
  tui.type('6');
  await tui.sees(/\[6 /);
  tui.type('?');
  await tui.sees(/x +Assign experts +\(needs write\) +\S+ +Columns/);
  expect(tui.screen()).toMatch(/e +Export +\(needs export\) +Ctrl-C +Quit at once/);
  tui.resize(80, 24);
  await tui.sees(/x +Assign experts +\(needs write\)/);
  tui.press('Esc');
  tui.resize(120, 40);
  await tui.loses('Keys (Esc closes)');
  tui.type('7');
  await tui.sees(/\[7 /);
  // The line of keys has only what works; the palette says why the others do not.
  expect(tui.lines()[39]).not.toContain('n Add files');
  tui.type(':change pass');
  await tui.sees(/Change password +- Not with an access token: log in/);
});
