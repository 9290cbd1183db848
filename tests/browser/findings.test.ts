import { daysSince } from '@shp/shared/domain/lib/days';
import { findings as zh } from '@shp/shared/text/findings/zh';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLOURS } from '../../web/src/theme/tokens.ts';
import { pdf } from '../support/materials.ts';
import { newReview, openReview } from './experts.ts';
import { firstPassed, openFinal, reviewed } from './finalReviews.ts';
import { openAt, openStage, type Stage } from './harness.ts';
import { item, openPage, openTab } from './stations.ts';
import { faultsOf } from './visualChecks.ts';
import { step } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('the final manager words the findings, the station mends one on a phone, the county closes it', async () => {
  const city = await stage.person('city_manager');
  const review = await firstPassed(stage, { experts: 2 });
  await reviewed(city, review, [0.9, 0.9]);
  const { page: deciding, problems } = await openFinal(stage, city, review.id);
  await openTab(deciding, 'Conclusion');
  const making = deciding.locator('details').filter({ hasText: 'Findings made by the conclusion' });
  await making.locator('summary').click();
  const text = making.getByRole('textbox', { name: /^Problem at/ }).first();
  expect(await text.inputValue()).toBe('记录不全（示例）');
  await text.fill('台账缺两个月（示例）');
  await making
    .getByRole('textbox', { name: /^Advice for/ })
    .first()
    .fill('补齐台账（示例）');
  expect(await faultsOf(deciding)).toEqual([]);
  await deciding.reload();
  await openTab(deciding, 'Conclusion');
  await making.locator('summary').click();
  expect(await text.inputValue()).toBe('台账缺两个月（示例）');
  await deciding.getByRole('textbox', { name: 'Conclusion' }).fill('结论（示例）');
  await deciding.getByText('Saved', { exact: true }).waitFor();
  await step(deciding, 'pass');
  const made = (await city.api.call('GET finding/query', { station: review.station.id, size: 200 })).items.find(
    (row) => row.text === '台账缺两个月（示例）',
  );
  expect(made?.advice).toBe('补齐台账（示例）');
  const serial = made?.serial ?? '';

  const phone = { lang: 'en', width: 380 } as const;
  const { page, problems: onPhone } = await openAt(stage, review.station, '/assessments?tab=findings', phone);
  await page.getByRole('textbox', { name: 'Text, station, number or item' }).fill(serial);
  const card = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect.poll(() => card.count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await card.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: '台账缺两个月（示例）' });
  await dialog.getByRole('heading', { name: made?.no ?? '' }).waitFor();
  await dialog.getByText('补齐台账（示例）').waitFor();
  await dialog.getByRole('button', { name: 'Plan' }).click();
  await dialog.getByText('Required').first().waitFor();
  expect(await dialog.getByText('Required').count()).toBe(3);
  await dialog.getByRole('textbox', { name: 'Measure' }).fill('补记（示例）');
  await dialog.getByRole('textbox', { name: 'Person responsible' }).fill('示例甲');
  await dialog.getByRole('textbox', { name: 'Due date' }).fill('2099-12-31');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Plan' }).click();
  await dialog.getByRole('button', { name: 'Report as done' }).waitFor();
  await dialog
    .getByLabel('Add photographs or files')
    .setInputFiles({ name: 'after.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('after')) });
  await dialog.getByRole('button', { name: /^after\.pdf/ }).waitFor();
  await dialog.getByRole('textbox', { name: 'What was done' }).fill('已补记（示例）');
  await dialog.getByRole('button', { name: 'Report as done' }).click();
  await dialog.getByText('To be checked').first().waitFor();
  expect(onPhone).toEqual([]);

  const county = await stage.person('admin');
  const { page: inEnglish } = await openAt(stage, county, '/assessments?tab=findings', phone);
  await inEnglish.getByRole('textbox', { name: 'Text, station, number or item' }).fill(serial);
  await inEnglish.getByRole('button', { name: `Open finding ${made?.no}` }).click();
  for (const name of ['Cancel', 'Accept and close'])
    await expect.poll(() => inEnglish.getByRole('dialog').getByRole('button', { name, exact: true }).count()).toBe(1);
  await inEnglish.close();
  const { page: checking } = await openAt(stage, county, `/assessments/${review.id}/admin`, {
    lang: 'zh',
    width: 1200,
  });
  await openTab(checking, zh.title);
  await checking.getByRole('textbox', { name: zh.screen.search }).fill(serial);
  await checking.getByRole('button', { name: zh.screen.open(made?.no ?? '') }).click();
  await checking.getByRole('dialog').getByRole('button', { name: '核查销号' }).click();
  await checking
    .getByRole('dialog', { name: zh.screen.closeAsk(made?.no ?? '') })
    .getByRole('button', { name: '核查销号' })
    .click();
  await checking.getByRole('dialog').getByText('已销号').first().waitFor();
  expect(await faultsOf(checking)).toEqual([]);
  expect((await city.api.call('GET finding', { id: made?.id ?? '' })).events.map(({ state }) => state)).toEqual([
    'open',
    'planned',
    'done',
    'closed',
  ]);

  await deciding.goto(`/assessments/${review.id}/print-conclusion?part=findings`);
  await deciding.getByText('补记（示例）').first().waitFor();
  await deciding.goto(`/assessments/${review.id}/print-conclusion`);
  await deciding.getByText('整改建议：补齐台账（示例）').waitFor();
  expect(problems).toEqual([]);

  const { id: next } = await review.station.api.call('POST assessment/add_assessment', { level: 3 });
  const { page: applying } = await openPage(stage, review.station, next, phone);
  await openTab(applying, 'Findings');
  await applying.getByRole('button', { name: 'Show 1 closed finding' }).click();
  const became = applying.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await became
    .filter({ hasText: made?.no ?? '' })
    .getByText('Closed')
    .waitFor();
  expect(await faultsOf(applying)).toEqual([]);
}, 240_000);

test('what a unit has to check and what is overdue stand first under their numbers; a card says the problem in its first line and the station beneath', async () => {
  const { page, person } = await stage.visitAs('county_manager', { lang: 'en' });
  await page.goto('/assessments?tab=findings');
  const { total, items } = await person.api.call('GET finding/query', { overdue: true, sortby: 'due', size: 5 });
  expect(total).toBeGreaterThan(5);
  const done = await person.api.call('GET finding/query', { state: ['done'], sortby: 'updatedAt', size: 5 });
  await page.getByRole('heading', { name: `${total} overdue` }).waitFor();
  const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings.slice(0, 2)).toEqual([`${done.total} to check`, `${total} overdue`]);
  const late = page.getByRole('list', { name: `${total} overdue` }).getByRole('listitem');
  const firstLines = async () =>
    (await late.getByRole('button').allInnerTexts()).map((text) => text.replace(/\s+/g, ''));
  expect(await firstLines()).toEqual(items.map(({ text }) => text));
  await late
    .first()
    .getByText(items[0]?.station.name ?? '', { exact: true })
    .waitFor();
  // Each says for how long; what waits for the check says since when, the longest first.
  const overdueFor = items.map(({ due }) => `${daysSince(due ?? '')} days overdue`);
  expect(await late.getByText(/^\d+ days overdue$/).allInnerTexts()).toEqual(overdueFor);
  const waiting = page.getByRole('list', { name: `${done.total} to check` }).getByRole('listitem');
  expect(await waiting.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(
    done.items.map(({ no, text }) => `Open finding ${no}: ${text}`),
  );
  const [oldest] = done.items;
  const days = daysSince(oldest?.updatedAt ?? '');
  await page
    .getByRole('listitem')
    .filter({ hasText: oldest?.no ?? '' })
    .getByText(`Waiting ${days} days to be checked`)
    .waitFor();
  // A click anywhere on a card opens it.
  const to = page
    .getByRole('list', { name: `${done.total} to check` })
    .getByRole('listitem')
    .first();
  const { width = 0, height = 0 } = (await to.boundingBox()) ?? {};
  await to.click({ position: { x: width - 4, y: height - 4 } });
  await page
    .getByRole('dialog')
    .getByText(done.items[0]?.no ?? '')
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const rest = page.getByRole('list', { name: 'Findings' });
  expect(await rest.getByText(/overdue/).count()).toBe(0);
  await page.getByRole('button', { name: `Show all ${total}` }).click();
  await page.getByText(`1–20 of ${total}`).waitFor();
  expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('overdue');
});

test('a unit closes a finding or sends it back, each with its own fields; closing is asked for once and leads to the next', async () => {
  const { page, person } = await stage.visitAs('county_manager', { lang: 'en' });
  const done = { state: ['done'] as const, sortby: 'updatedAt', size: 5 } as const;
  const { items, total } = await person.api.call('GET finding/query', { ...done, state: ['done'] });
  const [first, second] = items;
  await page.goto('/assessments?tab=findings');
  await page.getByRole('button', { name: `Open finding ${first?.no}` }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: first?.no ?? '' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  // Nothing was added as evidence, so no decision is chosen beforehand.
  await dialog.getByText('No photograph or file was added to this step.').waitFor();
  expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await button('Accept and close').count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Accept and close' }).check();
  await button('Accept and close').waitFor();
  expect(await reason.count()).toBe(0);
  // The step to be checked stands above the decision, and once.
  expect(await dialog.getByText('To be checked').count()).toBe(2);
  await dialog.getByRole('radio', { name: 'Send back' }).check();
  await reason.waitFor();
  await button('Send back').waitFor();
  await dialog.getByRole('radio', { name: 'Accept and close' }).check();
  expect(await faultsOf(page)).toEqual([]);
  await button('Accept and close').click();
  const asked = page.getByRole('dialog', { name: `Close finding ${first?.no}?` });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });
  expect((await person.api.call('GET finding', { id: first?.id ?? '' })).state).toBe('done');
  await button('Accept and close').click();
  await asked.getByRole('button', { name: 'Accept and close' }).click();
  const next = page.getByRole('button', { name: /^Next open finding \(\d+ left\)$/ });
  await expect.poll(() => next.evaluate((one) => one === document.activeElement)).toBe(true);
  expect((await person.api.call('GET finding/query', { ...done, state: ['done'] })).total).toBe(total - 1);
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(second?.no ?? '')
    .first()
    .waitFor();
});

test('a finding leads to its station and its review; a station reads both as text', async () => {
  const { page, person, problems } = await stage.visitAs('county_manager', { lang: 'en' });
  const { items } = await person.api.call('GET finding/query', { overdue: true, sortby: 'due', size: 1 });
  const [first] = items;
  if (!first?.assessment) throw new Error('no finding of a review');
  const { station, assessment } = first;
  const open = () => page.goto('/assessments?tab=findings').then(() => page.getByText(first.text).first().click());
  const dialog = page.getByRole('dialog');
  await open();
  await dialog.getByRole('link', { name: `Review ${assessment.number}` }).click();
  await page.waitForURL(`**/assessments/${assessment.id}/first_manager`);
  await page.getByRole('heading', { name: station.name }).waitFor();
  await open();
  await dialog.getByRole('link', { name: station.name }).click();
  await page.waitForURL(`**/stations?show=${station.id}`);
  await dialog.getByText(station.name).first().waitFor();
  expect(problems).toEqual([]);

  const own = await stage.visitAs('station', { lang: 'en' });
  const { api } = own.person;
  await api.call('POST finding/add', { serial: '1.1.1', text: '自查发现（示例）' });
  await own.page.goto('/assessments?tab=findings');
  await own.page.getByText('自查发现（示例）').first().click();
  const reading = own.page.getByRole('dialog');
  await reading.getByText('1.1.1').first().waitFor();
  expect(await reading.getByRole('link').count()).toBe(0);
});

test("the tab of a station's findings counts those that are overdue, in red", async () => {
  const { page, person, problems } = await stage.visitAs('station', { lang: 'en', theme: 'light' });
  const { total } = await person.api.call('GET finding/query', { overdue: true, size: 1 });
  expect(total).toBeGreaterThan(0);
  const [assessment] = (await person.api.call('GET assessment/query', { size: 1 })).items;
  await page.goto(`/assessments/${assessment?.id}/station`);
  const count = page.getByRole('tab', { name: `Findings: ${total} overdue` }).getByText(`${total} overdue`);
  await count.waitFor();
  expect(await count.evaluate((element) => getComputedStyle(element).color)).toBe(rgbOf(COLOURS.light.red));
  expect(problems).toEqual([]);
});

/** A colour as browsers write it. */
const rgbOf = (hex: string) =>
  `rgb(${[1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)).join(', ')})`;

test('experts see an open finding beside the score of its item, and none that is closed', async () => {
  const { id, station, experts, admin } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('the review has no expert');
  await station.api.call('POST finding/add', { serial: '1.1.1', text: '规程过期（示例）' });
  const closed = await station.api.call('POST finding/add', { serial: '1.1.2', text: '指标已补（示例）' });
  for (const [to, by] of [
    ['planned', station],
    ['done', station],
    ['closed', admin],
  ] as const)
    await by.api.call('POST finding/step', {
      id: closed.id,
      to,
      text: '示例',
      ...(to === 'planned' && { due: '2099-12-31' }),
    });
  const { page, problems } = await openReview(stage, expert, id);
  const folded = item(page, '1.1.1').getByText('1 open finding');
  await folded.click();
  await item(page, '1.1.1').getByText('规程过期（示例）').waitFor();
  expect(
    await item(page, '1.1.2')
      .getByText(/open finding/)
      .count(),
  ).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a station adds a finding of its own check', async () => {
  const review = await firstPassed(stage, { experts: 1 });
  const { page, problems } = await openAt(stage, review.station, `/assessments/${review.id}/station`);
  await openTab(page, 'Findings');
  await page.getByRole('button', { name: 'Add a finding' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Problem' }).fill('护栏锈蚀（示例）');
  await dialog.getByRole('textbox', { name: 'Item' }).fill('9.9.9');
  await dialog.getByRole('button', { name: 'Add a finding' }).click();
  await dialog.getByText('The standard has no such item').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Item' }).fill('1.1.1');
  await dialog.getByRole('button', { name: 'Add a finding' }).click();
  await page.getByRole('list', { name: 'Findings' }).getByText('护栏锈蚀（示例）').waitFor();
  expect(problems).toEqual([]);
}, 120_000);

test('the list of findings is asked for once, a pause after the last key', async () => {
  const { page, person } = await stage.visitAs('county_manager', { lang: 'en' });
  const { items } = await person.api.call('GET finding/query', { state: ['open'], size: 1 });
  const { no = '' } = items[0] ?? {};
  await page.goto('/assessments?tab=findings');
  await page
    .getByRole('button', { name: /^Open finding/ })
    .first()
    .waitFor();
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/finding/query')) asked.push(searchParams.get('search'));
  });
  await page.getByRole('textbox', { name: 'Text, station, number or item' }).pressSequentially(no, { delay: 20 });
  await expect.poll(() => page.getByRole('button', { name: /^Open finding/ }).count()).toBe(1);
  expect(new Set(asked)).toEqual(new Set([no]));
});
