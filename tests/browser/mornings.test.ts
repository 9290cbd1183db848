import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import { rules } from '@shp/shared/text/en/rules';
import { web } from '@shp/shared/text/en/web';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPLETE_FORM } from '../support/materials.ts';
import { EXPERT_PASSWORD, newReview, scoreAllBut } from './experts.ts';
import { accountOf, carry, openStage, type Stage, type Visit } from './harness.ts';
import { openTabByKeys, pressAt, shown, submitByKeys, tabTo } from './keys.ts';
import { newManager, submitted } from './reviews.ts';
import { fillIn, itemsOf, newDraft, PASSWORD, saved } from './stations.ts';

/** The first minutes of a working day, by keyboard alone: sign in, see what waits, do the oldest, see it gone. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Signs in by keys on the sign-in page. */
async function signIn(account: string, password: string): Promise<Visit> {
  const visit = await stage.visit({ lang: 'en' });
  const { page } = visit;
  await page.goto('/');
  await shown(page, 'button', 'Log in');
  await tabTo(page, 'Account');
  await page.keyboard.type(account);
  await tabTo(page, 'Password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: web.home.title }).waitFor();
  return visit;
}

const asDemo = (role: UserRole) => signIn(accountOf(stage.server.data, role), DEMO_PASSWORD);

/** Goes home by the command box. */
async function goHome(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type('Home');
  await page.getByRole('option', { name: /^Home/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: web.home.title }).waitFor();
}

/** Takes a step: its button at the foot, which is before the head of the page by Shift+Tab, and the dialog's. */
async function stepByKeys(page: Page, name: StepName): Promise<void> {
  const button = page.getByRole('region', { name: 'Next steps' }).getByRole('button', { name: rules.steps[name] });
  await button.and(page.locator('[aria-disabled=false]')).waitFor();
  await tabTo(page, rules.steps[name], true);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: rules.steps[name] });
  await dialog.waitFor();
  await pressAt(page, rules.steps[name]);
  await dialog.waitFor({ state: 'detached' });
}

test('the morning of a county unit by keyboard alone: the oldest of what waits is passed, and one less waits', async () => {
  const person = await stage.person('county_manager');
  const { items, total } = await person.api.call('GET assessment/query', { waiting: true, sortby: 'statusSince' });
  const [oldest] = items;
  if (!oldest) throw new Error('nothing waits for the unit');
  const { page, problems } = await asDemo('county_manager');
  await page.getByRole('region', { name: `${total} waiting for you` }).waitFor();
  await shown(page, 'link', oldest.station.name);
  await pressAt(page, oldest.station.name);
  await page.getByRole('heading', { level: 1, name: oldest.number }).waitFor();
  await stepByKeys(page, 'passFirst');
  await goHome(page);
  await page.getByRole('region', { name: `${total - 1} waiting for you` }).waitFor();
  expect((await person.api.call('GET assessment', { id: oldest.id })).status).toBe('first_passed');
  expect(problems).toEqual([]);
});

test('the morning of an expert by keyboard alone: the last item scored, concluded, and nothing waits', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const items = await itemsOf(expert, id);
  const [open] = items;
  if (!open) throw new Error('no item');
  await scoreAllBut(expert, id, [open.serial]);
  const { station } = await expert.api.call('GET assessment', { id });
  const { page, problems } = await signIn(expert.account, EXPERT_PASSWORD);
  await page.getByText(`${items.length - 1}/${items.length} items scored`).waitFor();
  await pressAt(page, station.name);
  await page.getByText('What is left (1)').waitFor();
  await tabTo(page, `Score of item ${open.serial}, at most ${open.score}`);
  await page.keyboard.type(String(open.score));
  await page.getByText('Every item is scored.').waitFor();
  await openTabByKeys(page, /^Conclusion/);
  await page.getByLabel('Your conclusion').waitFor();
  await tabTo(page, 'Your conclusion');
  await page.keyboard.type('总体符合要求（示例）。');
  await saved(page);
  await page.getByRole('button', { name: 'Conclude' }).and(page.locator('[aria-disabled=false]')).waitFor();
  await pressAt(page, 'Conclude');
  await page.getByRole('dialog').waitFor();
  await pressAt(page, 'Conclude');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await goHome(page);
  await page.getByRole('region', { name: '0 waiting for you' }).getByText('Nothing is waiting for you.').waitFor();
  expect(problems).toEqual([]);
});

test('the morning of a station by keyboard alone: what is missing is filled in, and the application goes on', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id, { ...COMPLETE_FORM, unit: { ...COMPLETE_FORM.unit, contact: null } });
  const { page, problems } = await signIn(person.account, PASSWORD);
  const panel = page.getByRole('region', { name: /^Application: Level/ });
  await panel.getByText(/still missing$/).waitFor();
  await pressAt(page, 'Continue');
  await page.getByRole('textbox', { name: 'Contact' }).first().waitFor();
  await tabTo(page, 'Contact');
  await page.keyboard.type('示例联系人');
  await saved(page);
  await submitByKeys(page);
  await goHome(page);
  const current = panel.locator('[aria-current=step]');
  await expect.poll(() => current.innerText()).toMatch(/^First review/);
  expect(problems).toEqual([]);
});

test('the morning of an aggregate account by keyboard alone: its stations, and one of their reviews', async () => {
  const person = await stage.person('supervisor');
  const { items, total } = await person.api.call('GET assessment/query', { size: 1 });
  const { page, problems } = await asDemo('supervisor');
  await shown(page, 'link', 'Standardisation assessments');
  await pressAt(page, 'Standardisation assessments');
  await page.getByText(`of ${total}`).first().waitFor();
  await tabTo(page, new RegExp(`^${items[0]?.station.name.replace(/[（）]/g, '.')}`));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: items[0]?.station.name ?? '' }).waitFor();
  expect(problems).toEqual([]);
});

test('the morning of a ministry by keyboard alone: from the region to a city and back', async () => {
  const { page, problems } = await asDemo('ministry_manager');
  await page.getByRole('heading', { name: /^Overview · / }).waitFor();
  const region = await page.getByRole('heading', { name: /^Overview · / }).innerText();
  await tabTo(page, /^南宁市/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview · 南宁市' }).waitFor();
  await pressAt(page, /^Back to /);
  await page.getByRole('heading', { name: region }).waitFor();
  expect(problems).toEqual([]);
});

/** Concludes as the rules say, with the wording that is filled in. */
async function concludeByKeys(page: Page): Promise<void> {
  await openTabByKeys(page, /^Conclusion and steps/);
  const verdict = page.getByText(/^By the rules: /);
  await verdict.waitFor();
  const passed = (await verdict.innerText()).startsWith('By the rules: passed');
  await expect.poll(() => page.getByRole('textbox', { name: 'Conclusion' }).inputValue()).not.toBe('');
  await stepByKeys(page, passed ? 'pass' : 'fail');
}

test('the morning of the province by keyboard alone: the oldest review is concluded, and one less waits', async () => {
  const person = await stage.person('province_manager');
  const { items, total } = await person.api.call('GET assessment/query', { waiting: true, sortby: 'statusSince' });
  const [oldest] = items;
  if (!oldest) throw new Error('nothing waits for the unit');
  const { page, problems } = await asDemo('province_manager');
  await page.getByRole('region', { name: `${total} waiting for you` }).waitFor();
  await shown(page, 'link', oldest.station.name);
  await pressAt(page, oldest.station.name);
  await page.getByRole('heading', { level: 1, name: oldest.number }).waitFor();
  await concludeByKeys(page);
  await goHome(page);
  await page.getByRole('region', { name: `${total - 1} waiting for you` }).waitFor();
  const { status } = await person.api.call('GET assessment', { id: oldest.id });
  expect(['passed', 'failed']).toContain(status);
  expect(problems).toEqual([]);
});

test('the morning of an administrator by keyboard alone: from what is overdue to a first review, and one less is overdue', async () => {
  const { api } = await stage.person('admin');
  const late = { overdue: true, size: 200 } as const;
  const { items, total } = await api.call('GET assessment/query', late);
  const { page, problems } = await asDemo('admin');
  await shown(page, 'link', `${total} overdue`);
  await pressAt(page, `${total} overdue`);
  await page
    .getByText(/^GXXSD-/)
    .first()
    .waitFor();
  const rows = await page.getByRole('row').allInnerTexts();
  const oldest = items
    .filter(({ status, number }) => status === 'submitted' && rows.some((text) => text.includes(number)))
    .toSorted((one, other) => one.statusSince.localeCompare(other.statusSince))[0];
  if (!oldest) throw new Error('no first review is overdue');
  await tabTo(page, new RegExp(`^${oldest.station.name.replace(/[（）]/g, '.')}`));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: oldest.number }).waitFor();
  await stepByKeys(page, 'passFirst');
  await goHome(page);
  await shown(page, 'link', `${total - 1} overdue`);
  expect((await api.call('GET assessment', { id: oldest.id })).status).toBe('first_passed');
  expect(problems).toEqual([]);
});

test('the link to what waits next does not take the focus from the command box, however late it comes', async () => {
  const [first] = [await submitted(stage), await submitted(stage)];
  const { page, context } = await stage.visit({ lang: 'en' });
  await carry(context, await newManager(stage));
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/assessment\/query\?.*submittedAt/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/assessments/${first.id}/first_manager`);
  await page.getByRole('tab').first().waitFor();
  await stepByKeys(page, 'passFirst');
  await page.keyboard.press('/');
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.waitFor();
  answer();
  await page.locator('a', { hasText: 'Next waiting for me' }).waitFor();
  await page.keyboard.type('Home');
  expect(await box.inputValue()).toBe('Home');
});
