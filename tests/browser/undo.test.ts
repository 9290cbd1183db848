import { expert as expertText } from '@shp/shared/text/en/expert';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../support/accounts.ts';
import { newReview, openReview as openExpertReview, storedExpertScore } from './experts.ts';
import { firstPassed, openFinal } from './finalReviews.ts';
import { chooseMore, openStage, type Stage } from './harness.ts';
import { newManager, openReview, remark, submitted } from './reviews.ts';
import { ready } from './screens.ts';
import { saved, scoreInput } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const message = (page: Page) => page.locator('.MuiSnackbar-root');

const profileOf = (name: string) => ({ name, contact: '示例联系人', phone: '13900000001' });

/** Undoes by button, or by key where the focus is in no field; waits until it is done. */
async function undo(page: Page, by: 'button' | 'key' = 'button'): Promise<void> {
  const button = message(page).getByRole('button', { name: 'Undo' });
  await button.waitFor();
  if (by === 'button') await button.click();
  else await page.keyboard.press('Control+z');
  await message(page).getByText('Undone', { exact: true }).waitFor();
}

test('a deleted account comes back from the recycle bin; one whose work has ended offers no undo', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  const { api } = person;
  const profile = profileOf('可恢复账号（示例）');
  const { id } = await api.call('POST user/add_supervisor', { account: 'undo-one', profile });
  await page.goto(`/supervisors?keyword=undo-one`);
  await ready(page);
  await chooseMore(page, profile.name, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await api.call('GET user', { id })).isDeleted).toBe(true);
  await undo(page, 'key');
  expect((await api.call('GET user', { id })).isDeleted).toBe(false);
  await page.getByRole('link', { name: profile.name, exact: true }).waitFor();

  const review = await newReview(stage);
  const [expert] = review.experts;
  if (!expert) throw new Error('no expert');
  await page.goto(`/experts?keyword=${expert.account}`);
  await ready(page);
  const row = page.getByRole('row').filter({ hasText: expert.account });
  await row.getByRole('button', { name: /^More: / }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await message(page).getByText('1 user is in the recycle bin').waitFor();
  expect(await message(page).getByRole('button').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('linked stations are unlinked again, and only those', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const { api } = person;
  const supervisor = await api.call('POST user/add_supervisor', {
    account: 'undo-links',
    profile: profileOf('关联（示例）'),
  });
  const [first] = (await api.call('GET user/stations', { size: 1 })).items;
  if (!first) throw new Error('the demo has no station');
  await api.call('POST supervise/stations', { userId: supervisor.id, stationsId: [first.id] });
  const linked = async () => {
    const { items } = await api.call('GET supervise/stations', { userId: supervisor.id, linked: true, size: 200 });
    return items.map(({ id }) => id).sort();
  };
  const before = await linked();
  await page.goto(`/supervisors?links=${supervisor.id}`);
  const dialog = page.getByRole('dialog');
  // The dialog opens on what is linked.
  await dialog.getByRole('tab', { name: /^Not linked/ }).click();
  await dialog.getByRole('button', { name: /^Link/ }).waitFor();
  await dialog.locator('tbody [type=checkbox]').nth(2).waitFor();
  for (const place of [0, 1]) await dialog.locator('tbody [type=checkbox]').nth(place).check();
  await dialog.getByRole('button', { name: 'Link 2' }).click();
  await expect.poll(linked).toHaveLength(before.length + 2);
  await undo(page);
  expect(await linked()).toEqual(before);
});

test('the roles of a document are set back', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const name = 'undo.png';
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const id = await upload(person, { target: 'document', roles: 'expert', filename: name }, Uint8Array.from(png));
  const roles = async () => {
    const { items } = await person.api.call('GET document/list', { size: 200 });
    return items.find((file) => file.id === id)?.roles;
  };
  await page.goto('/documents');
  await chooseMore(page, name, 'Change readers');
  await page.getByRole('dialog').getByRole('checkbox', { name: 'hydropower station' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(roles).toEqual(['expert', 'station']);
  await undo(page);
  expect(await roles()).toEqual(['expert']);
});

test('settings are set back, only those that were changed', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const before = await person.api.call('GET system/settings', {});
  await page.goto('/profile?tab=settings');
  await page.getByLabel('Rating valid for (years)').fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await message(page).getByRole('button', { name: 'Undo' }).waitFor();
  await person.api.call('POST system/update_settings', { remindDays: 77 });
  await undo(page);
  expect(await person.api.call('GET system/settings', {})).toEqual({ ...before, remindDays: 77 });
  await expect.poll(() => page.getByLabel('Rating valid for (years)').inputValue()).toBe(String(before.validYears));
});

test('before the review begins, assigned experts are taken off, and one taken off is assigned again', async () => {
  const city = await stage.person('city_manager');
  const review = await firstPassed(stage, { experts: 2 });
  const [first, second] = review.experts;
  if (!first || !second) throw new Error('two experts are needed');
  await city.api.call('POST assessment/assign_experts', { id: review.id, experts: [first.id], was: [] });
  const assigned = async () => {
    const { experts } = await city.api.call('GET assessment', { id: review.id });
    return experts.map(({ id }) => id).sort();
  };
  const { page } = await openFinal(stage, city, review.id);
  const assignSecond = async () => {
    await page
      .getByRole('button', { name: /^Assign|^Add/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill(second.account);
    await dialog.getByText('1 expert found').waitFor();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Assign 1 expert' }).click();
    await expect.poll(assigned).toEqual([first.id, second.id].sort());
  };
  await assignSecond();
  await undo(page);
  expect(await assigned()).toEqual([first.id]);

  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(assigned).toEqual([]);
  await undo(page, 'key');
  expect(await assigned()).toEqual([first.id]);

  // A review that has started meanwhile keeps its experts.
  await assignSecond();
  await city.api.call('POST assessment/add_event', { id: review.id, status: 'reviewing', description: '' });
  await message(page).getByRole('button', { name: 'Undo' }).click();
  await message(page).getByText('The review has started: its experts stay').waitFor();
  expect(await assigned()).toEqual([first.id, second.id].sort());
});

test('a chapter that was taken over is emptied again, except what was changed since', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page } = await openExpertReview(stage, expert, id);
  await scoreInput(page, '1.1.1').fill('1');
  const words = expertText.station;
  await page.getByRole('button', { name: words.takeChapter(16) }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.takeYes }).click();
  await page.getByRole('tab', { name: /^1 .*16 of 17/ }).waitFor();
  await scoreInput(page, '1.1.2').fill('2');
  await undo(page);
  await page.getByRole('tab', { name: /^1 .*\b1 of 17/ }).waitFor();
  await saved(page);
  await expect.poll(async () => (await storedExpertScore(expert, id, '1.1.2'))?.score).toBe(2);
  expect(await storedExpertScore(expert, id, '1.1.1')).toMatchObject({ score: 1 });
  const items = await expert.api.call('GET assessment/expert_scores', { id, expertId: expert.id, s1: '1' });
  expect(items.filter(({ score, missing }) => score !== null || missing).map(({ serial }) => serial)).toEqual([
    '1.1.1',
    '1.1.2',
  ]);
});

test('a removed remark comes back with its text', async () => {
  const { id } = await submitted(stage);
  const { page } = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  await remark(page, 'Contact', '联系人写错了（示例）');
  await page.getByRole('button', { name: 'Remove the remark on Contact' }).click();
  await page.getByText('联系人写错了（示例）').waitFor({ state: 'detached' });
  await undo(page);
  await page.getByText('联系人写错了（示例）').waitFor();
});

test('the message stays ten seconds, and leaves when another one comes', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'zh' });
  const add = (account: string) =>
    person.api.call('POST user/add_supervisor', { account, profile: profileOf(`${account}（示例）`) });
  await add('stay-one');
  await add('stay-two');
  await page.goto('/supervisors?keyword=stay-');
  await ready(page);
  const remove = async (account: string) => {
    await chooseMore(page, `${account}（示例）`, '删除');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await remove('stay-one');
  const shownAt = Date.now();
  const button = message(page).getByRole('button', { name: '撤销' });
  await button.waitFor();
  await remove('stay-two');
  await expect.poll(() => message(page).count()).toBe(1);
  await button.waitFor();
  await button.waitFor({ state: 'detached', timeout: 30_000 });
  expect(Date.now() - shownAt).toBeGreaterThan(8000);
}, 60_000);
