import { afterEach, expect, test } from 'vitest';
import { assessments } from './assessmentScreen.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

test('shows its form, scores by chapter and by expert, experts, events and files', async () => {
  await desk.login('admin');
  const [reviewed] = await assessments('--status', 'reviewed');
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('/');
  await tui.sees('Submitted from');
  tui.press('Down', 'Right', 'Right', 'Right', 'Right', 'Right', 'Space', 'Enter');
  await tui.sees(/\d in all {2}\[Awaiting final review\]/);
  tui.press('Enter');
  await tui.sees('[Overview]');
  await tui.sees('Next steps');
  expect(tui.screen()).toContain('Awaiting final review');
  expect(reviewed).toBeDefined();
  tui.press('Right');
  await tui.sees('Unified social credit code');
  tui.press('Right');
  await tui.sees(/1 +Objectives and responsibilities +130/);
  await tui.sees(/Expert score [\d.]+ \([\d.]+ of [\d.]+ points\), (?:reaches|does not reach) Level \d/);
  tui.press('Enter');
  await tui.sees(/1\.1\.1/);
  await tui.sees(/Self {2}|Spread|n\/a|（示例）/);
  tui.type('q');
  await tui.sees('Self rate');
  tui.press('Right');
  await tui.sees('Concluded');
  await tui.sees(/\d+\/118 +[\d.]+ +Yes/);
  tui.press('Right');
  await tui.sees(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .*● In expert review → ● Awaiting final review/);
  tui.press('Right');
  await tui.sees(/Signed application form|There are no files/);
});

test('lists what blocks a submission, with items by chapter', async () => {
  const tui = await openAs(desk, 'admin', { cols: 120, rows: 60 });
  const [draft] = await assessments('--status', 'draft');
  const { out } = await desk.shp(['api', 'GET', 'assessment/next_steps', '-f', `id=${draft?.id}`]);
  const [{ problems }] = JSON.parse(out) as [{ problems: { section?: string; serial?: string }[] }];
  const { section: chapter } = problems.find(({ section }) => section !== undefined) ?? {};
  const first = problems.filter(({ section }) => section === chapter).map(({ serial }) => serial);
  expect(first.length).toBeGreaterThan(1);
  tui.type('6');
  await tui.sees('GXXSD');
  tui.type('/');
  await tui.sees('Submitted from');
  tui.press('Down', 'Space', 'Enter');
  await tui.sees(/\d in all {2}\[Draft\]/);
  tui.press('Enter');
  await tui.sees(draft?.number ?? '');
  await tui.sees('Next steps');
  tui.press('End');
  await tui.sees(`- Chapter ${chapter}, ${first.length} items to complete: ${first.slice(0, 3).join(', ')}, `);
  // Where one column has no room for the reasons, they stand in two; on a narrow terminal below one another.
  const twice = /│ {7}- \S.* {2,}- \S/;
  expect(tui.screen()).not.toMatch(twice);
  tui.resize(100, 30);
  tui.type('g');
  await tui.sees(twice);
  tui.resize(80, 30);
  await tui.loses(twice);
  tui.resize(120, 60);
  tui.type('t');
  await tui.sees(`- ${problems.length} conditions not met`);
});

test('why a step is not possible stands in full below it, and Enter on it says so until the next key', async () => {
  await desk.login('city450300');
  const [assessment] = await assessments('--status', 'first_passed', '--waiting');
  const tui = await openAs(desk, 'city450300');
  tui.type('4');
  await tui.sees('GXXSD');
  tui.type(`/${assessment?.number}\r`);
  await tui.sees('1 in all');
  tui.press('Enter');
  await tui.sees('Next steps');
  tui.type('t');
  await tui.sees(
    /▌ Start the expert review +→ ● In expert review +│ │\n.* {4}- At least 1 expert must be assigned; now 0 +│ │\n.* Return +→ ◄ Returned +│ │\n.*╰/,
  );
  tui.press('Enter');
  await tui.sees(/^! At least 1 expert must be assigned; now 0$/m);
  tui.press('Down');
  await tui.loses(/^! At least 1 expert/m);
});

test('makes a step, with a description if required', async () => {
  const tui = await openAs(desk, 'county450325', { cols: 120, rows: 40 });
  tui.type('4');
  await tui.sees('GXXSD');
  tui.type('w');
  await tui.sees(/[1-9]\d* in all {2}\[Waiting for me\]/);
  const number = /GXXSD-\d+-\d+/.exec(tui.screen())?.[0] ?? '';
  tui.press('Enter');
  await tui.sees('Next steps');
  await tui.sees('Return → ◄ Returned');
  tui.type('t');
  await tui.sees('▌ Pass the first review');
  tui.press('Down', 'Enter');
  await tui.sees('Description (required)');
  tui.press('Enter');
  await tui.sees('Please enter a description');
  tui.paste('材料不全\n请补充');
  await tui.sees('材料不全 请补充');
  tui.press('Enter');
  await tui.sees('Done: Return');
  await tui.sees(/Status +Returned/);
  const [row] = (await assessments()).filter((one) => one.number === number);
  expect(row?.status).toBe('returned');
  const events = await desk.shp(['api', 'GET', 'assessment/events', '-f', `id=${row?.id}`]);
  expect(events.out).toContain('材料不全 请补充');
});
