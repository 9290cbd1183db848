import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { FILE_RULES } from '@shp/shared/domain/assessment/files';
import { CONDITIONS } from '@shp/shared/domain/assessment/form';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { expert as expertText } from '@shp/shared/text/en/expert';
import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/accounts.ts';
import { CREDIT_CODE, pdf, png } from '../support/materials.ts';
import { EXPERT_PASSWORD, newExpert, storedExpertScore } from './experts.ts';
import { accountOf, answered, openStage, type Stage, type Visit } from './harness.ts';
import { textsByPage } from './pdf.ts';
import { MANAGER_PASSWORD, newManager, remark } from './reviews.ts';
import { giveFiles, item, itemsOf, openTab, PASSWORD, reasonInput, reopen, saved, scoreInput } from './stations.ts';
import { askForStep, enter, logInAt, openWaiting, scoreByKeys, scoreBySheet, step } from './workday.ts';

/**
 * One application on its way through the day of everyone involved; each test continues where the previous one ended.
 */

let stage: Stage;
let experts: Person[];
let items: StandardItem[];
let number: string;
let id: string;
let station: Pick<Visit, 'page' | 'context' | 'problems'>;
let county: Page;
let city: Page;
const problems: string[] = [];

beforeAll(async () => {
  stage = await openStage();
  const officer = await newManager(stage);
  county = await desk(officer.account, MANAGER_PASSWORD);
  city = await desk(accountOf(stage.server.data, 'city_manager'), DEMO_PASSWORD);
  experts = [await newExpert(stage), await newExpert(stage)];
  station = await stage.visit({ lang: 'en' });
});
afterAll(() => stage.close());

/** A user's window, open for the whole day. */
async function desk(account: string, password: string): Promise<Page> {
  const { page, problems: own } = await enter(stage, account, password);
  page.on('close', () => problems.push(...own));
  return page;
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label }).first();
const choose = (page: Page, label: string, value: string) =>
  page.getByRole('combobox', { name: label }).selectOption({ label: value });
/** Answers a question of the form. */
const answer = (page: Page, label: string, value: 'Yes' | 'No') =>
  page.getByRole('group', { name: label }).getByRole('button', { name: value }).click();
const file = (name: string, bytes: Uint8Array, mimeType = 'application/pdf') => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});
const evidenceOf = (page: Page, serial: string) => page.getByLabel(review.score.addEvidenceTo(serial), { exact: true });
const fileFor = (page: Page, category: keyof typeof rules.fileCategories) =>
  page.getByLabel(review.files.addTo(rules.fileCategories[category]), { exact: true });
const itemAt = (place: number): StandardItem => {
  const found = items.at(place);
  if (!found) throw new Error(`no item ${place}`);
  return found;
};

const ACCOUNT = 'day-station';
const REGISTERED = {
  Account: ACCOUNT,
  Name: '白日水电站（示例）',
  Address: '示例路1号',
  'Legal representative': '示例法人',
  Contact: '示例联系人',
  Phone: '13900000000',
  'Installed capacity': '1260',
};

test('the county registers a station, whose clerk logs in for the first time and applies', async () => {
  await county.getByRole('link', { name: 'Stations', exact: true }).click();
  await county.getByRole('link', { name: 'Add station' }).click();
  const dialog = county.getByRole('dialog');
  for (const [label, value] of Object.entries(REGISTERED))
    await dialog.getByLabel(label).and(dialog.locator('input')).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const shown = county.getByRole('dialog', { name: 'Initial password' });
  const initial = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: 'Close' }).click();

  const { page } = station;
  await page.goto('/');
  await logInAt(page, ACCOUNT, initial);
  const change = page.getByRole('dialog', { name: 'Change password' });
  await change.getByLabel('Old password', { exact: true }).fill(initial);
  await change.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await change.getByLabel('Confirm new password', { exact: true }).fill(PASSWORD);
  await change.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('link', { name: 'Standardisation assessments' }).click();
  await page.getByRole('link', { name: 'Apply for an assessment' }).click();
  await page.getByRole('radio', { name: 'Level 3' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the application' }).click();
  await page.waitForURL('**/station');
  id = page.url().split('/').at(-2) ?? '';
  // The URL changes before the page appears, so wait for the heading.
  const heading = await page.getByRole('heading', { level: 1, name: /GXXSD/ }).innerText();
  number = /GXXSD-\d{4}-\d{6,}/.exec(heading)?.[0] ?? '';
  items = await itemsOf(await stage.person('admin'), id);
});

test("the station's form is checked while typing and survives a lost connection and a closed tab", async () => {
  const { page, context } = station;
  await expect.poll(() => field(page, 'Installed capacity').inputValue()).toBe('1260');
  await field(page, 'Unified social credit code').fill(CREDIT_CODE.slice(0, 17));
  await page.keyboard.press('Tab');
  await page.getByText('Not a valid unified social credit code').waitFor();
  await field(page, 'Unified social credit code').fill(CREDIT_CODE);
  await field(page, 'Generating units').fill('2');
  await field(page, 'Commissioned on').fill('1998-06-01');
  await choose(page, 'Development type', 'Diversion');
  await saved(page);

  await context.setOffline(true);
  for (const condition of CONDITIONS) await answer(page, rules.formFields.conditions[condition], 'Yes');
  for (const label of ['Deaths', 'Serious injuries', 'Direct economic loss']) await field(page, label).fill('0');
  await answer(page, 'Major responsible accident', 'No');
  await page.getByText('Waiting for the network').waitFor();
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);

  const again = await reopen(context, id, station.problems);
  station = { ...station, page: again };
  await saved(again);
  const accident = again.getByRole('group', { name: 'Major responsible accident' });
  await accident.getByRole('button', { name: 'No', pressed: true }).waitFor();
  await field(again, 'Self-assessment from').fill('2026-10-01');
  await field(again, 'Self-assessment to').fill('2026-10-20');
  await field(again, 'Leader of the group').fill('示例组长');
  await again.getByRole('button', { name: 'Add a member' }).click();
  await field(again, 'Member 1: Name').fill('示例成员');
  await field(again, 'Summary').fill('自评工作总结（示例）。');
  await answer(again, 'Pledge agreed to', 'Yes');
  await field(again, 'Signed by').fill('示例法人');
  await field(again, 'Signed on').fill('2026-10-21');
  await again.getByText('The form is complete.').waitFor();
});

test('the station scores by keyboard, adds evidence by picker, drag and paste, uploads files and submits', async () => {
  const { page } = station;
  const short = itemAt(1);
  const absent = items.find(({ mayBeMissing }) => mayBeMissing) ?? itemAt(0);
  await openTab(page, 'Self-scoring');
  await scoreByKeys(page, items, (one) => ({ points: one === short ? one.score - 0.5 : one.score }));
  await page.getByRole('tab', { name: /^1 / }).click();
  await item(page, short.serial).getByText('A reason is needed').waitFor();
  await reasonInput(page, short.serial).fill('制度未及时修订（示例）');
  const [one, two, three] = items.map(({ serial }) => serial);
  await evidenceOf(page, one ?? '').setInputFiles([
    file('责任书.png', png(40, 30), 'image/png'),
    file('制度.pdf', pdf('system')),
  ]);
  const picture = { name: '现场.png', type: 'image/png', bytes: png(20, 20) };
  await giveFiles(page, `[data-score="${two}"]`, 'drop', [picture]);
  await giveFiles(page, `[data-score="${three}"]`, 'paste', [{ ...picture, name: 'image.png' }]);
  for (const name of ['责任书.png', '制度.pdf', '现场.png'])
    await page.getByRole('button', { name, exact: true }).waitFor();
  await item(page, three ?? '')
    .getByRole('button', { name: /^\d{6}\.png$/ })
    .waitFor();
  await page.getByRole('tab', { name: new RegExp(`^${absent.serial.split('.')[0]} `) }).click();
  await page.getByRole('checkbox', { name: review.score.missingOf(absent.serial) }).check();
  await reasonInput(page, absent.serial).fill('本站无此设施（示例）');
  await page.getByText('reaches Level 3').waitFor();

  await openTab(page, 'Files');
  for (const { id: category, required } of FILE_RULES) {
    if (required !== 'always' || category === 'emergencyPlan') continue;
    await fileFor(page, category).setInputFiles([file(`${category}.pdf`, pdf(category))]);
    await page.getByRole('button', { name: `${category}.pdf`, exact: true }).waitFor();
  }
  await openTab(page, 'Submit');
  await page.getByText('1 problem blocks the submission').waitFor();
  await page.getByRole('tabpanel').getByRole('link', { name: 'File missing: Emergency plan and its filing' }).click();
  await fileFor(page, 'emergencyPlan').setInputFiles([file('plan.pdf', pdf('plan'))]);
  await page.getByRole('button', { name: 'plan.pdf', exact: true }).waitFor();
  await openTab(page, 'Submit');
  await page.getByText('Nothing is missing').waitFor();
  await step(page, 'submit');
  await page.getByText('Next: first review (county-level unit)').waitFor();

  // The form is now read-only; the station may still take the application back.
  await openTab(page, 'Application form');
  await page.getByText('Read-only in this status.').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  // Right after submitting, the message offers the way back, by key too.
  const bar = page.getByRole('region', { name: 'Next steps' });
  await bar.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await bar.getByRole('button', { name: rules.steps.takeBack }).count()).toBe(0);
  await page.keyboard.press('Control+z');
  await page.getByText('Your turn: complete and submit the application').waitFor();
  await step(page, 'submit');
  await page.getByText('Next: first review (county-level unit)').waitFor();
  await page.reload();
  await openTab(page, 'Submit');
  await step(page, 'takeBack');
  await page.getByText('Your turn: complete and submit the application').waitFor();
  await step(page, 'submit');
  await page.getByText('Next: first review (county-level unit)').waitFor();
});

test('the county returns it with remarks on a field, an item and a file', async () => {
  await openWaiting(county, number);
  await remark(county, 'Contact', '请核对联系人（示例）');
  await openTab(county, 'Self scores');
  await item(county, itemAt(1).serial).getByText('制度未及时修订（示例）').waitFor();
  await remark(county, `Item ${itemAt(1).serial}`, '扣分偏少（示例）');
  await openTab(county, 'Files');
  await remark(county, 'plan.pdf', '未盖章（示例）');
  await openTab(county, 'Remarks');
  await step(county, 'return', '请按意见修改（示例）');
  await county.getByText(/: returned with 3 remarks\.$/).waitFor();
});

test('the station follows the remarks, corrects the entries and submits again', async () => {
  const { page } = station;
  await openWaiting(page, number);
  const returned = page.getByRole('alert').filter({ hasText: 'Returned by the review unit' });
  await returned.getByText('请按意见修改（示例）').waitFor();
  await returned.getByText('3 remarks (3 to answer)').waitFor();
  await returned.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('unit.contact');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('新联系人（示例）');
  await returned.getByRole('link', { name: `Item ${itemAt(1).serial}`, exact: true }).click();
  await item(page, itemAt(1).serial).getByText('扣分偏少（示例）').waitFor();
  await scoreInput(page, itemAt(1).serial).fill(String(itemAt(1).score - 2));
  await returned.getByRole('link', { name: 'Emergency plan and its filing: plan.pdf' }).click();
  await page.getByRole('tabpanel').getByText('未盖章（示例）').waitFor();
  await fileFor(page, 'emergencyPlan').setInputFiles([file('盖章.pdf', pdf('stamped'))]);
  await page.getByRole('button', { name: '盖章.pdf', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete plan.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await saved(page);
  await openTab(page, 'Submit');
  await page.getByText(/^Ready; \d+ remarks? not answered$/).waitFor();
  await step(page, 'submit', '已按意见修改（示例）');
});

test('the county sees what changed, and passes it on', async () => {
  await openWaiting(county, number);
  await county.getByRole('tab', { name: 'Application form, 1 change' }).click();
  await county.getByRole('switch', { name: 'Only what changed' }).check();
  await county.getByText('新联系人（示例）').waitFor();
  await county.getByRole('tab', { name: 'Self scores, 1 change' }).click();
  const changed = item(county, itemAt(1).serial);
  await changed.getByText(`${itemAt(1).score - 2} of ${itemAt(1).score} points`).waitFor();
  await county.getByRole('tab', { name: 'Files, 1 change' }).click();
  await county.getByRole('button', { name: '盖章.pdf', exact: true }).waitFor();
  await openTab(county, 'Remarks');
  await step(county, 'passFirst');
});

test('the city assigns two experts and starts their review', async () => {
  await openWaiting(city, number);
  await openTab(city, 'Experts');
  await city.getByRole('button', { name: 'Assign experts' }).click();
  const picker = city.getByRole('dialog');
  for (const { account } of experts) {
    await picker.getByRole('searchbox').fill(`${account} safety`);
    // The row of this expert: until the search has run, that of the one before shows.
    const row = picker.getByRole('row').filter({ hasText: account });
    await picker.getByText('1 expert found').waitFor();
    await row.getByText('no open reviews').waitFor();
    await row.getByRole('checkbox').check();
  }
  await picker.getByRole('button', { name: 'Assign 2 experts' }).click();
  await picker.waitFor({ state: 'detached' });
  await openTab(city, 'Conclusion');
  await step(city, 'startReview');
});

/** Every tenth item loses a point. */
const strict = (one: StandardItem) =>
  items.indexOf(one) % 10 === 3 ? { points: one.score - 1, phrase: 2 } : { points: one.score };

test('an expert scores all items by keyboard, partly offline, and concludes', async () => {
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page, context, problems: own } = await enter(stage, expert.account, EXPERT_PASSWORD);
  await openWaiting(page, number);
  await page.getByText(`What is left (${items.length})`).waitFor();
  await page.waitForLoadState('networkidle');
  const [from, to] = [40, 80];
  await scoreByKeys(page, items.slice(0, from), strict);
  await saved(page);
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await scoreByKeys(page, items.slice(from, to), strict);
  await page.getByText(/^Waiting for the network/).waitFor();
  expect(await storedExpertScore(expert, id, itemAt(from).serial)).toBeUndefined();
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await scoreByKeys(page, items.slice(to), strict);
  await page.getByText('Every item is scored.').waitFor();
  await conclude(page, '总体符合要求（示例）。');
  for (const place of [0, from, to - 1, items.length - 1])
    expect((await storedExpertScore(expert, id, itemAt(place).serial))?.score).toBe(strict(itemAt(place)).points);
  await page.close();
  problems.push(...own.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED')));
});

async function conclude(page: Page, text: string): Promise<void> {
  await openTab(page, 'Conclusion');
  await page.getByLabel('Your conclusion').fill(text);
  await saved(page);
  const action = page.getByRole('button', { name: 'Conclude' });
  await expect.poll(() => action.getAttribute('aria-disabled')).toBe('false');
  await action.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conclude' }).click();
  const bar = page.getByRole('region', { name: expertText.conclude.title });
  await bar
    .getByRole('status')
    .getByText(/: your conclusion is submitted, score \d+\.\d\.$/)
    .waitFor();
}

test("the other expert's session ends while typing and nothing is lost; the rest comes from the sheet", async () => {
  const [, expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page, problems: own } = await enter(stage, expert.account, EXPERT_PASSWORD);
  await openWaiting(page, number);
  await scoreByKeys(page, items.slice(0, 5), ({ score }) => ({ points: score }));
  await saved(page);
  await answered(page);

  const elsewhere = await desk(expert.account, EXPERT_PASSWORD);
  await elsewhere.locator('header [aria-haspopup=menu]').click();
  await elsewhere.getByRole('menuitem', { name: 'User info' }).click();
  await elsewhere.getByRole('tab', { name: 'Sessions' }).click();
  await elsewhere.getByRole('button', { name: /^Log out.*Chrome/ }).click();
  await elsewhere.getByText('The device is logged out').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('1');
  await page.getByText('session invalid').waitFor();
  await logInAt(page, expert.account, EXPERT_PASSWORD);
  await expect.poll(() => storedExpertScore(expert, id, itemAt(5).serial)).toMatchObject({ score: 1 });

  await openWaiting(page, number);
  await item(page, itemAt(5).serial).getByText('A reason is needed').waitFor();
  await scoreInput(page, itemAt(5).serial).focus();
  await page.keyboard.press('Alt+1');
  await page.keyboard.press('Enter');
  await scoreByKeys(page, items.slice(6, 12), ({ score }) => ({ points: score }));
  await saved(page);
  const taken = await scoreBySheet(page, (serial, points) =>
    serial.startsWith('4.') ? `${points - 1},No,现场记录不全（示例）` : `${points},No,`,
  );
  expect(taken).toBe(items.length - 12);
  await page.getByText('Every item is scored.').waitFor();
  await conclude(page, '基本符合要求（示例）。');
  problems.push(...own);
});

test('the city compares the experts, concludes, passes and prints; the station reads the result', async () => {
  await openWaiting(city, number);
  await openTab(city, 'Comparison');
  const table = city.getByRole('region', { name: 'Items', exact: true });
  const line = table.getByRole('row').filter({ hasText: new RegExp(`^${itemAt(5).serial}\\s`) });
  await city.getByRole('checkbox', { name: 'Only where they differ' }).check();
  const { score } = itemAt(5);
  await line.getByText(`${score - 1} (1–${score})`).waitFor();
  await line.getByText(expertText.phrases.offered[0] ?? '').waitFor();
  await openTab(city, 'Conclusion');
  await city.getByText('By the rules: qualifies for Level 3').waitFor();
  await expect.poll(() => city.getByRole('textbox', { name: 'Conclusion' }).inputValue()).toMatch(/评定为达标。$/);
  await askForStep(city, 'pass');
  await city
    .getByRole('dialog')
    .getByText(/ · Level 3 · Score \d+\.\d · Valid until \d{4}-\d{2}-\d{2}$/)
    .waitFor();
  await city.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await step(city, 'pass');
  const outcome = city.getByRole('region', { name: 'Next steps' });
  await outcome
    .getByRole('status')
    .getByText(/ passed: Level 3, valid until \d{4}-\d{2}-\d{2}\.$/)
    .waitFor();
  await outcome.getByRole('link', { name: 'Certificate' }).click();
  const certificate = city.getByRole('region', { name: '安全生产标准化达标证书' });
  await expect.poll(() => certificate.evaluate((page) => page.getBoundingClientRect().top)).toBeLessThan(200);
  await city.locator('article').getByText(`编号：${number}`).waitFor();
  await city.emulateMedia({ media: 'print' });
  expect(textsByPage(await city.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(2);

  const { page } = station;
  await page.getByRole('link', { name: 'Standardisation assessments' }).click();
  await page.getByRole('row', { name: number }).getByText('Passed', { exact: true }).waitFor();
  for (const window of [page, county, city]) await window.close();
  expect(problems.concat(station.problems)).toEqual([]);
});
