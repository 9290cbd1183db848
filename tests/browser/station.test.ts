import { FILE_RULES } from '@shp/shared/domain/files';
import { CONDITIONS } from '@shp/shared/domain/form';
import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../journey/accounts.ts';
import { CREDIT_CODE, pdf, png } from '../journey/materials.ts';
import { openStage, type Stage } from './harness.ts';
import {
  giveFiles,
  item,
  itemsOf,
  keptScore,
  newStation,
  openTab,
  PASSWORD,
  reasonInput,
  reopen,
  saved,
  scoreInput,
} from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Types into a field of the form as its label names it. */
async function fill(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).first().fill(value);
}

async function choose(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).selectOption({ label: value });
}

test('a whole day: from the registration data to the submission, with the line lost and the tab closed in between', async () => {
  const person = await newStation(stage);
  const { page: first, context, problems } = await stage.visit({ lang: 'en' });
  await first.goto('/');
  await field(first, 'Account').fill(person.account);
  await field(first, 'Password').fill(PASSWORD);
  await first.getByRole('button', { name: 'Log in' }).click();
  await first.getByRole('link', { name: 'Standardisation assessments' }).click();
  await first.getByRole('link', { name: 'Apply for an assessment' }).click();
  await first.getByRole('radio', { name: 'Level 3' }).check();
  await first.getByRole('dialog').getByRole('button', { name: 'Apply for an assessment' }).click();
  await first.waitForURL('**/station');
  const id = first.url().split('/').at(-2) ?? '';

  // The form begins with what the station's registration holds.
  await expect.poll(() => first.getByRole('textbox', { name: 'Installed capacity' }).inputValue()).toBe('1260');
  await fill(first, 'Unified social credit code', CREDIT_CODE.slice(0, 17));
  await first.keyboard.press('Tab');
  await first.getByText('Not a valid unified social credit code').waitFor();
  await fill(first, 'Unified social credit code', CREDIT_CODE);
  await fill(first, 'Generating units', '2');
  await fill(first, 'Commissioned on', '1998-06-01');
  await choose(first, 'Development type', 'Diversion');
  await saved(first);

  // The line is lost, typing goes on, and the tab is closed.
  await context.setOffline(true);
  for (const condition of CONDITIONS) await choose(first, rules.formFields.conditions[condition], 'Yes');
  for (const label of ['Deaths', 'Serious injuries', 'Direct economic loss']) await fill(first, label, '0');
  await choose(first, 'Major responsible accident', 'No');
  await first.getByText('Waiting for the network').waitFor();
  expect((await person.api.call('GET assessment', { id })).form.record).toEqual({});
  await first.close({ runBeforeUnload: false });
  await context.setOffline(false);

  const page = await reopen(context, id, problems);
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Major responsible accident' }).inputValue())
    .toBe('false');
  await saved(page);
  const { form } = await person.api.call('GET assessment', { id });
  expect(form.record).toEqual({ deaths: 0, seriousInjuries: 0, directLoss: 0, majorAccident: false });
  expect(Object.values(form.conditions).map(({ holds }) => holds)).toEqual(CONDITIONS.map(() => true));

  await fill(page, 'Self-assessment from', '2026-10-01');
  await fill(page, 'Self-assessment to', '2026-10-20');
  await fill(page, 'Leader of the group', '示例组长');
  await page.getByRole('button', { name: 'Add a member' }).click();
  await page.getByRole('textbox', { name: 'Member 1: Name' }).fill('示例成员');
  await fill(page, 'Summary', '自评工作总结（示例）。');
  await choose(page, 'Pledge agreed to', 'Yes');
  await fill(page, 'Signed by', '示例法人');
  await fill(page, 'Signed on', '2026-10-21');
  await page.getByText('The form is complete.').waitFor();

  // Scores by keyboard alone: points, Enter, points, Enter; one item loses points, one is missing.
  const items = await itemsOf(person, id);
  const short = items[1];
  const absent = items.find(({ mayBeMissing }) => mayBeMissing);
  if (!short || !absent) throw new Error('the standard has neither');
  await openTab(page, 'Self-scoring');
  await scoreInput(page, items[0]?.serial ?? '').focus();
  for (const one of items) {
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score))
      .toBe(one.serial);
    await page.keyboard.type(String(one === short ? one.score - 0.5 : one.score));
    if (one !== items.at(-1)) await page.keyboard.press('Enter');
  }
  await page.getByRole('tab', { name: /^1 / }).click();
  await item(page, short.serial).getByText('A reason is needed').waitFor();
  await page
    .getByText(/117\/118|does not reach|reaches Level 3/)
    .first()
    .waitFor();
  await reasonInput(page, short.serial).fill('制度未及时修订（示例）');
  expect(await item(page, short.serial).getByText('A reason is needed').count()).toBe(0);
  await page.getByRole('tab', { name: new RegExp(`^${absent.serial.split('.')[0]} `) }).click();
  await page.getByRole('checkbox', { name: review.score.missingOf(absent.serial) }).check();
  await reasonInput(page, absent.serial).fill('本站无此设施（示例）');
  await saved(page);
  expect(await keptScore(person, id, short.serial)).toEqual({
    serial: short.serial,
    score: short.score - 0.5,
    missing: false,
    reason: '制度未及时修订（示例）',
  });
  expect(await keptScore(person, id, absent.serial)).toMatchObject({ score: null, missing: true });
  const sum = await person.api.call('GET assessment/sum_station_score', { id });
  expect(sum.complete).toBe(true);
  await page.getByText(`Score ${sum.score100.toFixed(1)}`).waitFor();

  // Evidence by picker, drag and paste.
  await page.getByRole('tab', { name: /^1 / }).click();
  const [one, two, three] = items.map(({ serial }) => serial);
  await page.getByLabel(review.score.addEvidenceTo(one ?? ''), { exact: true }).setInputFiles([
    { name: '责任书.png', mimeType: 'image/png', buffer: Buffer.from(png(40, 30)) },
    { name: '制度.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('system')) },
  ]);
  const picture = { name: '现场.png', type: 'image/png', bytes: png(20, 20) };
  await giveFiles(page, `[data-score="${two}"]`, 'drop', [picture]);
  await giveFiles(page, `[data-score="${three}"]`, 'paste', [{ ...picture, name: 'image.png' }]);
  for (const name of ['责任书.png', '制度.pdf', '现场.png'])
    await page.getByRole('button', { name, exact: true }).waitFor();
  const pasted = item(page, three ?? '').getByRole('button', { name: /^\d{6}\.png$/ });
  await pasted.waitFor();
  const kept = await person.api.call('GET file/evidence', { asmId: id, serial1: '1' });
  expect(kept.map(({ serial }) => serial).sort()).toEqual([one, one, two, three].sort());

  // The files that are required, then what is left to do, from its link.
  await openTab(page, 'Files');
  for (const { id: category, required } of FILE_RULES) {
    if (required !== 'always' || category === 'emergencyPlan') continue;
    const title = rules.fileCategories[category];
    const file = { name: `${category}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(pdf(category)) };
    await page.getByLabel(review.files.addTo(title), { exact: true }).setInputFiles([file]);
    await page
      .getByRole('region', { name: title })
      .getByRole('button', { name: `${category}.pdf`, exact: true })
      .waitFor();
  }
  await openTab(page, 'Submit');
  await page.getByText('2 problems keep the application').waitFor();
  await page.getByRole('link', { name: 'File missing: Emergency plan and its filing' }).click();
  const plan = page.getByLabel(review.files.addTo(rules.fileCategories.emergencyPlan), { exact: true });
  await plan.setInputFiles([{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('plan')) }]);
  await page.getByRole('button', { name: 'plan.pdf', exact: true }).waitFor();
  await openTab(page, 'Submit');
  await page.getByRole('button', { name: 'Save the self-assessed score' }).click();
  await page.getByText('Nothing is missing').waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('dialog').getByText('cannot be changed until').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Next: first review (county-level unit)').waitFor();
  expect((await person.api.call('GET assessment', { id })).status).toBe('submitted');

  // Everything can be read now and nothing changed; the station may still take it back.
  await openTab(page, 'Application form');
  await page.getByText('Nothing can be changed in this status.').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await openTab(page, 'Submit');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Next: completing and submitting the application (hydropower station)').waitFor();
  expect(problems.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('a session that is ended elsewhere: what was typed waits and goes after the next login, and nobody else sees it', async () => {
  const person = await newStation(stage);
  const { id } = await person.api.call('POST assessment/add_assessment', { level: 3 });
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  const typing = await logIn(stage.url, person.account, PASSWORD);
  await context.addCookies([{ name: 'Token', value: typing.token, url: stage.url, sameSite: 'Strict' }]);
  await page.goto(`/assessments/${id}/station`);
  await page.getByRole('tab', { name: /^Self-scoring/ }).click();
  await scoreInput(page, '1.1.1').waitFor();
  const sessions = await typing.api.call('GET session/sessions', {});
  const own = sessions.find(({ current }) => current);
  // Without a line while it is typed: what the page fetches in the background would meet the 401 before.
  await context.setOffline(true);
  await person.api.call('POST session/revoke_session', { id: own?.id ?? '' });
  await scoreInput(page, '1.1.1').fill('3');
  await context.setOffline(false);
  await page.getByText('session invalid').waitFor();

  // Another account in the same browser: nothing of it is shown, and nothing is sent.
  const other = await newStation(stage);
  await field(page, 'Account').fill(other.account);
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('not reached the server').count()).toBe(0);
  expect(await keptScore(person, id, '1.1.1')).toBeUndefined();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /测试水电站/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();

  await field(page, 'Account').fill(person.account);
  await field(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => keptScore(person, id, '1.1.1'), { timeout: 10_000 }).toMatchObject({ score: 3 });
  expect(problems.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
