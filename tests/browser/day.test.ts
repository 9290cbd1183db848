import type { StepName } from '@shp/shared/domain/lifecycle';
import type { UserRole } from '@shp/shared/domain/roles';
import { rules } from '@shp/shared/text/en/rules';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../journey/accounts.ts';
import { newExpert, scoreAllBut } from './experts.ts';
import { carry, openStage, type Stage } from './harness.ts';
import { textsByPage } from './pdf.ts';
import { fillIn, itemsOf, newDraft, openTab, reasonInput, saved, scoreInput } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const problems: string[] = [];

/** Somebody's window, as it was left, or a new one on the home page. */
const windows = new Map<string, Page>();
async function windowOf(person: Person): Promise<Page> {
  const known = windows.get(person.id);
  if (known) return known;
  const visit = await stage.visit({ lang: 'en' });
  await carry(visit.context, person);
  visit.page.on('close', () => problems.push(...visit.problems));
  windows.set(person.id, visit.page);
  return visit.page;
}

/** Goes from the home page by the menu to what waits for the person, and opens the assessment. */
async function openWaiting(person: Person, number: string): Promise<Page> {
  const page = await windowOf(person);
  await page.goto('/');
  await page.getByRole('link', { name: 'Standardisation assessments' }).click();
  await page.getByRole('checkbox', { name: 'Waiting for me' }).check();
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('heading', { name: number }).waitFor();
  return page;
}

/** Makes a step by its button and the dialog that asks. */
async function step(page: Page, name: StepName, description = ''): Promise<void> {
  await page
    .getByRole('region', { name: 'Next steps' })
    .getByRole('button', { name: rules.steps[name], exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: rules.steps[name] });
  await dialog.getByRole('textbox', { name: 'Description' }).fill(description);
  await dialog.getByRole('button', { name: rules.steps[name] }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('each role’s day: submission, return, correction, first review, experts, comparison, conclusion, print', async () => {
  const { person: station, id } = await newDraft(stage, 3);
  await fillIn(station, id);
  const { number } = await station.api.call('GET assessment', { id });
  const experts = [await newExpert(stage), await newExpert(stage)];
  const role = (name: UserRole) => stage.person(name);
  const [first, final] = [await role('city_manager'), await role('province_manager')];

  const own = await openWaiting(station, number);
  await openTab(own, 'Submit');
  await own.getByText('Nothing is missing').waitFor();
  await step(own, 'submit');

  // The city is the first manager here too; the province concludes, so that four eyes have looked.
  const desk = await windowOf(first);
  await desk.goto(`/assessments/${id}/first_manager`);
  await desk.getByRole('tab').first().click();
  await desk.getByRole('button', { name: 'Remark on Contact', exact: true }).click();
  await desk.keyboard.type('请核对联系人（示例）');
  await openTab(desk, 'Decide');
  await step(desk, 'return', '请按意见修改（示例）');

  await openWaiting(station, number);
  await own.getByText('请按意见修改（示例）').first().waitFor();
  await openTab(own, 'Application form');
  await own.getByRole('textbox', { name: 'Contact', exact: true }).fill('新联系人（示例）');
  await saved(own);
  await openTab(own, 'Submit');
  await step(own, 'submit');

  await desk.goto(`/assessments/${id}/first_manager`);
  await desk.getByRole('tab').first().click();
  await desk.getByText('新联系人（示例）').first().waitFor();
  await openTab(desk, 'Decide');
  await step(desk, 'passFirst');

  const chair = await windowOf(final);
  await chair.goto(`/assessments/${id}/final_manager`);
  await openTab(chair, 'Experts');
  await chair.getByRole('button', { name: 'Assign experts' }).click();
  const picker = chair.getByRole('dialog');
  for (const { account, api } of experts) {
    const { profile } = await api.call('GET user', {});
    await picker.getByRole('searchbox').fill(account);
    await picker.getByText('1 expert found').waitFor();
    await picker.getByRole('checkbox', { name: profile.name }).check();
  }
  await picker.getByRole('button', { name: /^Assign/ }).click();
  await picker.waitFor({ state: 'detached' });
  await openTab(chair, 'Conclusion and steps');
  await step(chair, 'startReview');

  const items = await itemsOf(station, id);
  for (const expert of experts) {
    await scoreAllBut(expert, id, ['1.1.1']);
    const page = await openWaiting(expert, number);
    await scoreInput(page, '1.1.1').fill('0.5');
    await reasonInput(page, '1.1.1').fill('目标未分解（示例）');
    await saved(page);
    await openTab(page, 'Conclusion');
    await page.getByRole('textbox', { name: 'Your conclusion' }).fill('符合要求（示例）。');
    await saved(page);
    const conclude = page.getByRole('button', { name: 'Conclude' });
    await expect.poll(() => conclude.getAttribute('aria-disabled')).toBe('false');
    await conclude.click();
    const dialog = page.getByRole('dialog', { name: /^Conclude with/ });
    await dialog.getByRole('button', { name: 'Conclude' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  await chair.reload();
  await openTab(chair, 'Comparison');
  await chair.getByText(`${items.length} of ${items.length} items`).waitFor();
  await openTab(chair, 'Conclusion and steps');
  await chair.getByRole('button', { name: 'Put in wording by the result' }).click();
  await saved(chair);
  await step(chair, 'pass');
  await chair.getByText('Done: Conclude as passed').first().waitFor();

  await chair.goto(`/assessments/${id}/print-conclusion`);
  await chair.locator('article').getByText(`编号：${number}`).waitFor();
  await chair.emulateMedia({ media: 'print' });
  expect(textsByPage(await chair.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(2);

  await own.goto('/assessments');
  await own.getByRole('row', { name: number }).getByText('Passed', { exact: true }).waitFor();
  for (const page of windows.values()) await page.close();
  expect(problems).toEqual([]);
}, 180_000);
