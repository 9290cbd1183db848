import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPLETE_FORM, scoresAt } from '../support/materials.ts';
import { carry, openStage, type Stage } from './harness.ts';
import { openPart, openReview } from './reviews.ts';
import { routeFirst } from './routes.ts';
import { bringSheet, takeSheet } from './scoreSheets.ts';
import {
  fillIn,
  goTo,
  item,
  itemsOf,
  newDraft,
  openPage,
  openTab,
  reasonInput,
  reopen,
  returned,
  saved,
  scoreInput,
  storedScore,
} from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('after a return, remarks stand at the top with links, and at their places', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id);
  const [file] = (await person.api.call('GET file/list', { id })).filter(({ category }) => category === 'waterPermit');
  await person.api.call('POST assessment/add_event', { id, status: 'submitted', description: '请审核（示例）' });
  const admin = await stage.person('admin');
  await admin.api.call('POST assessment/add_event', {
    id,
    status: 'returned',
    description: '请修改（示例）',
    remarks: [
      { part: 'form', field: 'unit.contact', text: '联系人已变更' },
      { part: 'score', serial: '4.1.1', text: '请说明扣分' },
      { part: 'file', serial: '1.1.1', text: '请补充佐证' },
      { part: 'file', fileId: file?.id ?? '', text: '已过期' },
      { part: 'file', field: 'photographs', text: '请附大坝照片' },
    ],
  });
  const { page, problems } = await openPage(stage, person, id);
  const banner = page.getByRole('alert').filter({ hasText: 'Returned by the review unit' });
  await banner.getByText('请修改（示例）').waitFor();
  await banner.getByText('5 remarks (5 to answer)').waitFor();
  await banner.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('unit.contact');
  await page.getByRole('list', { name: review.remarks }).getByText('联系人已变更').waitFor();

  await banner.getByRole('link', { name: 'Item 4.1.1', exact: true }).click();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score)).toBe('4.1.1');
  await item(page, '4.1.1').getByText('请说明扣分').waitFor();
  await banner.getByRole('link', { name: 'Evidence for item 1.1.1' }).click();
  await item(page, '1.1.1').getByText('请补充佐证').waitFor();
  await banner.getByRole('link', { name: rules.fileCategories.waterPermit }).click();
  await page.getByRole('region', { name: rules.fileCategories.waterPermit }).getByText('已过期').waitFor();
  await page.getByRole('region', { name: 'Photographs' }).getByText('请附大坝照片').waitFor();

  // The history lists every step with its account; resubmitting loses nothing of it.
  await page.getByText('History', { exact: true }).click();
  const events = page.getByRole('list', { name: 'History' }).locator('> li');
  await expect.poll(() => events.count()).toBe(3);
  expect(await events.nth(0).innerText()).toContain('请修改（示例）');
  expect(await events.nth(1).innerText()).toContain('请审核（示例）');
  await openTab(page, 'Submit');
  await page.getByRole('button', { name: 'Submit again', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Next: first review (county-level unit)').waitFor();
  await expect.poll(() => page.getByText('Returned by the review unit').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('the station answers remarks at their places; the reviewer reads the answers beside them', async () => {
  const { person, id } = await returned(stage, '1.1.1');
  const { page, context, problems } = await openPage(stage, person, id);
  const answerTo = (tab: Page, place: string) =>
    tab.getByRole('textbox', { name: review.answering.on(place), exact: true });
  await answerTo(page, 'Contact').fill('已改为新联系人（示例）');
  await saved(page);

  // Typed without a network, the answer survives the tab and goes once the network is back.
  await openTab(page, 'Self-scoring');
  await answerTo(page, 'Item 1.1.1').waitFor();
  await context.setOffline(true);
  await answerTo(page, 'Item 1.1.1').fill('已附说明（示例）');
  await page.getByRole('status').getByText('Waiting for the network: 1 edit').waitFor();
  await page.close();
  await context.setOffline(false);
  const next = await reopen(context, id, problems);
  await saved(next);
  await openTab(next, 'Self-scoring');
  await expect.poll(() => answerTo(next, 'Item 1.1.1').inputValue()).toBe('已附说明（示例）');
  const remarks = async () =>
    (await person.api.call('GET assessment/events', { id })).at(-1)?.remarks.map(({ answers }) => answers?.[0]?.text);
  expect(await remarks()).toEqual(['已改为新联系人（示例）', '已附说明（示例）']);

  await person.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  const reviewer = await openReview(stage, await stage.person('admin'), `${id}/first_manager`);
  await reviewer.page.getByRole('list', { name: review.remarks }).getByText('已改为新联系人（示例）').waitFor();
  await openPart(reviewer.page, 'Self scores');
  await item(reviewer.page, '1.1.1').getByText('已附说明（示例）').waitFor();
  expect(reviewer.problems).toEqual([]);
}, 120_000);

test('a date has the same form whatever the language of the browser', async () => {
  const { person, id } = await newDraft(stage);
  await person.api.call('POST assessment/update_form', { id, form: { plant: { commissionedOn: '2009-03-04' } } });
  const shown = async (locale: string) => {
    const visit = await stage.visit({ lang: 'en' });
    await carry(visit.context, person);
    const devtools = await visit.context.newCDPSession(visit.page);
    await devtools.send('Emulation.setLocaleOverride', { locale });
    await goTo(visit.page, id);
    return visit.page.getByRole('textbox', { name: 'Commissioned on' }).inputValue();
  };
  expect(await shown('en-GB')).toBe('2009-03-04');
  expect(await shown('zh-CN')).toBe('2009-03-04');
});

test('problems that block a submission link to their exact places', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id, {
    ...COMPLETE_FORM,
    record: { deaths: 1, seriousInjuries: 0, directLoss: 0, majorAccident: false },
  });
  await person.api.call('POST assessment/station_scores', {
    id,
    items: [{ serial: '3.1.1', score: 0, missing: false, reason: '' }],
  });
  const { page, problems } = await openPage(stage, person, id);
  await openTab(page, 'Submit');
  // Saving the self score is part of submitting, so that it is no problem to solve.
  const { problems: all } = await person.api.call('GET assessment/validate_station_submit', { id });
  const expected = all.filter(({ code }) => code !== 'selfScoreStale');
  await page.getByText(`${expected.length} problems block`).waitFor();
  const told = await page.getByRole('tabpanel').getByRole('listitem').allInnerTexts();
  expect(told).toEqual(expected.map(({ message }) => message));
  const submit = page.getByRole('button', { name: 'Submit the application', exact: true });
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await submit.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.getByRole('link', { name: 'Refused: a death' }).click();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('record.deaths');
  await page.getByText('Refused: a death in the past 12 months').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0');
  await openTab(page, 'Submit');
  await page.getByRole('link', { name: 'Item 3.1.1 needs a reason' }).click();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score)).toBe('3.1.1');
  await reasonInput(page, '3.1.1').fill('示例理由');
  await saved(page);
  await openTab(page, 'Submit');
  await page.getByText('Nothing is missing').waitFor();
  await page.getByRole('button', { name: 'Submit the application', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Next: first review (county-level unit)').waitFor();
  expect((await person.api.call('GET assessment', { id })).status).toBe('submitted');
  expect(problems).toEqual([]);
});

test('an empty draft folds the items under chapters that open and can be reached by keyboard', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await openPage(stage, person, id);
  await openTab(page, 'Submit');
  const ofScores = page.getByRole('list', { name: review.submit.parts.score, exact: true });
  const chapters = ofScores.locator('summary');
  await expect.poll(() => chapters.first().innerText()).toBe('1 Objectives and responsibilities: 17 items to complete');
  const told = await chapters.allInnerTexts();
  const counts = told.map((text) => Number(/(\d+) items? to complete$/.exec(text)?.[1]));
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe((await itemsOf(person, id)).length);
  expect(await ofScores.getByRole('link').count()).toBe(0);

  await chapters.first().focus();
  for (let index = 0; index < 3; index += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await ofScores.getByRole('link', { name: 'Item 4.1.1 is not scored' }).waitFor();
  expect(await ofScores.getByRole('link').count()).toBe(counts[3] ?? 0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score)).toBe('4.1.1');
  expect(problems).toEqual([]);
});

test('an entry corrected during the check is not reported', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id);
  const items = [{ serial: '3.1.1', score: 0, missing: false, reason: '' }];
  await person.api.call('POST assessment/station_scores', { id, items });
  const { page, problems } = await openPage(stage, person, id);
  const kept = page.waitForResponse('**/api/assessment/station_scores');
  await routeFirst(page, '**/api/assessment/validate_station_submit?*', async (route) => {
    const response = await route.fetch();
    await kept;
    // The page may have aborted the request by then.
    await route.fulfill({ response }).catch(() => null);
  });
  const asked = page.waitForRequest('**/api/assessment/validate_station_submit?*');
  await openTab(page, 'Submit');
  await asked;
  await page.evaluate(() => location.assign('#score/3.1.1'));
  await reasonInput(page, '3.1.1').fill('示例理由');
  await saved(page);
  await openTab(page, 'Submit');
  await page.getByText('Nothing is missing').waitFor();
  expect(problems).toEqual([]);
});

test('open tabs are remembered until the session ends', async () => {
  const { person, id } = await newDraft(stage);
  const { page } = await openPage(stage, person, id);
  await openTab(page, 'Self-scoring');
  await page.getByRole('tab', { name: /^5 / }).click();
  await scoreInput(page, '5.1.1').waitFor();
  await page.reload();
  await scoreInput(page, '5.1.1').waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /测试水电站/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('the score sheet is exported and filled in; its differences are shown before they are applied', async () => {
  const { person, id } = await newDraft(stage);
  const [first, second] = await itemsOf(person, id);
  if (!first || !second) throw new Error('no items');
  await person.api.call('POST assessment/station_scores', {
    id,
    items: [{ serial: second.serial, score: second.score, missing: false, reason: '' }],
  });
  const { page, problems } = await openPage(stage, person, id);
  await openTab(page, 'Self-scoring');
  await scoreInput(page, first.serial).waitFor();
  const rows = await takeSheet(page);
  expect(rows).toHaveLength(119);
  expect(rows[2]).toMatch(
    new RegExp(`^${second.serial.replace(/\./g, '\\.')},.*,${second.score},${second.score},No,$`),
  );

  const filled = rows.map((row) => {
    if (row.startsWith(`${first.serial},`)) return row.replace(/,,No,$/, ',1,No,纸上填写（示例）');
    return row.startsWith(`${second.serial},`) ? row.replace(/,[^,]*,No,$/, ',999,No,') : row;
  });
  const dialog = await bringSheet(page, filled);
  await dialog.getByText('1 item differs').waitFor();
  await dialog.getByText('1 row is invalid and skipped').waitFor();
  expect(await dialog.getByRole('row').filter({ hasText: first.serial }).innerText()).toContain('1; 纸上填写（示例）');
  expect(await storedScore(person, id, first.serial)).toBeUndefined();
  await dialog.getByRole('button', { name: 'Take over 1' }).click();
  await saved(page);
  expect(await reasonInput(page, first.serial).inputValue()).toBe('纸上填写（示例）');
  expect(await storedScore(person, id, first.serial)).toMatchObject({ score: 1, reason: '纸上填写（示例）' });
  expect(await storedScore(person, id, second.serial)).toMatchObject({ score: second.score });
  expect(problems).toEqual([]);
});

test('points are validated while typing: an invalid value is refused with the reason, full-width digits are accepted', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await openPage(stage, person, id, { lang: 'zh' });
  await goTo(page, id, '#score/1.1.1');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score)).toBe('1.1.1');
  const input = scoreInput(page, '1.1.1');
  for (const [typed, told] of [
    ['99', '不大于 4'],
    ['-1', '应为数字'],
    ['1.25', '最多 1 位小数'],
  ] as const) {
    await input.fill(typed);
    await page.getByRole('region', { name: '评分项 1.1.1', exact: true }).getByText(told).waitFor();
  }
  await input.fill('３。５');
  await page.getByText('已保存', { exact: true }).waitFor();
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 3.5 });
  expect(await page.getByRole('checkbox', { name: '评分项 1.1.1 为合理缺项' }).count()).toBe(0);
  // Arrow keys move from score to score.
  await input.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score)).toBe('1.1.2');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score)).toBe('1.1.1');
  expect(problems).toEqual([]);
});

test("a station cannot open another station's assessment", async () => {
  const { id } = await newDraft(stage);
  const { page } = await stage.visitAs('station', { lang: 'en' });
  await page.goto(`/assessments/${id}/station`);
  await page.getByRole('link', { name: 'All assessments' }).waitFor();
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  expect(heading).toBe('This assessment does not exist, or you may not see it.');
});

test("after the conclusion the station reads it and the experts' scores without their names", async () => {
  const { page, problems, person } = await stage.visitAs('station', { lang: 'en' });
  const { items } = await person.api.call('GET assessment/query', { status: ['passed'] });
  const id = items[0]?.id ?? '';
  const conclusion = await person.api.call('GET assessment/manager_conclusion', { id });
  const [first] = await person.api.call('GET assessment/all_expert_scores', { id, s1: '1' });
  const given = first?.items.find(({ reason }) => reason !== '');
  if (!conclusion || !given) throw new Error('the demo has no such review');
  await goTo(page, id);
  await page.getByRole('region', { name: 'Conclusion' }).getByText(conclusion.conclusion).waitFor();
  await page.getByText('The review has ended.').waitFor();
  await openTab(page, 'Self-scoring');
  await item(page, given.serial).getByText(`${given.score}; ${given.reason}`).first().waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('the self-score counter follows each score, and Tab goes from the score to its reason', async () => {
  const { person, id } = await newDraft(stage);
  const items = await itemsOf(person, id);
  const last = items.filter(({ serial }) => ['1.1.1', '1.1.2'].includes(serial));
  const absent = items.find(({ mayBeMissing }) => mayBeMissing);
  if (!absent) throw new Error('nothing may be missing');
  const others = items.filter((one) => !last.includes(one) && one !== absent);
  await person.api.call('POST assessment/station_scores', { id, items: scoresAt(others, 1, '') });
  const { page, context, problems } = await openPage(stage, person, id);
  const left = (count: number) =>
    page.getByRole('tab', { name: count === 0 ? 'Self-scoring' : new RegExp(`^Self-scoring, ${count} place`) });
  await left(3).click();
  await page.getByText(`scored ${others.length} of ${items.length}, rate of the scored items 100.0%`).waitFor();
  const [first, second] = last;
  await scoreInput(page, first?.serial ?? '').fill(String(first?.score));
  await left(2).waitFor();
  // A lost point counts when its reason is written; offline too.
  await saved(page);
  await context.setOffline(true);
  await scoreInput(page, second?.serial ?? '').fill('1');
  await left(2).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('记录不全（示例）');
  await left(1).waitFor();
  expect(await reasonInput(page, second?.serial ?? '').inputValue()).toBe('记录不全（示例）');
  await context.setOffline(false);

  const chapter = absent.serial.split('.')[0];
  await page.getByRole('tab', { name: new RegExp(`^${chapter} `) }).click();
  await scoreInput(page, absent.serial).fill('0');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.reason))
    .toBe(absent.serial);
  await page.keyboard.press('Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(review.score.missingOf(absent.serial));
  await page.keyboard.press('Space');
  await scoreInput(page, absent.serial).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('无此设施（示例）');
  await left(0).waitFor();
  await saved(page);
  await page.reload();
  await left(0).waitFor();
  await page
    .getByText('The self score reaches Level 1. By the self score alone; the review decides the rating.')
    .waitFor();
  expect(problems.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
