import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { filterOfView } from '@shp/shared/domain/addresses/findings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSession } from '../support/accounts.ts';
import { scoresAt } from '../support/materials.ts';
import { newReview } from './experts.ts';
import { firstPassed } from './finalReviews.ts';
import { accountOf, carry, openStage, type Stage } from './harness.ts';
import { itemsOf, newDraft, returned } from './stations.ts';
import { enter } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test.each(['county_manager', 'city_manager', 'province_manager'] as const)(
  'from signing in, one click of a %s opens the oldest that waits',
  async (role) => {
    const { api } = await stage.person(role);
    const { items, total } = await api.call('GET assessment/query', { waiting: true, sortby: 'statusSince' });
    const { page, problems } = await enter(stage, accountOf(stage.server.data, role), DEMO_PASSWORD);
    const links = page
      .getByRole('region', { name: `${total} waiting for you` })
      .getByRole('listitem')
      .getByRole('link');
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual(items.slice(0, 6).map(({ station }) => station.name));
    await links.first().click();
    await page.getByRole('heading', { name: items[0]?.number ?? '' }).waitFor();
    expect(problems).toEqual([]);
  },
);

test('the home page of an expert shows how many items of each review are scored', async () => {
  const { page, person } = await stage.visitAs('expert', { lang: 'en' });
  const { items } = await person.api.call('GET assessment/query', { waiting: true, sortby: 'statusSince' });
  await page.goto('/');
  const me = await person.api.call('GET user', {});
  const first = page.getByRole('listitem').filter({ hasText: items[0]?.number ?? '' });
  const sum = await person.api.call('GET assessment/sum_expert_score', {
    id: items[0]?.id ?? '',
    expertId: me.id,
  });
  const scored = sum.sections.reduce((count, section) => count + section.scored, 0);
  await first.getByText(`${scored}/118 items scored`).waitFor();
});

test('the card of a review says how many days its expert has left, marked when they are few', async () => {
  const { id, experts, admin } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { stageDays } = await admin.api.call('GET system/settings', {});
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  await carry(context, expert);
  await page.goto('/');
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href*="${id}"]`) });
  await card.getByText(`since today, ${stageDays.reviewing} days left`, { exact: true }).waitFor();
  const weight = (text: string) =>
    card.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).fontWeight);
  expect(await weight(`since today, ${stageDays.reviewing} days left`)).toBe('400');
  await confirmSession(admin);
  await admin.api.call('POST system/update_settings', { stageDays: { ...stageDays, reviewing: 7 } });
  await page.reload();
  await card.getByText('since today, 7 days left', { exact: true }).waitFor();
  expect(await weight('since today, 7 days left')).toBe('600');
  await admin.api.call('POST system/update_settings', { stageDays });
  expect(problems).toEqual([]);
});

test('a returned application is corrected and submitted again: home and list say so', async () => {
  const { person, id } = await returned(stage, '4.1.1');
  const { page, context } = await stage.visit({ lang: 'en' });
  await carry(context, person);
  await page.goto('/');
  const link = page.getByRole('main').getByRole('link', { name: 'Correct and submit again' });
  expect(await link.getAttribute('href')).toBe(`/assessments/${id}/station`);
  await page.goto('/assessments');
  expect(await link.getAttribute('href')).toBe(`/assessments/${id}/station`);
});

test('a review whose items are all scored asks its expert for the conclusion', async () => {
  const { id, experts } = await firstPassed(stage, { experts: 1 });
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const admin = await stage.person('admin');
  await admin.api.call('POST assessment/assign_experts', {
    id,
    experts: [expert.id, (await stage.person('expert')).id],
  });
  await admin.api.call('POST assessment/add_event', { id, status: 'reviewing', description: '' });
  const scores = scoresAt(await itemsOf(expert, id), 1, '');
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  await carry(context, expert);
  await expert.api.call('POST assessment/expert_scores', { id, items: scores.slice(1) });
  await page.goto('/');
  await page.getByText(`${scores.length - 1}/${scores.length} items scored`).waitFor();
  expect(await page.getByText('Write the conclusion').count()).toBe(0);
  await expert.api.call('POST assessment/expert_scores', { id, items: scores.slice(0, 1) });
  await page.reload();
  await page.getByText('Write the conclusion').waitFor();
  expect(problems).toEqual([]);
});

test('a complete application with unanswered remarks says so on the home page and where it is submitted', async () => {
  const { person, id } = await returned(stage, '4.1.1');
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  await carry(context, person);
  // The remarks come last: until then the page does not say that nothing is missing.
  const checked = page.waitForResponse(/validate_station_submit/);
  await page.route('**/api/assessment/events*', async (route) => {
    await checked;
    await route.continue();
  });
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.innerText.includes('Nothing is missing')) document.documentElement.dataset.said = 'yes';
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto('/');
  await page.getByRole('link', { name: '2 remarks to answer' }).waitFor();
  expect(await page.locator('html').getAttribute('data-said')).toBe(null);
  await page.getByRole('link', { name: '2 remarks to answer' }).click();
  await page.waitForURL(`**/assessments/${id}/station#form/unit.contact`);
  await page.goto(`/assessments/${id}/station#submit`);
  await page.getByText('Ready; 2 remarks not answered').waitFor();
  expect(await page.getByText('Nothing is missing').count()).toBe(0);
  const check = page.getByRole('status').filter({ hasText: 'Ready; ' });
  expect(await check.getAttribute('class')).toMatch(/colorWarning/);
  await check.getByRole('link', { name: '2 remarks not answered', exact: true }).click();
  await page.waitForURL(`**/station#form/unit.contact`);
  expect(problems).toEqual([]);
});

test('the home page of a station shows where its application stands and what is missing', async () => {
  const draft = await newDraft(stage);
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  await carry(context, draft.person);
  await page.goto('/');
  const panel = page.getByRole('region', { name: /^Application: Level/ });
  // The region's figures, and their heading, come after the station's own part.
  await panel.waitFor();
  expect(await page.locator('h1, h2').first().innerText()).toMatch(/^Application: Level/);
  expect(await panel.getByRole('listitem').filter({ hasText: 'Application' }).getAttribute('aria-current')).toBe(
    'step',
  );
  const { problems: missing } = await draft.person.api.call('GET assessment/validate_station_submit', { id: draft.id });
  await panel.getByText(`${missing.length} entries are still missing`).waitFor();
  await panel.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(`**/assessments/${draft.id}/station`);
  await page.goto('/');
  await page.getByRole('region', { name: 'Rating' }).getByText('No valid rating').waitFor();
  expect(problems).toEqual([]);
});

test.each([
  ['station', 'unclosed', 'not closed'],
  ['county_manager', 'done', 'done, to be checked'],
  ['county_manager', 'overdue', 'overdue'],
] as const)('the home page of %s counts findings, and the number leads to as many: %s', async (role, view, words) => {
  const { page, person, problems } = await stage.visitAs(role, { lang: 'en' });
  if (role === 'station') await person.api.call('POST finding/add', { text: '护栏锈蚀（示例）' });
  const { total } = await person.api.call('GET finding/query', { ...filterOfView(view), size: 1 });
  expect(total).toBeGreaterThan(0);
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Findings' })
    .getByRole('link', { name: `${total} ${words}`, exact: true })
    .click();
  // What is overdue has a list of its own before the rest.
  const cards = page.getByRole('list', { name: /^Findings$|^\d+ overdue$/ }).getByRole('listitem');
  await expect.poll(() => cards.count()).toBe(Math.min(total, 20));
  if (total > 20) await page.getByText(`of ${total}`).waitFor();
  expect(problems).toEqual([]);
});
