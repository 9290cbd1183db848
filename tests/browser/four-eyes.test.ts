import type { Lang } from '@shp/shared/domain/lib/lang';
import { common } from '@shp/shared/text/en/common';
import { web as en } from '@shp/shared/text/en/web';
import { web as zh } from '@shp/shared/text/zh/web';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstLogin, type Person } from '../support/accounts.ts';
import { newExpert } from './experts.ts';
import { openFinal, type Review, reviewed } from './finalReviews.ts';
import { axeFaults, carry, openStage, type Stage, sidewaysScroll } from './harness.ts';
import { MANAGER_PASSWORD, newManager, openPart, submitted } from './reviews.ts';
import { PASSWORD } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const CITY = '450300';

/**
 * A review that waits for a conclusion by the city, which created the account of its only expert before the submission.
 * The administrator stands behind both the county and the city: it created one account and reset the other.
 */
async function helped(): Promise<{ city: Person; county: Person; expert: Person; review: Review }> {
  const admin = await stage.person('admin');
  const before = await newManager(stage, 'city_manager', CITY);
  const account = `own-${before.account}`;
  const profile = {
    name: '自建专家（示例）',
    unit: '示例设计院',
    specialties: ['safety' as const],
    phone: '13900000000',
  };
  const made = await before.api.call('POST user/add_expert', { account, profile });
  const expert = await firstLogin(stage.url, account, made.initialPassword ?? '', PASSWORD);
  const { station, id } = await submitted(stage);
  const county = await newManager(stage);
  const { initialPassword } = await admin.api.call('POST user/reset_password', { id: before.id });
  const city = await firstLogin(stage.url, before.account, initialPassword, `${MANAGER_PASSWORD}-2`);
  await county.api.call('POST assessment/add_event', { id, status: 'first_passed', description: '' });
  const review = { id, station, stationName: '', experts: [expert] };
  await reviewed(city, review, [0.95]);
  await city.api.call('POST assessment/update_conclusion', { id, conclusion: '同意（示例）' });
  return { city, county, expert, review };
}

async function openReset(page: Page, { account }: Person, lang: Lang = 'en'): Promise<Locator> {
  await page.goto(`/experts?search=${account}`);
  const { list, users } = { zh, en }[lang];
  const more = page.locator('tbody').getByRole('button', { name: list.more('') });
  await expect.poll(() => more.count()).toBe(1);
  await more.click();
  await page.getByRole('menuitem', { name: users.operations.reset.action }).click();
  return page.getByRole('dialog');
}

test('creators of expert accounts and effects of a reset are shown beforehand; hints are shown and stored', async () => {
  const { city, county, expert, review } = await helped();
  const { number } = await city.api.call('GET assessment', { id: review.id });
  const { page, problems } = await openFinal(stage, city, review.id);
  await openPart(page, 'Experts');
  const own = page.getByText('You created this account or last reset its password');
  await own.waitFor();
  await openPart(page, 'Conclusion');
  await own.waitFor();

  const dialog = await openReset(page, expert);
  const reset = dialog.getByRole('button', { name: 'Reset password' });
  await dialog.getByText(`after the reset you may not conclude (${number})`).waitFor();
  // The number leads to the assessment, beside the question.
  const named = dialog.getByRole('link', { name: number });
  expect(await named.getAttribute('href')).toBe(`/assessments/${review.id}/final_manager`);
  expect(await named.getAttribute('target')).toBe('_blank');
  expect(await reset.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox').check();
  await expect.poll(() => reset.isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/assessments/${review.id}/final_manager`);
  await openPart(page, 'Conclusion');
  await page.getByRole('button', { name: 'Conclude as passed' }).click();
  const hint = new RegExp(`created or reset the password of both .*${county.account}\\) \\(first review\\)`);
  await dialog.getByText(hint).waitFor();
  await dialog.getByRole('button', { name: 'Conclude as passed' }).click();
  await page.getByText(/^The rating is valid until/).waitFor();
  await page.locator('summary').filter({ hasText: 'History' }).click();
  const kept = page.getByRole('list', { name: 'History' }).getByRole('listitem').first();
  await kept.getByText(hint).waitFor();
  expect(await kept.getByText(hint).textContent()).toMatch(new RegExp(`^${common.assessment.hint}: `));
  expect(problems).toEqual([]);

  const { profile } = await city.api.call('GET user', {});
  const province = await openFinal(stage, await stage.person('province_manager'), review.id);
  await openPart(province.page, 'Experts');
  await province.page.getByText(`Account created or last reset by ${profile.name}`).waitFor();
});

test('a reset without effects asks nothing more', async () => {
  const expert = await newExpert(stage);
  const { page } = await stage.visitAs('province_manager', { lang: 'en' });
  const dialog = await openReset(page, expert);
  await expect.poll(() => dialog.getByRole('button', { name: 'Reset password' }).isEnabled()).toBe(true);
  expect(await dialog.getByRole('checkbox').count()).toBe(0);
});

test('the dialog about effects of a reset is fully readable in both languages and at both widths', async () => {
  const { city, expert } = await helped();
  for (const lang of ['zh', 'en'] as const) {
    for (const width of [1200, 380]) {
      const { page, context } = await stage.visit({ lang, width });
      await carry(context, city);
      const dialog = await openReset(page, expert, lang);
      await dialog.getByRole('checkbox').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
  }
});
