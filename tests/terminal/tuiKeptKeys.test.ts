import { afterEach, expect, test } from 'vitest';
import { gate } from '../support/proxy.ts';
import { onLine } from './assessmentScreen.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

test('keys that are pressed while chapters or items load have their effect once they are there', async () => {
  const { tui, line } = await onLine('expert01', '--waiting');
  const slow = { chapters: gate(), items: gate() };
  const asked: string[] = [];
  line.rule = ({ url }) => {
    const at = /sum_station_score/.test(url) ? 'chapters' : /station_scores|serial1\?/.test(url) ? 'items' : undefined;
    if (at === undefined) return undefined;
    asked.push(at);
    return { passWhen: slow[at].opened };
  };
  tui.press('Enter');
  await tui.sees('[Scores]');
  await tui.sees('Loading');
  tui.type('g');
  tui.press('Down', 'Enter', 'Down', 'Down', 'Enter');
  await expect.poll(() => asked).toContain('chapters');
  slow.chapters.open();
  await expect.poll(() => asked).toContain('items');
  await tui.sees('Loading');
  slow.items.open();
  // The third item of the second chapter.
  await tui.sees(/› 2 \S[\s\S]*2\.1\.3, at most/);
  line.stop();
});

test('Esc discards the keys that wait for the chapters', async () => {
  const { tui, line } = await onLine('expert01', '--waiting');
  const slow = gate();
  line.rule = ({ url }) => (/sum_station_score/.test(url) ? { passWhen: slow.opened } : undefined);
  tui.press('Enter');
  await tui.sees('Loading');
  tui.press('Down', 'Enter', 'Esc');
  // The next key works at once.
  tui.type('l');
  await tui.sees('[Experts]');
  slow.open();
  tui.press('Left');
  await tui.sees(/▌ \d+ +\S/);
  line.stop();
});

test('keys that are pressed while experts, events and files load have their effect once they are there', async () => {
  const { tui, line } = await onLine('province', '--status', 'passed');
  tui.press('Right', 'Right');
  await tui.sees('[Scores]');
  const slow = { Experts: gate(), Events: gate(), Files: gate() };
  line.rule = ({ url }) => {
    if (/assessment\/experts\?/.test(url)) return { passWhen: slow.Experts.opened };
    if (/assessment\/events/.test(url)) return { passWhen: slow.Events.opened };
    return /file\/list/.test(url) ? { passWhen: slow.Files.opened } : undefined;
  };
  tui.press('Right');
  await tui.sees(/\[Experts\][\s\S]*Loading/);
  // Each key is for what comes: the first ones for the experts, then Right for their history, and so on.
  tui.press('Down', 'Right', 'PageDown', 'Right', 'Down', 'Down', 'Enter');
  tui.type('x');
  slow.Experts.open();
  await tui.sees(/\[Events\][\s\S]*Loading/);
  slow.Events.open();
  await tui.sees(/\[Files\][\s\S]*Loading/);
  slow.Files.open();
  await tui.sees(/ 3\/\d+ ─╮[\s\S]*(?:│|╭) Download[\s\S]*File \S+x /);
  line.stop();
});

test('keys for the form and for a file that are pressed while the assessment loads have their effect once it is there', async () => {
  const { tui, line, assessment } = await onLine('county450325', '--status', 'submitted');
  const slow = { assessment: gate(), steps: gate(), files: gate() };
  line.rule = ({ url }) => {
    if (/assessment\/next_steps/.test(url)) return { passWhen: slow.steps.opened };
    if (/file\/list/.test(url)) return { passWhen: slow.files.opened };
    return /\/assessment\?/.test(url) ? { passWhen: slow.assessment.opened } : undefined;
  };
  const atLoadingForm = async () => {
    tui.press('Esc');
    await tui.sees(/\d in all/);
    tui.press('Enter');
    await tui.sees(/\[Overview\][\s\S]*Loading/);
    tui.type('l');
    await tui.sees(/\[Form\][\s\S]*Loading/);
  };
  await atLoadingForm();
  tui.type('mm');
  slow.assessment.open();
  await tui.sees(/\[Form\][\s\S]*1 Unit/);
  // Whether remarks can be given is known with the next steps.
  expect(tui.screen()).not.toContain('Remark on a field');
  slow.steps.open();
  // The second `m` is typed into the search.
  await tui.sees(/╭ Remark on a field[\s\S]*\/ +m /);
  tui.press('Esc');
  await tui.loses('Remark on a field');

  slow.assessment = gate();
  await atLoadingForm();
  // A digit is a part of the form, not a tab.
  tui.type('3');
  slow.assessment.open();
  await tui.sees(/› 3 \S/);

  slow.assessment = gate();
  await atLoadingForm();
  tui.type('y');
  slow.assessment.open();
  await tui.sees(`Copied ${assessment.number}`);

  tui.type('llll');
  await tui.sees(/\[Files\][\s\S]*Loading/);
  tui.type('m');
  slow.files.open();
  await tui.sees(/ 1\/\d+ ─╮[\s\S]*╭ Remark: /);
  line.stop();
});

test('a step that is asked for while the assessment is fetched again is offered by the answer', async () => {
  const { tui, line, assessment } = await onLine('county450325', '--status', 'submitted');
  const slow = gate();
  line.rule = ({ url }) => (/assessment\/next_steps/.test(url) ? { passWhen: slow.opened } : undefined);
  const returned = await desk.shp(['assessments', 'advance', assessment.id, 'returned', '-m', '示例']);
  expect(returned.code).toBe(0);
  tui.type('R');
  await tui.sees('◄ Returned');
  // The second key is for the page: no dialog of the steps before has opened.
  tui.type('tl');
  slow.open();
  await tui.sees('[Form]');
  tui.type('t');
  await tui.sees('You can take no step from here');
  line.stop();
});

test('keys that are pressed before the first rows of a list move there once they have come', async () => {
  const { tui, line } = await onLine('admin', '--status', 'passed');
  const slow = { list: gate(), one: gate() };
  line.rule = ({ url }) => {
    if (/finding\/query/.test(url)) return { passWhen: slow.list.opened };
    return /finding\?/.test(url) ? { passWhen: slow.one.opened } : undefined;
  };
  tui.type('F');
  await tui.sees('Loading');
  tui.press('Down', 'Down', 'Enter', 'End');
  slow.list.open();
  await tui.sees(/› WT-[\w-]+ ─[\s\S]*Loading/);
  slow.one.open();
  await tui.sees(/Steps[\s\S]*To be rectified/);
  tui.press('Esc');
  await tui.sees(/╭ Findings ─+ Found ▼ {2}3\/[\d,]+ ─╮/);
  line.stop();
});
