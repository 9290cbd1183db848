import type { Lang } from '@shp/shared/domain/lib/lang';
import { managing as en } from '@shp/shared/text/en/managing';
import { rules as enRules } from '@shp/shared/text/en/rules';
import { managing as zh } from '@shp/shared/text/zh/managing';
import { review as zhReview } from '@shp/shared/text/zh/review';
import { rules as zhRules } from '@shp/shared/text/zh/rules';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';
import { openReview, resubmitted } from './reviews.ts';
import { faultsOf, still, TWO_LOOKS } from './visualChecks.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const TEXTS: Record<Lang, { words: typeof en; rules: typeof enRules }> = {
  zh: { words: zh, rules: zhRules },
  en: { words: en, rules: enRules },
};

type Look = (name: string) => Promise<void>;

/** Checks parts of a page, and what `more` opens in them; returns the problems by part. */
async function lookAt(page: Page, parts: readonly string[], more?: (part: string, look: Look) => Promise<void>) {
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    const seen = await faultsOf(page);
    if (seen.length > 0) found[name] = seen;
  };
  await page.locator('main details > summary').last().click();
  for (const part of parts) {
    await page.locator(`#part-${part}`).click();
    await still(page);
    await more?.(part, look);
    await look(part);
  }
  return found;
}

test('at 380 pixels the days of the stages stand apart, and no line is left empty below a full one', async () => {
  const { id } = await resubmitted(stage);
  const province = await stage.person('province_manager');
  const { page } = await openReview(stage, province, `${id}/first_manager`, { width: 380 });
  const days = await page
    .getByRole('list', { name: zhReview.head.progress })
    .locator('small')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
  expect(days).toHaveLength(2);
  expect((days[1]?.left ?? 0) - (days[0]?.right ?? 0)).toBeGreaterThan(16);
  // The button for a remark follows each value; however long that is, the button adds no line to it.
  const value = page.locator('main dd:has(button)').first();
  const empty = await value.evaluate((element) => {
    const text = element.firstElementChild as HTMLElement;
    return Array.from({ length: 60 }, (_, length) => {
      text.textContent = '字'.repeat(length + 1);
      return element.getBoundingClientRect().height - text.getBoundingClientRect().height;
    });
  });
  expect(Math.max(...empty)).toBeLessThan(8);
});

for (const look of TWO_LOOKS) {
  const { words, rules } = TEXTS[look.lang];

  test(`first review, ${look.lang}, ${look.theme}, ${look.width} pixels: no serious accessibility fault, no horizontal scrolling`, async () => {
    const { id } = await resubmitted(stage);
    const province = await stage.person('province_manager');
    const { page, problems } = await openReview(stage, province, `${id}/first_manager`, look);
    const found = await lookAt(page, ['form', 'score', 'files', 'decide'], async (part, seen) => {
      for (const mark of await page.locator('[role=tabpanel] details > summary').all()) await mark.click();
      const remarks = page.getByRole('button', { name: new RegExp(`^${words.remarking.on('.*')}$`) });
      if ((await remarks.count()) > 0) {
        await remarks.first().click();
        await page.keyboard.type('请核实（示例）');
      }
      if (part !== 'decide') return;
      await page.getByRole('button', { name: rules.steps.return, exact: true }).click();
      await seen('dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    expect(found).toEqual({});
    expect(problems).toEqual([]);
  });

  test(`administrator, ${look.lang}, ${look.theme}, ${look.width} pixels: no serious accessibility fault, no horizontal scrolling`, async () => {
    const admin = await stage.person('admin');
    const { items } = await admin.api.call('GET assessment/query', { status: ['returned'], size: 1 });
    const { page, problems } = await openReview(stage, admin, `${items[0]?.id}/admin`, look);
    expect(await lookAt(page, ['form', 'experts', 'steps', 'audit'])).toEqual({});
    expect(problems).toEqual([]);
  });

  test(`supervisor, ${look.lang}, ${look.theme}, ${look.width} pixels: no serious accessibility fault, no horizontal scrolling`, async () => {
    const supervisor = await stage.person('supervisor');
    const { items } = await supervisor.api.call('GET assessment/query', { status: ['passed'], size: 1 });
    const { page, problems } = await openReview(stage, supervisor, `${items[0]?.id}/supervise`, look);
    expect(await lookAt(page, ['score', 'experts'])).toEqual({});
    expect(problems).toEqual([]);
  });
}
