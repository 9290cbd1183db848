import { expert as text } from '@shp/shared/text/en/expert';
import { review } from '@shp/shared/text/en/review';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { focused, goToReview, newReview, openReview, scoreAllBut, storedExpertScore } from './experts.ts';
import { openStage, type Stage } from './harness.ts';
import { bringSheet, takeSheet } from './scoreSheets.ts';
import { item, itemsOf, openTab, reasonInput, saved, scoreInput } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('on a phone the reason of a refused value stays above the foot bar, and the status does not say saved', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page } = await openReview(stage, expert, id, { lang: 'en', width: 380 });
  const input = scoreInput(page, '1.1.3');
  const foot = page.locator('body > section').last();
  // The input stands just above the bar, as after a jump to it.
  await input.evaluate((element) => {
    const bar = document.querySelector('body > section')?.getBoundingClientRect().top ?? 0;
    scrollBy({ top: element.getBoundingClientRect().bottom - bar + 8, behavior: 'instant' });
  });
  await input.evaluate((element) => element.focus({ preventScroll: true }));
  await page.keyboard.insertText('999');
  const reason = item(page, '1.1.3').locator('.MuiFormHelperText-root').first();
  await reason.waitFor();
  await expect
    .poll(async () => {
      const [text, bar] = [await reason.boundingBox(), await foot.boundingBox()];
      return text !== null && bar !== null && text.y + text.height <= bar.y;
    })
    .toBe(true);
  await page.getByRole('status').filter({ hasText: '1 value is invalid and not saved' }).waitFor();
  await input.fill('');
  await saved(page);
});

test('a review opens at its first chapter with unscored items; a reload and the way back keep the open one', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  await scoreAllBut(expert, id, ['3.1.1', '5.1.1']);
  const { page, problems } = await openReview(stage, expert, id);
  const chapter = (serial: string) => page.locator(`#chapter-${serial}[aria-selected=true]`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const toList = () => menu.getByRole('link', { name: 'Standardisation assessments' }).click();
  const openRow = () => page.getByRole('main').locator(`a[href*="${id}"]`).first().click();
  await chapter('3').waitFor();
  await page.locator('#chapter-1').click();
  await item(page, '1.1.1').waitFor();
  await page.reload();
  await chapter('1').waitFor();
  await toList();
  await page.waitForURL(/\/assessments\?|\/assessments$/);
  await page.getByText('116 of 118 items scored').waitFor();
  await page.goBack();
  await chapter('1').waitFor();
  await toList();
  await openRow();
  await chapter('3').waitFor();
  await scoreInput(page, '3.1.1').press('Alt+a');
  await saved(page);
  await toList();
  await openRow();
  await chapter('5').waitFor();
  await scoreInput(page, '5.1.1').press('Alt+a');
  await saved(page);
  await toList();
  await openRow();
  await chapter('1').waitFor();
  expect(problems).toEqual([]);
});

test('an expert does a review by keyboard alone, from the first score to the conclusion', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const items = await itemsOf(expert, id);
  const absent = items.find(({ mayBeMissing }) => mayBeMissing);
  if (!absent) throw new Error('nothing may be missing');
  const left = ['1.1.1', '1.1.2', '1.1.3', '1.2.1', '2.1.1', absent.serial];
  await scoreAllBut(expert, id, left);
  const { page, problems } = await openReview(stage, expert, id);
  await page.getByRole('tab', { name: `Scoring, ${left.length} items left` }).waitFor();
  const verdict = /(?:reaches|does not reach) Level/;
  await page
    .getByText(`scored ${items.length - left.length} of ${items.length}, rate of the scored items 100.0%`)
    .waitFor();
  expect(await page.getByText(verdict).count()).toBe(0);

  // Type points; the arrow keys move up and down.
  await scoreInput(page, '1.1.1').focus();
  await page.keyboard.type('3.5');
  await item(page, '1.1.1').getByText('A reason is needed').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('1.1.2');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toBe('1.1.1');
  // Enter moves to the missing reason, then to the next item.
  await page.keyboard.press('Enter');
  // An empty reason offers phrases beside it; what is typed hides them.
  const hints = page.getByRole('group', { name: text.phrases.of('1.1.1') });
  await hints.getByRole('button', { name: `${text.phrases.offered[0]} Alt+1` }).waitFor();
  await page.keyboard.type('未见签字（示例）');
  await hints.waitFor({ state: 'detached' });
  expect(await reasonInput(page, '1.1.1').inputValue()).toBe('未见签字（示例）');
  await page.keyboard.press('Enter');
  // Alt+s takes the station's score with its reason, Alt+a full points, Alt+n moves to the next open item.
  await expect.poll(() => focused(page)).toBe('1.1.2');
  await page.keyboard.press('Alt+s');
  expect(await scoreInput(page, '1.1.2').inputValue()).toBe('2.5');
  expect(await reasonInput(page, '1.1.2').inputValue()).toBe('指标不全（自评示例）');
  await page.keyboard.press('Alt+n');
  await expect.poll(() => focused(page)).toBe('1.1.3');
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('Alt+n');
  await expect.poll(() => focused(page)).toBe('1.2.1');
  await page.keyboard.type('0');
  await page.keyboard.press('Alt+3');
  expect(await reasonInput(page, '1.2.1').inputValue()).toBe(text.phrases.offered[2]);
  await page.keyboard.press('Alt+n');
  await expect.poll(() => focused(page)).toBe('2.1.1');
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('Alt+n');
  await expect.poll(() => focused(page)).toBe(absent.serial);
  await page.keyboard.press('Alt+m');
  await item(page, absent.serial).getByText('A reason is needed').waitFor();

  // Concluding is only possible when all items are scored and the conclusion is written.
  await openTab(page, 'Conclusion');
  const conclude = page.getByRole('button', { name: 'Conclude' });
  await page.getByText('1 item is not scored or lacks a reason').waitFor();
  await page.getByText('the conclusion is not written').waitFor();
  expect(await conclude.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('link', { name: `Item ${absent.serial} needs a reason` }).click();
  await expect.poll(() => focused(page)).toBe(absent.serial);
  await page.keyboard.press('Alt+p');
  await page.getByRole('menu', { name: text.phrases.of(absent.serial) }).waitFor();
  await page.keyboard.press('7');
  await expect.poll(() => reasonInput(page, absent.serial).inputValue()).toBe(text.phrases.offered[6]);
  await page.getByText('Every item is scored.').waitFor();
  await page.getByText(verdict).first().waitFor();
  await openTab(page, 'Conclusion');
  await page.getByLabel('Your conclusion').fill('总体符合要求（示例）。');
  await saved(page);
  expect(await storedExpertScore(expert, id, absent.serial)).toMatchObject({ score: null, missing: true });
  const sum = await expert.api.call('GET assessment/sum_expert_score', { id, expertId: expert.id });
  expect(sum.complete).toBe(true);
  await expect.poll(() => conclude.getAttribute('aria-disabled')).toBe('false');
  await conclude.click();
  const dialog = page.getByRole('dialog', { name: `Conclude with ${sum.score100.toFixed(1)} points?` });
  await dialog.getByRole('button', { name: 'Conclude' }).click();
  await page.getByText(text.closed.over).waitFor();
  await page.getByText('总体符合要求（示例）。').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await openTab(page, 'Scoring');
  await page.getByRole('tab', { name: /^1 / }).click();
  await item(page, '1.1.2').getByText('2.5 of 6 points').first().waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  const [own] = await expert.api.call('GET assessment/experts_conclusion', { id });
  expect(own).toMatchObject({ conclusion: '总体符合要求（示例）。', score100: sum.score100 });
  expect(own?.at).not.toBeNull();
  expect((await expert.api.call('GET assessment', { id })).status).toBe('reviewed');
  expect(problems).toEqual([]);
});

test.for([
  ['en', 'Submitted; waiting for the other experts', 'Your score', 'Score', 'Conclusion'],
  ['zh', '您已提交结论，等待其他专家', '您的评分', '得分', '专家结论'],
] as const)(
  '%s: an expert who has concluded sees that the review waits for the others, and the own total',
  async ([lang, waiting, own, total, conclusion]) => {
    const { id, experts } = await newReview(stage, 2);
    const [one] = experts;
    if (!one) throw new Error('no expert');
    await scoreAllBut(one, id, []);
    await one.api.call('POST assessment/update_conclusion', { id, conclusion: '示例结论' });
    const { page, problems } = await openReview(stage, one, id, { lang });
    await page.getByText(waiting, { exact: true }).waitFor();
    await page.getByText(`${own} 100.0`).waitFor();
    await page.getByRole('tab', { name: conclusion }).click();
    await page
      .getByRole('tabpanel')
      .getByText(new RegExp(`^${total}\\D*100\\.0$`))
      .waitFor();
    expect(await page.getByText(/Next: /).count()).toBe(0);
    expect(problems).toEqual([]);
  },
);

test("two experts cannot see each other's work until the end, and then read the result", async () => {
  const { id, experts } = await newReview(stage, 2);
  const [one, two] = experts;
  if (!one || !two) throw new Error('no experts');
  const secret = '甲专家的理由（示例）';
  await scoreAllBut(one, id, ['1.1.1']);
  await one.api.call('POST assessment/expert_scores', {
    id,
    items: [{ serial: '1.1.1', score: 1, missing: false, reason: secret }],
  });
  await one.api.call('POST assessment/update_conclusion', { id, conclusion: '甲专家的结论（示例）' });
  const { page, problems } = await stage.visit({ lang: 'en' });
  const told: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) told.push(await response.text().catch(() => ''));
  });
  await page.context().addCookies([{ name: 'Token', value: two.token, url: stage.url, sameSite: 'Strict' }]);
  await goToReview(page, id);
  await page.waitForLoadState('networkidle');
  await openTab(page, 'Conclusion');
  await page.getByLabel('Your conclusion').waitFor();
  expect(told.length).toBeGreaterThan(10);
  for (const hidden of ['甲专家', one.id]) expect(told.filter((body) => body.includes(hidden))).toEqual([]);
  expect(await page.getByRole('region', { name: text.result.title }).count()).toBe(0);

  await scoreAllBut(two, id, []);
  await two.api.call('POST assessment/update_conclusion', { id, conclusion: '乙专家的结论（示例）' });
  const province = await stage.person('province_manager');
  await province.api.call('POST assessment/update_conclusion', { id, conclusion: '同意达标（示例）' });
  await province.api.call('POST assessment/add_event', { id, status: 'passed', description: '' });
  await page.goto('/documents');
  await goToReview(page, id, '#score/1.1.1');
  await page.getByRole('region', { name: 'Conclusion' }).getByText('同意达标（示例）').waitFor();
  const result = page.getByRole('region', { name: text.result.title });
  await result.getByText('甲专家的结论（示例）').waitFor();
  await item(page, '1.1.1').getByText(secret).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(problems).toEqual([]);
});

test("an account's own phrases are stored in the browser, listed first, and hidden from other accounts", async () => {
  const { id, experts } = await newReview(stage, 2);
  const [one, two] = experts;
  if (!one || !two) throw new Error('no experts');
  const { page, context, problems } = await openReview(stage, one, id);
  await scoreInput(page, '1.1.1').fill('1');
  await reasonInput(page, '1.1.1').fill('缺少审批记录（示例）');
  await reasonInput(page, '1.1.1').press('Alt+p');
  await page.getByRole('menuitem', { name: 'Save this reason as a phrase' }).click();
  await scoreInput(page, '1.1.2').fill('1');
  await scoreInput(page, '1.1.2').press('Alt+1');
  expect(await reasonInput(page, '1.1.2').inputValue()).toBe('缺少审批记录（示例）');
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.reason)).toBe('1.1.2');
  await page.getByRole('button', { name: text.phrases.of('1.1.2') }).click();
  await page.getByRole('menuitem', { name: text.phrases.offered[1] ?? '' }).click();
  expect(await reasonInput(page, '1.1.2').inputValue()).toBe(`缺少审批记录（示例）；${text.phrases.offered[1]}`);
  await reasonInput(page, '1.1.2').press('Alt+p');
  await page.getByRole('menuitem', { name: text.phrases.manage }).click();
  const dialog = page.getByRole('dialog', { name: text.phrases.manageTitle });
  await dialog.getByLabel(text.phrases.added).fill('培训记录不全（示例）');
  await page.keyboard.press('Enter');
  await dialog.getByText('培训记录不全（示例）').waitFor();
  await dialog.getByRole('button', { name: text.phrases.remove('缺少审批记录（示例）') }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await saved(page);
  await page.reload();
  await scoreInput(page, '1.1.3').fill('0');
  await scoreInput(page, '1.1.3').press('Alt+1');
  expect(await reasonInput(page, '1.1.3').inputValue()).toBe('培训记录不全（示例）');
  await saved(page);

  await context.addCookies([{ name: 'Token', value: two.token, url: stage.url, sameSite: 'Strict' }]);
  await goToReview(page, id);
  await scoreInput(page, '1.1.3').fill('0');
  await scoreInput(page, '1.1.3').press('Alt+1');
  expect(await reasonInput(page, '1.1.3').inputValue()).toBe(text.phrases.offered[0]);
  expect(problems).toEqual([]);
});

test('evidence opens beside the entry on a wide screen and below it on a narrow one', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page, problems } = await openReview(stage, expert, id);
  const pane = page.getByRole('region', { name: '甲现场.png' });
  await item(page, '1.1.1').getByRole('button', { name: '甲现场.png', exact: true }).click();
  await pane.getByRole('img', { name: '甲现场.png' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  const entry = scoreInput(page, '1.1.1');
  const [paneBox, entryBox] = [await pane.boundingBox(), await entry.boundingBox()];
  expect(paneBox?.x).toBeGreaterThanOrEqual((entryBox?.x ?? 0) + (entryBox?.width ?? 0));
  await entry.fill('2');
  await pane.getByRole('button', { name: 'Next file' }).click();
  await page.getByRole('region', { name: '乙制度.pdf' }).locator('iframe').waitFor();
  await page.getByRole('region', { name: '乙制度.pdf' }).getByRole('button', { name: 'Close' }).press('Escape');
  await page.getByRole('region', { name: '乙制度.pdf' }).waitFor({ state: 'detached' });
  // Alt+v opens the first file, then the next one, then closes the pane.
  await entry.press('Alt+v');
  await pane.waitFor();
  await expect.poll(() => focused(page)).toBe('1.1.1');
  await page.keyboard.press('Alt+v');
  await page.getByRole('region', { name: '乙制度.pdf' }).waitFor();
  await page.keyboard.press('Alt+v');
  await page.getByRole('region', { name: '乙制度.pdf' }).waitFor({ state: 'detached' });
  expect(await entry.inputValue()).toBe('2');

  await page.setViewportSize({ width: 380, height: 800 });
  await entry.press('Alt+v');
  await pane.getByRole('img').waitFor();
  const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await top(pane)) - (await top(entry))).toBeGreaterThan(0);
  expect(await item(page, '1.1.1').getByRole('img', { name: '甲现场.png' }).count()).toBe(1);
  expect(problems).toEqual([]);
});

test("the station's scores fill a chapter's untouched items after a question; typed scores stay", async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page, problems } = await openReview(stage, expert, id);
  await scoreInput(page, '1.1.1').fill('1');
  await page.getByRole('button', { name: text.station.takeChapter(16) }).click();
  const dialog = page.getByRole('dialog', { name: text.station.takeAsk(16) });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await scoreInput(page, '1.1.2').inputValue()).toBe('');
  await page.getByRole('button', { name: text.station.takeChapter(16) }).click();
  await dialog.getByRole('button', { name: 'Use them' }).click();
  await page.getByRole('tab', { name: /^1 .*16 of 17/ }).waitFor();
  expect(await scoreInput(page, '1.1.1').inputValue()).toBe('1');
  await saved(page);
  expect(await storedExpertScore(expert, id, '1.1.2')).toMatchObject({ score: 2.5, reason: '指标不全（自评示例）' });
  expect(await storedExpertScore(expert, id, '1.1.1')).toMatchObject({ score: 1, reason: '' });
  expect(problems).toEqual([]);
});

test('the score sheet is exported, filled in and imported', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page, problems } = await openReview(stage, expert, id);
  await scoreInput(page, '1.1.1').fill('4');
  const rows = await takeSheet(page);
  expect(rows).toHaveLength(119);
  // The expert's own scores, including unsaved edits, not the station's.
  expect(rows[1]).toMatch(/^1\.1\.1,.*,4,4,No,$/);
  expect(rows[2]).toMatch(/^1\.1\.2,.*,6,,No,$/);
  const filled = rows.map((row, index) => (index > 1 ? row.replace(/,,No,$/, ',0,No,纸上填写（示例）') : row));
  const dialog = await bringSheet(page, filled);
  await dialog.getByRole('button', { name: 'Take over 117' }).click();
  await page.getByText('Every item is scored.').waitFor();
  await saved(page);
  expect(await storedExpertScore(expert, id, '8.1.1')).toMatchObject({ score: 0, reason: '纸上填写（示例）' });
  expect(problems).toEqual([]);
});

test('an administrator scores for a chosen expert, marked as such, and cannot conclude', async () => {
  const { id, experts } = await newReview(stage, 2);
  const two = experts[1];
  if (!two) throw new Error('no expert');
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await goToReview(page, id);
  await page.getByLabel(text.scoresOf).selectOption(two.id);
  await scoreInput(page, '1.1.1').fill('4');
  await saved(page);
  expect(await storedExpertScore(two, id, '1.1.1')).toMatchObject({ score: 4 });
  await openTab(page, 'Conclusion');
  await page.getByText(text.conclude.onlyExpert).waitFor();
  const own = await openReview(stage, two, id);
  await item(own.page, '1.1.1').getByText(review.score.byAdmin).waitFor();
  expect(problems.concat(own.problems)).toEqual([]);
});

test("an expert cannot open another expert's review", async () => {
  const { id } = await newReview(stage);
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto(`/assessments/${id}/expert`);
  await page.getByText(review.notFound).waitFor();
});
