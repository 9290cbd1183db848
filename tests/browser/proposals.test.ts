import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstPassed, goToFinal, openFinal, reviewed } from './finalReviews.ts';
import { openStage, type Stage } from './harness.ts';
import { step } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a decision to pass is proposed, marked in the list, and stopped with a reason', async () => {
  const admin = await stage.person('admin');
  await admin.api.call('POST system/update_settings', { publicDays: 5, objectionsTo: '水利厅（示例）' });
  const city = await stage.person('city_manager');
  const review = await firstPassed(stage, { experts: 1 });
  await reviewed(city, review, [0.9]);
  await city.api.call('POST assessment/update_conclusion', { id: review.id, conclusion: '结论（示例）' });
  const { page, problems } = await openFinal(stage, city, review.id);
  await step(page, 'propose');
  const { proposedUntil = '', status } = await city.api.call('GET assessment', { id: review.id });
  expect([status, proposedUntil > new Date().toISOString().slice(0, 10)]).toEqual(['reviewed', true]);
  const list = `/assessments?tab=all&search=${encodeURIComponent(review.stationName)}`;
  const chip = page.getByText(`Shown to the public until ${proposedUntil}`);
  await page.goto(list);
  await chip.waitFor();
  await goToFinal(page, review.id);
  await step(page, 'stopProposal', '来电反映大坝渗漏，须复核（示例）');
  await page.goto(list);
  await page.getByText(review.stationName).first().waitFor();
  expect(await chip.count()).toBe(0);
  const last = (await city.api.call('GET assessment/events', { id: review.id })).at(-1);
  expect(last).toMatchObject({ status: 'reviewed', description: '来电反映大坝渗漏，须复核（示例）' });
  expect(problems).toEqual([]);
});
