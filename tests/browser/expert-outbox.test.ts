import { expert as text } from '@shp/shared/text/en/expert';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, type Person } from '../support/accounts.ts';
import {
  EXPERT_PASSWORD,
  focused,
  goToReview,
  newReview,
  openReview,
  reopenReview,
  scoreAllBut,
  storedExpertScore,
} from './experts.ts';
import { answered, goOffline, openStage, type Stage } from './harness.ts';
import { item, openTab, reasonInput, saved, scoreInput } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const LINE_LOST = 'ERR_INTERNET_DISCONNECTED';
const conclusion = (page: Page) => page.getByLabel('Your conclusion');

/** A review with one expert. */
async function ownReview(): Promise<{ id: string; expert: Person }> {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  return { id, expert };
}

async function storedConclusion({ api, id: own }: Person, id: string): Promise<string | undefined> {
  const all = await api.call('GET assessment/experts_conclusion', { id });
  return all.find(({ expertId }) => expertId === own)?.conclusion;
}

test('offline work through all chapters survives a closed tab and is sent later', async () => {
  const { id, expert } = await ownReview();
  await scoreAllBut(expert, id, ['1.1.1', '4.1.1', '8.2.2']);
  const { page: first, context, problems } = await openReview(stage, expert, id);
  await first.getByText('What is left (3)').waitFor();
  await goOffline(first);
  await scoreInput(first, '1.1.1').fill('2');
  await scoreInput(first, '1.1.1').press('Alt+1');
  await first.keyboard.press('Alt+n');
  await expect.poll(() => focused(first)).toBe('4.1.1');
  await first.keyboard.press('Alt+s');
  await first.keyboard.press('Alt+n');
  await expect.poll(() => focused(first)).toBe('8.2.2');
  await first.keyboard.press('Alt+a');
  await first.getByText('Every item is scored.').waitFor();
  await openTab(first, 'Conclusion');
  await conclusion(first).fill('断网时写的结论（示例）');
  await first.getByText('Waiting for the network: 4 edits stored in this browser').waitFor();
  await first.getByText(text.conclude.unsent(4)).waitFor();
  expect(await storedExpertScore(expert, id, '1.1.1')).toBeUndefined();
  await first.close({ runBeforeUnload: false });
  await context.setOffline(false);

  const page = await reopenReview(context, id, problems);
  await saved(page);
  expect(await storedExpertScore(expert, id, '1.1.1')).toMatchObject({ score: 2, reason: text.phrases.offered[0] });
  expect(await storedConclusion(expert, id)).toBe('断网时写的结论（示例）');
  const sum = await expert.api.call('GET assessment/sum_expert_score', { id, expertId: expert.id });
  expect(sum.complete).toBe(true);
  expect(problems.filter((line) => !line.includes(LINE_LOST))).toEqual([]);
});

test('edits made after the session ended are sent after the next login', async () => {
  const { id, expert } = await ownReview();
  const typing = await logIn(stage.url, expert.account, EXPERT_PASSWORD);
  const { page, context, problems } = await openReview(stage, typing, id);
  await openTab(page, 'Conclusion');
  await conclusion(page).waitFor();
  await openTab(page, 'Scoring');
  await scoreInput(page, '1.1.1').waitFor();
  const sessions = await typing.api.call('GET session/sessions', {});
  const own = sessions.find(({ current }) => current);
  // Go offline first, or a background request of the page would get the 401 before the typed edit.
  await goOffline(page);
  await expert.api.call('POST session/revoke_session', { id: own?.id ?? '' });
  await scoreInput(page, '1.1.1').fill('3');
  await reasonInput(page, '1.1.1').fill('会话中断时写的（示例）');
  await openTab(page, 'Conclusion');
  await conclusion(page).fill('会话中断时的结论（示例）');
  await context.setOffline(false);
  await page.getByText('session invalid').waitFor();
  await page.getByLabel('Account', { exact: true }).fill(expert.account);
  await page.getByLabel('Password', { exact: true }).fill(EXPERT_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect
    .poll(() => storedExpertScore(expert, id, '1.1.1'), { timeout: 20_000 })
    .toMatchObject({ score: 3, reason: '会话中断时写的（示例）' });
  await expect.poll(() => storedConclusion(expert, id), { timeout: 20_000 }).toBe('会话中断时的结论（示例）');
  expect(problems.filter((line) => !line.includes(LINE_LOST))).toEqual([]);
});

test('an expert in two browsers sees both scores and both texts of a conflict and chooses', async () => {
  const { id, expert } = await ownReview();
  const { page, problems } = await openReview(stage, expert, id);
  await answered(page);
  const there = { score: 1, missing: false, reason: '另一台电脑' };
  await expert.api.call('POST assessment/expert_scores', { id, items: [{ serial: '1.1.1', ...there }] });

  await scoreInput(page, '1.1.1').fill('4');
  await scoreInput(page, '1.1.2').fill('6');
  const conflict = item(page, '1.1.1').getByRole('alert');
  await conflict.getByText('Yours: 4').waitFor();
  await conflict.getByText('On the server: 1; 另一台电脑').waitFor();
  await expect.poll(() => storedExpertScore(expert, id, '1.1.2')).toMatchObject({ score: 6 });
  await conflict.getByRole('button', { name: 'Use the other change' }).click();
  await saved(page);
  expect(await scoreInput(page, '1.1.1').inputValue()).toBe('1');

  await openTab(page, 'Conclusion');
  await conclusion(page).waitFor();
  // Go offline first, so that the page does not load the other browser's text before this one is typed.
  await goOffline(page);
  await expert.api.call('POST assessment/update_conclusion', { id, conclusion: '另一台电脑的结论', final: false });
  await conclusion(page).fill('这台电脑的结论');
  await page.context().setOffline(false);
  const texts = page.getByRole('tabpanel').getByRole('alert');
  await texts.getByText('On the server: 另一台电脑的结论').waitFor();
  expect(await storedConclusion(expert, id)).toBe('另一台电脑的结论');
  await texts.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  expect(await storedConclusion(expert, id)).toBe('这台电脑的结论');
  expect(problems.filter((line) => !line.includes(LINE_LOST))).toEqual([]);
});

test("an expert cannot conclude with another browser's scores unread", async () => {
  const { id, expert } = await ownReview();
  await scoreAllBut(expert, id, []);
  await expert.api.call('POST assessment/update_conclusion', { id, conclusion: '第一稿', final: false });
  const { page, problems } = await openReview(stage, expert, id);
  await openTab(page, 'Conclusion');
  await expect.poll(() => conclusion(page).inputValue()).toBe('第一稿');
  await answered(page);
  await expert.api.call('POST assessment/update_conclusion', { id, conclusion: '第二稿', final: false });
  const conclude = page.getByRole('button', { name: 'Conclude' });
  await conclude.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conclude' }).click();
  await page.getByText(text.conclude.changed).waitFor();
  await expect.poll(() => conclusion(page).inputValue()).toBe('第二稿');
  // A text that arrives while the dialog is open has not been read by the user either.
  await page.getByText(text.conclude.changed).waitFor({ state: 'detached' });
  await conclude.click();
  await page.getByRole('dialog').waitFor();
  await expert.api.call('POST assessment/update_conclusion', { id, conclusion: '第三稿', final: false });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => conclusion(page).inputValue()).toBe('第三稿');
  await page.getByRole('dialog').getByRole('button', { name: 'Conclude' }).click();
  await page.getByText(text.conclude.changed).waitFor();
  expect((await expert.api.call('GET assessment', { id })).status).toBe('reviewing');
  await conclude.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conclude' }).click();
  await page.getByText(text.closed.over).waitFor();
  expect(problems).toEqual([]);
});

test('edits made offline that arrive after the review ended stay with the reason', async () => {
  const { id, experts, admin } = await newReview(stage, 2);
  const [one, two] = experts;
  if (!one || !two) throw new Error('no experts');
  const { page, context, problems } = await openReview(stage, one, id);
  await answered(page);
  await context.setOffline(true);
  await scoreInput(page, '1.1.1').fill('4');
  await page.getByText('Waiting for the network').waitFor();
  await scoreAllBut(two, id, []);
  await two.api.call('POST assessment/update_conclusion', { id, conclusion: '结论（示例）' });
  await admin.api.call('POST assessment/add_event', { id, status: 'reviewed', description: '提前结束（示例）' });
  await context.setOffline(false);
  await page.getByText('1 edit needs your decision').waitFor();
  await goToReview(page, id);
  await page.getByText(text.closed.over).waitFor();
  await item(page, '1.1.1').getByRole('alert').getByText('Yours: 4').waitFor();
  await item(page, '1.1.1').getByRole('button', { name: 'Discard mine' }).click();
  await page.getByText('1 edit needs your decision').waitFor({ state: 'detached' });
  // The page is read-only now, so it shows no save state.
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  expect(problems.filter((line) => !line.includes(LINE_LOST))).toEqual([]);
});
