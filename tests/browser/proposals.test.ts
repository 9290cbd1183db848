import { settleProposals } from '@shp/server/assessments/proposals';
import { takeKey } from '@shp/server/audit/signing/keys';
import { Notary } from '@shp/server/audit/signing/notary';
import { openDatabase } from '@shp/server/store/db/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawDatabase } from '../support/rawDatabase.ts';
import { firstPassed, goToFinal, openFinal, reviewed } from './finalReviews.ts';
import { axeFaults, openAt, openStage, type Stage } from './harness.ts';
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

test('a proposal takes effect when its days are over; the public page names where objections go', async () => {
  const admin = await stage.person('admin');
  const objectionsTo = '水利厅（示例），0771-0000000';
  await admin.api.call('POST system/update_settings', { publicDays: 5, objectionsTo });
  const city = await stage.person('city_manager');
  const review = await firstPassed(stage, { experts: 1 });
  await reviewed(city, review, [0.9]);
  await city.api.call('POST assessment/update_conclusion', { id: review.id, conclusion: '结论（示例）' });
  const { page, problems } = await openFinal(stage, city, review.id);
  await step(page, 'propose');
  const { number, proposedUntil = '' } = await city.api.call('GET assessment', { id: review.id });

  await page.goto('/api/public/ratings?lang=en');
  const shown = page.getByRole('row').filter({ hasText: number });
  expect(await shown.innerText()).toContain(proposedUntil);
  await page.getByText(objectionsTo).first().waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await afterDays(stage, review.id);
  await page.goto('/api/public/ratings?lang=en');
  await page.getByRole('heading').first().waitFor();
  expect(await page.getByText(number).count()).toBe(0);
  const { page: own, problems: ofStation } = await openAt(stage, review.station, `/assessments/${review.id}/station`);
  await own.getByText('Passed', { exact: true }).first().waitFor();
  const last = (await city.api.call('GET assessment/events', { id: review.id })).at(-1);
  expect(last).toMatchObject({ status: 'passed', by: null });
  expect([...problems, ...ofStation]).toEqual([]);
});

/** Lets the public days of a proposal be over, and a server that starts on the same data settle it. */
async function afterDays({ server }: Stage, id: string): Promise<void> {
  const { data } = server;
  await rawDatabase(data, null).sql('UPDATE assessments SET proposed_until = ? WHERE id = ?', '2026-01-01', id);
  const db = await openDatabase({ data });
  try {
    const notary = await Notary.open(data, await takeKey(db.write, data, new Date().toISOString()));
    await settleProposals({ db, notary });
  } finally {
    await db.close();
  }
}
