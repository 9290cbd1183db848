import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lines, newDesk } from '../support/desk.ts';
import { atOverview, atScores, first } from './assessmentScreen.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

type Score = { serial: string; score: number | null; reason: string; points: number };

const scoresOf = async (id: string) =>
  lines<Score>((await desk.shp(['assessments', 'scores', 'show', id, '--format', 'ndjson'])).out);

test('a score sheet is written, filled in, checked, shown as changes and saved by an expert', async () => {
  await desk.login('expert01');
  const review = await first('--waiting');
  const { id } = review;
  const before = await scoresOf(id);
  const item = before.find(({ points, score }) => points >= 2 && score !== null) as Score;
  const tui = await openAs(desk, 'expert01', { cols: 120, rows: 40 });
  await atScores(tui, review);
  tui.type('e');
  await tui.sees('Write the score sheet');
  tui.type('\u0015sheet.csv\r');
  await tui.sees('Export to sheet.csv: done');

  const path = join(desk.folder, 'sheet.csv');
  const sheet = readFileSync(path, 'utf8').split('\r\n');
  const at = sheet.findIndex((line) => line.startsWith(`${item.serial},`));
  const filled = (score: string, reason: string) => sheet.with(at, `${item.serial},,,${score},,${reason}`).join('\r\n');
  await writeFile(path, filled('1000', ''));
  tui.type('isheet');
  await tui.sees('▌ sheet.csv');
  tui.press('Enter');
  await tui.sees(`${sheet.length - 2} rows checked, 1 wrong; nothing sent`);
  expect(tui.screen()).toMatch(new RegExp(`Row ${at + 1} +${item.serial} +Score D${at + 1} "1000": At most `));
  expect(tui.lines().at(-1)).not.toContain('Save');
  tui.press('Enter', 'Esc');
  await tui.loses('nothing sent');
  expect(await scoresOf(id)).toEqual(before);

  await writeFile(path, filled('0.5', '记录不全'));
  tui.type('isheet');
  await tui.sees('▌ sheet.csv');
  tui.press('Enter');
  await tui.sees(`1 item changes, ${sheet.length - 2} rows read`);
  expect(tui.screen()).toMatch(new RegExp(`│ ${item.serial} .* ${item.score}.* +0\\.5 记录不全`));

  // Scores that another user saved meanwhile are not overwritten unseen: the changes are shown again.
  await saveElsewhere(id, { serial: item.serial, score: 1, reason: '别处' });
  tui.press('Enter');
  await tui.sees(/1 别处 +0\.5 记录不全/);
  tui.press('Enter');
  await tui.sees('1 item saved; ');
  expect((await scoresOf(id)).find(({ serial }) => serial === item.serial)).toMatchObject({
    score: 0.5,
    reason: '记录不全',
  });
  tui.type('isheet');
  await tui.sees('▌ sheet.csv');
  tui.press('Enter');
  await tui.sees('No differences');
});

/** Saves a score of an expert from elsewhere. */
async function saveElsewhere(id: string, item: object): Promise<void> {
  const own = await newDesk(server.url);
  try {
    await own.login('expert01');
    await own.shp(['api', 'POST', 'assessment/expert_scores', '--input', '-'], {
      input: JSON.stringify({ id, items: [{ missing: false, ...item }] }),
    });
  } finally {
    await own.clear();
  }
}

test('an item is scored on its row; what is wrong, needs a reason or has changed elsewhere is told', async () => {
  await desk.login('expert01');
  const review = await first('--waiting');
  const { id } = review;
  const [one, two] = (await scoresOf(id)) as [Score, Score];
  const tui = await openAs(desk, 'expert01');
  await atScores(tui, review);
  tui.type('g');
  tui.press('Enter');
  await tui.sees(/› 1 Objectives and responsibilities .*─ 1\/\d+ ─╮/);
  expect(tui.lines().at(-1)).toMatch(/^Enter Score {2}n Next unscored {2}Esc Back /);
  tui.type('e');
  await tui.sees(`${one.serial}, at most ${one.points} points`);
  expect(tui.screen()).toMatch(/Scoring: \S[\s\S]*│ Self {2,}\S/);
  tui.type('\u0015999\r');
  await tui.sees(`! At most ${one.points}`);
  tui.type('\u00151\t\u0015\r');
  // The score is saved; the form stays for its reason, and so it does at another Enter.
  await tui.sees('! Saved; it still needs a reason');
  await tui.sees(`Saved ${one.serial}: 1; `);
  expect((await scoresOf(id))[0]).toMatchObject({ score: 1, reason: '' });
  tui.press('Enter', 'Esc');
  await tui.sees('! 1 score lacks its reason and does not count');
  expect(tui.screen()).toMatch(new RegExp(`▌ ${one.serial} .* 1 !`));
  // A stored score is deleted only by a second Enter.
  tui.type('e\u0015\r');
  await tui.sees('Enter again deletes the score (1)');
  expect((await scoresOf(id))[0]).toMatchObject({ score: 1 });
  tui.press('Enter');
  await tui.sees(`Score deleted: ${one.serial}; `);
  await tui.loses('lacks its reason');
  tui.press('Up');
  tui.type('1\r');
  await tui.sees('! Saved; it still needs a reason');
  // Nothing is unsaved: Esc closes the form. A stored score is selected: typing replaces it, arrows keep it.
  tui.press('Esc');
  await tui.sees('! 1 score lacks its reason and does not count');
  tui.press('Enter');
  await tui.sees(/Score +1 /);
  tui.type('0.5\r');
  await tui.sees(`Saved ${one.serial}: 0.5; `);
  tui.press('Esc');
  await tui.sees(/▌ .* 0\.5 !/);
  tui.press('Enter');
  await tui.sees(/Score +0\.5 /);
  tui.press('Right', 'Backspace', 'Backspace', 'Backspace');
  tui.type('1\r');
  await tui.sees(`Saved ${one.serial}: 1; `);
  // The Reason field has the focus.
  tui.type('缺记录\r');
  await tui.sees(`Saved ${one.serial}: 1 缺记录; `);
  await tui.sees(/ 2\/\d+ ─╮/);
  expect((await scoresOf(id))[0]).toMatchObject({ score: 1, reason: '缺记录' });

  tui.type('2');
  await tui.sees(new RegExp(`${two.serial}, at most[\\s\\S]*Score +2 `));
  await saveElsewhere(id, { serial: two.serial, score: 3, reason: '别处' });
  tui.type('\t\u0015扣分\r');
  await tui.sees('Meanwhile it was set to 3 别处');
  tui.press('Enter');
  await tui.sees(`Saved ${two.serial}: 2 扣分; `);
  expect((await scoresOf(id))[1]).toMatchObject({ score: 2, reason: '扣分' });
  // Another part and back: the chapter and the row are still there.
  tui.press('Right');
  await tui.sees('[Experts]');
  tui.press('Left');
  await tui.sees(/ 3\/\d+ ─╮/);
  tui.press('Esc');
  await tui.sees(/My score: \d+ of 118 items scored, \S+ of their \S+ points \([\d.]+%\)/);

  const unit = await openAs(desk, 'city450300');
  await atScores(unit, review);
  unit.press('Enter');
  await unit.sees('› 1 Objectives');
  // Who cannot score reads the item; digits say who scores and choose no tab.
  unit.type('3');
  await unit.sees('! Only the assigned experts score');
  expect(unit.screen()).toContain('› 1 Objectives');
  unit.press('Enter');
  await unit.sees(new RegExp(`${one.serial}, at most ${one.points} points; read only`));
  expect(unit.screen()).toMatch(/Scoring: \S[\s\S]*│ Self {2,}\S/);
  expect(unit.lines().filter((line) => line.includes(one.serial))).toHaveLength(1);
  expect(unit.lines().at(-1)).toMatch(/Esc Back/);
  unit.type(']');
  await unit.sees('1.1.2, at most');
  unit.type('[');
  await unit.sees(`${one.serial}, at most`);
  unit.type('3');
  await unit.sees('! Only the assigned experts score');
  unit.press('Esc');
  await unit.sees(/ 1\/\d+ ─╮/);
  const admin = await openAs(desk, 'admin');
  await atScores(admin, review);
  admin.press('Enter');
  await admin.sees('› 1 Objectives');
  admin.press('Enter');
  await admin.sees('Whose scores');
  admin.press('Enter');
  await admin.sees(/at most \d+ points {2}as \S/);
});

test('the evidence of an item is counted in its row, and opened or saved from there and while reading', async () => {
  await desk.login('city450300');
  const review = await first('--status', 'reviewing');
  const { out } = await desk.shp(['api', 'GET', 'file/evidence', '-f', `asmId=${review.id}`, '-f', 'serial1=1']);
  const files = JSON.parse(out) as { serial: string; title: string; extension: string }[];
  const [file] = files;
  const name = `${file?.title}.${file?.extension}`;
  const count = files.filter(({ serial }) => serial === file?.serial).length;
  const items = (await scoresOf(review.id)).map(({ serial }) => serial).filter((serial) => serial.startsWith('1.'));
  const unit = await openAs(desk, 'city450300', { cols: 120, rows: 40 });
  await atScores(unit, review);
  unit.type('g\r');
  await unit.sees(/No\. +Item .*Files +Points +Self/);
  const bare = items.findIndex((serial) => files.every((one) => one.serial !== serial));
  for (let at = 0; at < bare; at++) unit.press('Down');
  unit.type('o');
  await unit.sees('! There are no files');
  unit.type('g');
  for (let at = 0; at < items.indexOf(file?.serial ?? ''); at++) unit.press('Down');
  await unit.sees(new RegExp(`▌ ${file?.serial} .* ${count} +[\\d.]+ `));
  unit.press('Enter');
  await unit.sees(`Evidence: ${name}`);
  unit.type('e');
  if (count > 1) {
    await unit.sees(`▌ ${name}`);
    unit.press('Enter');
  }
  await unit.sees(`File ${name}`);
  unit.type('\u0015proof.bin\r');
  await unit.sees(/: done/);
  expect(readFileSync(join(desk.folder, 'proof.bin')).length).toBeGreaterThan(0);
  // Without a display a file is offered to be saved.
  unit.press('Esc');
  await unit.loses('Evidence: ');
  unit.type('o');
  if (count > 1) unit.press('Enter');
  await unit.sees('No display here to open files on');
  await unit.sees(`File ${name}`);
});

test('a station saves its own scores; without the right the key says why or is not offered', async () => {
  await desk.login('admin');
  const draft = await first('--status', 'draft');
  const reviewed = await first('--status', 'passed');
  await writeFile(join(desk.folder, 'own.csv'), 'serial,score,missing,reason\n1.1.1,0,,未制定\n');
  const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
  await atScores(tui, draft);
  tui.type('iown');
  await tui.sees('▌ own.csv');
  tui.press('Enter');
  await tui.sees(/1\.1\.1 .* 0 未制定/);
  tui.press('Enter');
  await tui.sees('1 item saved; ');
  tui.type('q');
  await atScores(tui, reviewed);
  tui.type('i');
  await tui.sees('No scores can be saved here now: Passed');
  const unit = await openAs(desk, 'city450300', { cols: 100, rows: 30 });
  unit.type(':assess\r');
  await unit.sees('GXXSD');
  unit.press('Enter');
  await unit.sees('[Overview]');
  unit.type('?');
  await unit.sees('Keys (Esc closes)');
  expect(unit.screen()).toContain('Next part');
  expect(unit.screen()).not.toContain('Import scores');
});

test('at 80 columns experts have short names, explained below the items; from 120 on their own', async () => {
  await desk.login('city450300');
  const row = await first('--status', 'passed');
  const tui = await openAs(desk, 'city450300');
  await atScores(tui, row);
  tui.press('Enter');
  await tui.sees(/Points {2}Self {2}Mean +E1 +E2/);
  const [, name = ''] = /│ +E1 (\S+) {2}E2 \S+/.exec(tui.screen()) ?? [];
  expect(name).not.toBe('');
  // The item's text has most of the row.
  expect(
    tui
      .lines()
      .find((line) => line.includes('No. '))
      ?.indexOf('Points'),
  ).toBeGreaterThan(40);
  tui.resize(120, 30);
  await tui.sees(new RegExp(`Spread \\(mean\\) .*${name}`));
  expect(tui.screen()).not.toMatch(/E1/);
});

test('what is left to score is counted; the current item is whole below the table, which ends above it', async () => {
  await desk.login('expert01');
  const review = await first('--waiting');
  const items = await scoresOf(review.id);
  const chapter = items.find(({ score }) => score === null)?.serial.split('.')[0] ?? '';
  const own = items.filter(({ serial }) => serial.startsWith(`${chapter}.`));
  const left = own.filter(({ score }) => score === null).length;
  const tui = await openAs(desk, 'expert01');
  await atOverview(tui, review);
  // The overview says how far the expert is, and n leads to the next open item.
  const scored = items.filter(({ score }) => score !== null).length;
  await tui.sees(new RegExp(`My items +${scored}/${items.length}`));
  tui.type('n');
  await tui.sees(`╰ ${left} not scored yet ─`);
  tui.press('Esc');
  await tui.sees(/Chapter +/);
  // The conclusion says first what is missing and what the level asks for.
  tui.type('c');
  await tui.sees(
    `! ${items.filter(({ score }) => score === null).length} of ${items.length} items not scored: draft only`,
  );
  expect(tui.screen()).toMatch(/My score +scored \d+ of \d+, [\s\S]*\(needs \d+\)[\s\S]*Chapters \(each \d+%\)/);
  tui.type('x\r');
  await tui.sees(/ {2}Conclude +- not yet/);
  tui.press('Esc');
  await tui.sees('Ctrl-O In an editor');
  tui.press('Esc');
  await tui.loses('Ctrl-O In an editor');
  // The cursor begins on the first chapter that is not finished.
  await tui.sees(new RegExp(`▌ *${chapter} .* \\d+/\\d+`));
  tui.press('Enter');
  await tui.sees(`╰ ${left} not scored yet ─`);
  // The caller's own scores need no name.
  expect(tui.screen()).toMatch(/Points {2}Self {2}Mine/);
  expect(tui.screen()).not.toContain('more (Down');
  for (const { score } of own) {
    if (score === null) break;
    tui.press('Down');
  }
  tui.type('0');
  await tui.sees(/Score +0 /);
  tui.type('\t\u0015不符合\r');
  await tui.sees(left > 1 ? `╰ ${left - 1} not scored yet ─` : /╰─+╯/);
});

test('n goes to the next item that is not scored, across chapters; finished chapters are ticked', async () => {
  await desk.login('admin');
  const draft = await first('--status', 'draft');
  const [station] = lines<{ account: string }>(
    (await desk.shp(['stations', 'list', '--search', draft.station.name, '--format', 'ndjson'])).out,
  );
  const full = (await scoresOf(draft.id)).filter(({ serial }) => serial.startsWith('1.'));
  const sheet = full.map(({ serial, points }) => `${serial},${points},,`);
  // All of the first chapter but its second item, which loses points.
  const [, second] = full as [Score, Score];
  await writeFile(
    join(desk.folder, 'own.csv'),
    ['serial,score,missing,reason', ...sheet.with(1, `${second.serial},0,,未制定`), ''].join('\n'),
  );
  const saved = await desk.shp(['assessments', 'scores', 'import', draft.id, 'own.csv', '--yes']);
  expect(saved.code, saved.err).toBe(0);
  const tui = await openAs(desk, station?.account ?? '', { cols: 120, rows: 40, env: { COLORTERM: 'truecolor' } });
  await atScores(tui, draft);
  await tui.sees(/ 1 .* ✓ (\d+)\/\1/);
  await tui.sees(/▌ *2 /);
  tui.press('Up', 'Enter');
  await tui.sees('› 1 Objectives');
  await tui.until(() => tui.raw().includes('\u001b[38;2;239;194;102m'));
  tui.type('n');
  await tui.sees('› 2 ');
  await tui.sees(/▌ *2\.1\.1 /);
  tui.type('n');
  await tui.sees(/▌ *2\.1\.2 /);
});

test('a station answers the remarks of a return, and reaches the parts of its form by key', async () => {
  await desk.login('station0001');
  const returned = await first('--status', 'returned');
  const tui = await openAs(desk, 'station0001');
  await atOverview(tui, returned);
  tui.type('a');
  await tui.sees('╭ Remarks: 2 to answer');
  tui.press('Enter');
  await tui.sees('Sent with the next submission');
  tui.type('已补充（示例）\r');
  await tui.sees('╭ Remarks: 1 to answer');
  expect(tui.screen()).toMatch(/✓ .*已补充（示例）/);
  // The cursor has gone on to the one without an answer.
  expect(tui.screen()).toMatch(/▌ {2,}\S.*not answered yet/);
  tui.press('Esc');
  await tui.sees('Answer: 已补充（示例）');
  const listed = await desk.shp(['assessments', 'answer-remark', returned.id, '--format', 'ndjson']);
  expect(listed.out).toContain('已补充（示例）');

  tui.type('l');
  await tui.sees('[Form]');
  tui.type('3');
  await tui.sees(/^╭ .* › 3 /m);
  tui.type('n');
  await tui.sees(/^╭ .* › 4 /m);
  tui.type('p');
  await tui.sees(/^╭ .* › 3 /m);
  tui.press('Esc');

  // The unit that returned it reads the remarks beside the application.
  const unit = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  await atOverview(unit, returned);
  await unit.sees('Remarks of the last return: 2');
});
