import { disagreement, spread } from '@shp/shared/domain/standard/scoring';
import { allItems } from '@shp/shared/domain/standard/standard';
import { finalReview as en } from '@shp/shared/text/en/finalReview';
import { finalReview as zh } from '@shp/shared/text/zh/finalReview';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/accounts.ts';
import { newExpert } from './experts.ts';
import { firstPassed, goToFinal, openFinal, type Review, reviewed } from './finalReviews.ts';
import { answered, openStage, type Stage, sidewaysScroll } from './harness.ts';
import { saved } from './stations.ts';
import { askForStep } from './workday.ts';

const finalReview = { en, zh };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const statusOf = async ({ api }: Person, id: string) => (await api.call('GET assessment', { id })).status;
const conclusion = (page: Page) => page.getByRole('textbox', { name: 'Conclusion' });
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

/** A review that waits for the city's conclusion. */
async function awaiting(shares: readonly number[]): Promise<{ city: Person; review: Review }> {
  const city = await stage.person('city_manager');
  const review = await firstPassed(stage, { experts: shares.length });
  await reviewed(city, review, shares);
  return { city, review };
}

test('experts are searched, assigned and taken off, except those of the own unit and those who have scored', async () => {
  const city = await stage.person('city_manager');
  const review = await firstPassed(stage, { experts: 2 });
  const own = await newExpert(stage, review.stationName);
  const { page, problems } = await openFinal(stage, city, review.id);

  await page.getByText('No expert is assigned yet.').waitFor();
  await tab(page, 'Conclusion');
  const start = page.getByRole('button', { name: 'Start the expert review' });
  await page.getByRole('listitem').filter({ hasText: 'At least 1 expert must be assigned; now 0' }).first().waitFor();
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  await tab(page, 'Experts');

  await page.getByRole('button', { name: 'Assign experts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(own.account);
  await dialog.getByText('Four-eyes rule: works for this station or its owner').waitFor();
  expect(await dialog.getByRole('checkbox').isDisabled()).toBe(true);
  for (const { account } of review.experts) {
    await dialog.getByRole('searchbox').fill(`${account} 示例设计院 safety`);
    await dialog.getByText('1 expert found').waitFor();
    await dialog.getByRole('cell', { name: 'no open reviews' }).waitFor();
    await dialog.getByRole('checkbox').check();
  }
  // Those chosen stay in sight, whatever the search shows.
  await dialog.getByText('2 chosen (1 expert needed)').waitFor();
  expect(await dialog.locator('.MuiChip-root').count()).toBe(2);
  expect(await dialog.getByRole('row').filter({ hasText: 'no review of this station yet' }).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Assign 2 experts' }).click();
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);

  await rows
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await confirm(page, 'Remove');
  await expect.poll(() => rows.count()).toBe(1);
  await tab(page, 'Conclusion');
  await start.click();
  await confirm(page, 'Start the expert review');
  await expect.poll(() => statusOf(city, review.id)).toBe('reviewing');

  const { experts } = await city.api.call('GET assessment', { id: review.id });
  const left = review.experts.find(({ id }) => id === experts[0]?.id);
  const items = [{ serial: '1.1.2', score: 3, missing: false, reason: '示例' }];
  await left?.api.call('POST assessment/expert_scores', { id: review.id, items });
  await page.reload();
  await tab(page, 'Experts');
  await page.getByText('1 of 118 items scored').waitFor();
  await page.getByText('Experts who have scored cannot be removed.').waitFor();
  expect(await rows.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('experts assigned by another manager meanwhile stay assigned', async () => {
  const province = await stage.person('province_manager');
  const review = await firstPassed(stage, { experts: 2 });
  const [first, second] = review.experts;
  const { page } = await openFinal(stage, await stage.person('city_manager'), review.id);
  await page.getByRole('button', { name: 'Assign experts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(first?.account ?? '');
  await dialog.getByRole('checkbox').check();
  await province.api.call('POST assessment/assign_experts', { id: review.id, experts: [second?.id ?? ''] });
  await dialog.getByRole('button', { name: 'Assign 1 expert' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { experts } = await province.api.call('GET assessment', { id: review.id });
  expect(experts.map(({ id }) => id).toSorted()).toEqual([first?.id, second?.id].toSorted());
});

test("the comparison shows experts by item with the spread, sorts and filters by it, and has the server's totals", async () => {
  const { city, review } = await awaiting([0.95, 0.9]);
  const { id } = review;
  const { page, problems } = await openFinal(stage, city, id);
  await tab(page, 'Comparison');
  const table = page.getByRole('region', { name: 'Items', exact: true });
  const lines = table.getByRole('row').filter({ has: page.getByRole('link') });
  // The first of them are enough to begin with.
  await expect.poll(() => lines.count()).toBe(30);
  const all = page.getByRole('button', { name: 'Show all 118' });
  await all.click();
  await expect.poll(() => lines.count()).toBe(118);
  expect(await all.count()).toBe(0);

  const standard = await city.api.call('GET assessment/standard', { asm_id: id });
  const given = await Promise.all(
    review.experts.map(async ({ id: expertId }) => {
      const chapters = standard.sections.map(({ serial: s1 }) =>
        city.api.call('GET assessment/expert_scores', { id, expertId, s1 }),
      );
      return (await Promise.all(chapters)).flat();
    }),
  );
  const items = allItems(standard);
  const apart = spread(standard, [], given).map((one, index) => ({
    ...one,
    apart: disagreement(one, items[index]?.score ?? 0),
  }));
  const differing = apart.filter((one) => one.apart > 0);
  const [widest] = apart.toSorted((a, b) => b.apart - a.apart);

  // First what asks for a look; the standard's order is a choice.
  expect(await lines.first().innerText()).toContain(widest?.serial);
  await page.getByLabel('Order').selectOption({ label: 'As in the standard' });
  await expect.poll(() => lines.first().innerText()).toContain('1.1.1');
  await page.getByLabel('Order').selectOption({ label: 'Largest spread first' });
  await page.getByRole('checkbox', { name: 'Only where they differ' }).check();
  await page.getByText(`${differing.length} of 118 items`).waitFor();
  expect(differing.length).toBeLessThan(118);
  const first = await lines.first().innerText();
  expect(first).toContain(widest?.serial);
  expect(first).toContain(`${widest?.apart} (${widest?.lowest}–${widest?.highest})`);
  expect(first).toContain('记录不全（示例）');
  await page.reload();
  await page.getByText(`${Math.min(30, differing.length)} of 118 items`).waitFor();
  await page.getByRole('checkbox', { name: 'Spread of 20% or more' }).check();
  const wide = apart.filter((one, index) => one.apart >= 0.2 * (items[index]?.score ?? 0));
  await page.getByText(wide.length === 0 ? 'No items.' : `${Math.min(30, wide.length)} of 118 items`).waitFor();
  await page.getByRole('checkbox', { name: 'Spread of 20% or more' }).uncheck();
  // A chapter of the chart leads to its items.
  const chart = page.getByRole('table', { name: 'Rates by chapter' });
  await chart.getByRole('button', { name: '8 Improvement' }).click();
  expect(await page.getByLabel('Chapter', { exact: true }).inputValue()).toBe('8');
  const inChapter = differing.filter(({ serial }) => serial.startsWith('8.'));
  await page.getByText(`${inChapter.length} of 118 items`).waitFor();
  await expect.poll(() => chart.getByRole('row').count()).toBe(9);

  const result = await city.api.call('GET assessment/result', { id });
  const totals = page.getByRole('region', { name: 'Totals and chapter rates' });
  const cells = async (name: string) =>
    (await totals.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts()).map((text) =>
      text.split('\n')[0]?.trim(),
    );
  expect(await cells('Score')).toContain(result?.score100.toFixed(1));
  expect((await cells('Level reached')).at(0)).toBe(`Level ${result?.qualifies}`);
  expect((await cells('4 On-site management')).at(0)).toBe(`${result?.sections[3]?.rate?.toFixed(1)}%`);

  await lines.first().getByRole('link').click();
  await page
    .getByRole('region', { name: `Item ${inChapter.toSorted((a, b) => b.apart - a.apart)[0]?.serial}`, exact: true })
    .waitFor();
  expect(problems).toEqual([]);
});

test('on a narrow screen the totals and the items are cards, and no figure is out of sight', async () => {
  const { city, review } = await awaiting([0.95, 0.8]);
  const { page } = await openFinal(stage, city, review.id, { lang: 'en', width: 380 });
  await tab(page, 'Comparison');
  const items = page.getByRole('region', { name: 'Items', exact: true });
  await items.getByRole('row').nth(3).waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await items.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  // Nobody's score is out of sight.
  for (const score of await items.locator('tbody tr').first().getByRole('cell').all()) {
    const { x, width } = (await score.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThanOrEqual(380);
    expect(await score.evaluate((cell) => getComputedStyle(cell, '::before').content)).not.toBe('none');
  }
  const table = page.getByRole('region', { name: 'Totals and chapter rates' });
  expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  const figures = await table.locator('tbody tr').first().locator('td').all();
  expect(figures.length).toBe(5);
  const labels = new Set<string>();
  for (const figure of figures) {
    const { x, width } = (await figure.boundingBox()) ?? { x: -1, width: 0 };
    expect([x > 0, x + width <= 380]).toEqual([true, true]);
    labels.add(await figure.evaluate((cell) => getComputedStyle(cell, '::before').content));
  }
  expect(labels.size).toBe(figures.length);

  // In a wider window it is a table, whose edge is shaded until the last column is reached, and a sentence says so.
  await page.setViewportSize({ width: 640, height: 800 });
  const cell = table.getByRole('rowheader').nth(1);
  const before = (await cell.boundingBox())?.x;
  const shade = () => table.evaluate((frame) => getComputedStyle(frame.parentElement ?? frame, '::after').content);
  const says = () =>
    table.evaluate((frame) => document.getElementById(frame.getAttribute('aria-describedby') ?? '')?.innerText);
  await expect.poll(shade).toBe('""');
  expect(await says()).toMatch(/^More columns to the right/);
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(0);
  await table.evaluate((frame) => frame.scrollTo(frame.scrollWidth, 0));
  expect((await cell.boundingBox())?.x).toBe(before);
  await expect.poll(shade).toBe('none');
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(says).toBeUndefined();
});

test.each(['en', 'zh'] as const)(
  'no heading or figure of the comparison breaks or leaves its column: %s',
  async (lang) => {
    const { city, review } = await awaiting([0.95, 0.8, 0.7, 0.6]);
    const { page } = await openFinal(stage, city, review.id, { lang, width: 1200 });
    await page.getByRole('tab', { name: finalReview[lang].tabs.compare }).click();
    const table = page.getByRole('region', { name: finalReview[lang].compare.items, exact: true });
    await table.getByRole('row').nth(3).waitFor();
    const lines = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    };
    for (const heading of (await table.getByRole('columnheader').all()).slice(1, 4))
      expect(await heading.evaluate(lines), await heading.innerText()).toBe(1);
    const spreads = table.locator('td.spread');
    const overhangs = () =>
      spreads.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(await overhangs()).toBe(0);
    // The longest text of the column.
    await spreads
      .first()
      .locator('span')
      .first()
      .evaluate((element, text) => element.prepend(text), finalReview[lang].compare.disagree);
    expect(await overhangs()).toBe(0);
  },
);

test.each([
  [1440, 800],
  [1024, 640],
])('the head of the comparison stays below the tabs at the end of the page: %i × %i', async (width, height) => {
  const { city, review } = await awaiting([0.95, 0.8]);
  const { page } = await openFinal(stage, city, review.id, { lang: 'en', width });
  await page.setViewportSize({ width, height });
  await tab(page, 'Comparison');
  const table = page.getByRole('region', { name: 'Items', exact: true });
  await table.getByRole('row').nth(3).waitFor();
  await table.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const head = table.getByRole('columnheader', { name: 'Item', exact: true });
  const isOnTop = (heading: Element) => {
    const { x, y, width, height } = heading.getBoundingClientRect();
    return [y + 1, y + height - 2].every((at) => heading.contains(document.elementFromPoint(x + width / 2, at)));
  };
  expect(await head.evaluate(isOnTop)).toBe(true);
  const scores = table.locator('tbody tr').nth(1).locator('td.points');
  expect(await scores.first().evaluate((score) => getComputedStyle(score).textAlign)).toBe('right');
});

test('a conclusion typed offline is sent after reconnecting; the review is passed, and revoked', async () => {
  const { city, review } = await awaiting([0.95]);
  const { id } = review;
  const { page, context, problems } = await openFinal(stage, city, id);
  await tab(page, 'Conclusion');
  await page.getByText('By the rules: qualifies for Level 3').waitFor();
  await page.getByText(/^If passed today, the rating is valid until \d{4}-\d\d-\d\d \(3 years\)\.$/).waitFor();
  // The wording for the result is filled in; cleared, it stays away until it is asked for.
  await expect.poll(() => conclusion(page).inputValue()).toMatch(/评定为达标。$/);
  await conclusion(page).fill('');
  await saved(page);
  const pass = page.getByRole('button', { name: 'Conclude as passed' });
  await page.getByRole('list', { name: 'Conditions for passing' }).getByText('not met: The manager').waitFor();
  await pass.click();
  await expect.poll(() => conclusion(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Insert wording for the result' }).click();
  await expect.poll(() => conclusion(page).inputValue()).toMatch(/^经 \d 名专家评审，.+符合三级标准，评定为达标。$/);
  await saved(page);
  await context.setOffline(true);
  await conclusion(page).fill('同意达标。  第二行（示例）');
  await page.getByText(/Waiting for the network/).waitFor();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await goToFinal(again, id);
  await tab(again, 'Conclusion');
  await saved(again);
  expect(await conclusion(again).inputValue()).toBe('同意达标。  第二行（示例）');
  expect((await city.api.call('GET assessment/manager_conclusion', { id }))?.conclusion).toBe(
    '同意达标。  第二行（示例）',
  );

  await expect
    .poll(() => again.getByRole('button', { name: 'Conclude as passed' }).getAttribute('aria-disabled'))
    .toBe('false');
  await again.getByRole('button', { name: 'Conclude as passed' }).click();
  await confirm(again, 'Conclude as passed');
  await again.getByText(/^The rating is valid until/).waitFor();
  expect(await conclusion(again).count()).toBe(0);
  const { href } = await again
    .getByRole('link', { name: 'Printed conclusion' })
    .evaluate((link: HTMLAnchorElement) => ({ href: link.href }));
  expect(href).toContain(`/assessments/${id}/print-conclusion`);

  await again.getByRole('button', { name: 'Revoke' }).click();
  await again.getByRole('dialog').getByRole('textbox').fill('发生责任事故（示例）');
  await confirm(again, 'Revoke');
  await again.getByText(/^The rating ended on/).waitFor();
  expect(await statusOf(city, id)).toBe('revoked');
  expect(problems.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('a result below the level cannot be passed and the page says why; it is failed', async () => {
  const { city, review } = await awaiting([0.6]);
  const { page } = await openFinal(stage, city, review.id);
  await tab(page, 'Conclusion');
  await page.getByText('By the rules: does not qualify for Level 3 or any other level').waitFor();
  await conclusion(page).fill('不予通过（示例）。');
  await saved(page);
  await expect
    .poll(() => page.getByRole('button', { name: 'Conclude as not passed' }).getAttribute('aria-disabled'))
    .toBe('false');
  const pass = page.getByRole('button', { name: 'Conclude as passed' });
  expect(await pass.getAttribute('aria-disabled')).toBe('true');
  const steps = page.getByRole('region', { name: 'Next steps' });
  const reason = steps.getByRole('link', { name: /^“Conclude as passed” is not possible: 1 condition not met$/ });
  // It leads to the result with the failing chapters, from any part; a part chosen then stays open after a reload.
  await tab(page, 'Comparison');
  await reason.click();
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect.poll(() => result.evaluate((card) => card === document.activeElement)).toBe(true);
  await tab(page, 'Application form');
  await page.reload();
  await page.getByRole('tab', { name: 'Application form', selected: true }).waitFor();
  await page.getByRole('button', { name: 'Conclude as not passed' }).click();
  await confirm(page, 'Conclude as not passed');
  await expect.poll(() => statusOf(city, review.id)).toBe('failed');
});

test('what waits for the decision opens at a proposed text, which nothing saves before the decision does', async () => {
  const { city, review } = await awaiting([0.95]);
  const { id } = review;
  const { page } = await openFinal(stage, city, id);
  await page.getByRole('tab', { name: 'Conclusion', selected: true }).waitFor();
  await expect.poll(() => conclusion(page).inputValue()).not.toBe('');
  const proposed = await conclusion(page).inputValue();
  const rule = page.getByRole('list', { name: 'Conditions for passing' });
  await rule.getByText("The manager's conclusion is written (met)").waitFor();
  await page.getByText('Proposed from the result, not saved yet').waitFor();
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  await tab(page, 'Comparison');
  // The part with the text has not been shown since.
  await page.reload();
  await page.getByRole('tab', { name: 'Comparison', selected: true }).waitFor();
  const pass = page.getByRole('button', { name: 'Conclude as passed' });
  await expect.poll(() => pass.getAttribute('aria-disabled')).toBe('false');
  await askForStep(page, 'pass');
  await page.getByRole('dialog', { name: 'Conclude as passed' }).waitFor();
  expect(await city.api.call('GET assessment/manager_conclusion', { id })).toBeNull();
  await confirm(page, 'Conclude as passed');
  await expect.poll(() => statusOf(city, id)).toBe('passed');
  expect((await city.api.call('GET assessment/manager_conclusion', { id }))?.conclusion).toBe(proposed);
});

test('the first reviewer may not conclude, and the page names the rule', async () => {
  const city = await stage.person('city_manager');
  const review = await firstPassed(stage, { experts: 1, by: city });
  await reviewed(city, review, [0.95]);
  await city.api.call('POST assessment/update_conclusion', { id: review.id, conclusion: '同意（示例）' });
  const { page } = await openFinal(stage, city, review.id);
  await tab(page, 'Conclusion');
  const rule = page.getByRole('list', { name: 'Conditions for passing' });
  await rule.getByText(/not met: Four-eyes rule: you passed the first review; you may not conclude/).waitFor();
  // The bar shows a shared reason once; both buttons are described by it.
  for (const name of ['Conclude as passed', 'Conclude as not passed']) {
    const ids = await page.getByRole('button', { name }).getAttribute('aria-describedby');
    const described = await page
      .locator(
        (ids ?? '')
          .split(' ')
          .map((id) => `#${id}`)
          .join(', '),
      )
      .allTextContents();
    expect(described.join(' ')).toContain('Four-eyes rule');
  }
});

test('of two managers deciding at once the second sees the current state and keeps the typed text, also after a reload', async () => {
  const { city, review } = await awaiting([0.95]);
  const { id } = review;
  const province = await stage.person('province_manager');
  const { page } = await openFinal(stage, city, id);
  await tab(page, 'Comparison');
  await page.getByRole('button', { name: 'Remark on Item 1.1.1' }).click();
  await page.keyboard.type('请说明（示例）');
  await tab(page, 'Conclusion');
  await askForStep(page, 'return');
  await page.getByRole('dialog').getByRole('textbox').fill('请补充材料（示例）');
  await answered(page);
  await province.api.call('POST assessment/add_event', { id, status: 'reviewing', description: '请复核（示例）' });
  // The page may have learned of the other step already; then the button does nothing.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Return' })
    .evaluate((button: HTMLButtonElement) => button.click());
  await page.getByRole('dialog').getByText('This step is not possible in the current status').waitFor();
  expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('请补充材料（示例）');
  await confirm(page, 'Cancel');
  await page.getByText('In expert review').first().waitFor();

  const [expert] = review.experts;
  await expert?.api.call('POST assessment/update_conclusion', { id, conclusion: '再次提交（示例）' });
  await page.reload();
  await tab(page, 'Conclusion');
  await askForStep(page, 'return');
  expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('请补充材料（示例）');
  await confirm(page, 'Return');
  await expect.poll(() => statusOf(city, id)).toBe('returned');
  const events = await city.api.call('GET assessment/events', { id });
  expect(events.at(-1)).toMatchObject({
    description: '请补充材料（示例）',
    remarks: [{ part: 'score', serial: '1.1.1', text: '请说明（示例）' }],
  });
});

test('a step is asked for while the conclusion is on its way, and waits for it', async () => {
  const { city, review } = await awaiting([0.95]);
  const { page, problems } = await openFinal(stage, city, review.id);
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/api/assessment/update_conclusion', async (route) => {
    await held;
    await route.continue();
  });
  await tab(page, 'Conclusion');
  await conclusion(page).fill('请补充材料后再评（示例）');
  for (const name of ['Conclude as passed', 'Conclude as not passed'])
    await expect
      .poll(() => page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled'))
      .not.toBe('true');
  await askForStep(page, 'return');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Wait until everything is saved').waitFor();
  await dialog.getByRole('textbox').fill('请补充材料（示例）');
  expect(await dialog.getByRole('button', { name: 'Return' }).isDisabled()).toBe(true);
  send();
  await confirm(page, 'Return');
  await expect.poll(() => statusOf(city, review.id)).toBe('returned');
  expect(problems).toEqual([]);
});

test('when two managers write the conclusion, both texts are shown and one is chosen', async () => {
  const { city, review } = await awaiting([0.95]);
  const { id } = review;
  const province = await stage.person('province_manager');
  const { page, problems } = await openFinal(stage, city, id);
  await tab(page, 'Conclusion');
  await expect.poll(() => conclusion(page).inputValue()).not.toBe('');
  await answered(page);
  await province.api.call('POST assessment/update_conclusion', { id, conclusion: '省级单位的结论（示例）' });
  await conclusion(page).fill('市级单位的结论（示例）');
  const trouble = page.getByRole('alert').filter({ hasText: 'This was changed in the meantime.' });
  await trouble.getByText('省级单位的结论（示例）').waitFor();
  expect(await conclusion(page).inputValue()).toBe('市级单位的结论（示例）');
  await trouble.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  expect((await city.api.call('GET assessment/manager_conclusion', { id }))?.conclusion).toBe('市级单位的结论（示例）');
  expect(problems).toEqual([]);
});
