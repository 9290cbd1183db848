import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { answered, openStage, type Stage } from './harness.ts';
import { routeFirst } from './routes.ts';
import {
  fillIn,
  item,
  newDraft,
  openPage,
  openTab,
  PASSWORD,
  reasonInput,
  reopen,
  saved,
  scoreInput,
  storedScore,
} from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const LINE_LOST = 'ERR_INTERNET_DISCONNECTED';
const contact = (page: Page) => page.getByRole('textbox', { name: 'Contact', exact: true });

test('a field changed by another device shows both values, and the person chooses', async () => {
  const { person, id } = await newDraft(stage);
  const here = await openPage(stage, person, id);
  const there = await openPage(stage, person, id);
  await contact(here.page).waitFor();
  await answered(here.page);
  await contact(there.page).fill('另一台电脑');
  await there.page.getByRole('textbox', { name: 'Owner' }).fill('产权单位（示例）');
  await saved(there.page);
  await contact(here.page).fill('这台电脑');
  await here.page.getByText('1 edit needs your decision').waitFor();
  const conflict = here.page.getByRole('alert').filter({ hasText: 'This was changed in the meantime.' });
  expect(await conflict.innerText()).toContain('Yours: 这台电脑');
  expect(await conflict.innerText()).toContain('On the server: 另一台电脑');
  expect((await person.api.call('GET assessment', { id })).form.unit.contact).toBe('另一台电脑');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await saved(here.page);
  const { form } = await person.api.call('GET assessment', { id });
  expect(form.unit).toMatchObject({ contact: '这台电脑', owner: '产权单位（示例）' });
  // The page also shows the other user's additional fields.
  await expect.poll(() => here.page.getByRole('textbox', { name: 'Owner' }).inputValue()).toBe('产权单位（示例）');
  expect(here.problems.concat(there.problems)).toEqual([]);
});

/** Keeps other pages from writing edits into the browser's database until the returned function is called. */
async function holdDatabase(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`new Promise((resolve) => {
    const open = indexedDB.open('shp');
    open.onsuccess = () => {
      const edits = open.result.transaction('outbox', 'readwrite').objectStore('outbox');
      const hold = () => {
        const request = edits.count();
        request.onsuccess = () => {
          resolve();
          if (!globalThis.released) hold();
          else open.result.close();
        };
      };
      hold();
    };
  })`);
  return () => page.evaluate('globalThis.released = true');
}

test('what is typed in the instant of leaving the page is there again before the database had it', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await openPage(stage, person, id);
  await openTab(page, 'Self-scoring');
  await scoreInput(page, '1.1.1').fill('3');
  await saved(page);
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('heading', { level: 1 }).waitFor();
  const release = await holdDatabase(other);
  // Otherwise the other page may send the edit as soon as the database has it.
  await context.setOffline(true);
  await scoreInput(page, '1.1.1').fill('2');
  await reasonInput(page, '1.1.1').fill('离开前填写（示例）');
  await page.goto('about:blank');
  await release();
  await other.close();
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 3 });
  await context.setOffline(false);
  await page.goto(`/assessments/${id}/station#score/1.1.1`);
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('2');
  expect(await reasonInput(page, '1.1.1').inputValue()).toBe('离开前填写（示例）');
  await saved(page);
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 2, reason: '离开前填写（示例）' });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('shp.left')))).toEqual(
    [],
  );
});

test('a score changed by another device can be taken from the server; other items are stored', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await openPage(stage, person, id);
  await openTab(page, 'Self-scoring');
  await scoreInput(page, '1.1.1').waitFor();
  await answered(page);
  const given = { score: 1, missing: false, reason: '另一台电脑' };
  await person.api.call('POST assessment/station_scores', { id, items: [{ serial: '1.1.1', ...given }] });
  await scoreInput(page, '1.1.1').fill('2');
  await scoreInput(page, '1.1.2').fill('6');
  const conflict = item(page, '1.1.1').getByRole('alert');
  await conflict.getByText('On the server: 1; 另一台电脑').waitFor();
  await expect.poll(() => storedScore(person, id, '1.1.2')).toMatchObject({ score: 6 });
  await conflict.getByRole('button', { name: 'Use the other change' }).click();
  await saved(page);
  expect(await scoreInput(page, '1.1.1').inputValue()).toBe('1');
  expect(await reasonInput(page, '1.1.1').inputValue()).toBe('另一台电脑');
  expect(await storedScore(person, id, '1.1.1')).toMatchObject(given);
  expect(problems).toEqual([]);
});

test('an edit in one of two tabs is sent once and shown in both', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context, problems } = await openPage(stage, person, id);
  const second = await reopen(context, id, problems);
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('update_form')) sent.push(request.postData() ?? '');
  });
  await answered(page);
  await saved(second);
  await context.setOffline(true);
  await contact(page).fill('第一页');
  await second.getByRole('textbox', { name: 'Owner' }).fill('第二页');
  await page.getByText('Waiting for the network: 2 edits stored in this browser').waitFor();
  await second.getByText('Waiting for the network: 2 edits stored in this browser').waitFor();
  expect(await contact(second).inputValue()).toBe('第一页');
  sent.length = 0;
  await context.setOffline(false);
  await Promise.all([saved(page), saved(second)]);
  expect(sent).toHaveLength(1);
  expect((await person.api.call('GET assessment', { id })).form.unit).toMatchObject({
    contact: '第一页',
    owner: '第二页',
  });
  await contact(second).fill('又改');
  await expect.poll(() => contact(page).inputValue()).toBe('又改');
  expect(problems.filter((line) => !line.includes(LINE_LOST))).toEqual([]);
});

test('a refused edit stays with its reason until the person discards it', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id);
  const { page, context, problems } = await openPage(stage, person, id);
  await answered(page);
  await context.setOffline(true);
  await contact(page).fill('太晚了');
  await page.getByText('Waiting for the network').waitFor();
  await person.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  await context.setOffline(false);
  await page.getByText('1 edit needs your decision').waitFor();
  await page.reload();
  await page.getByText('1 edit needs your decision').waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This step is not possible in the current status').waitFor();
  await dialog.getByText('Yours: 太晚了').waitFor();
  await dialog.getByRole('button', { name: 'Discard mine' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The application is submitted, so the page shows no save state.
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  expect((await person.api.call('GET assessment', { id })).form.unit.contact).not.toBe('太晚了');
  expect(problems.filter((line) => !line.includes(LINE_LOST))).toEqual([]);
});

test('edits sent while the page opens are shown although its first read is older', async () => {
  const { person, id } = await newDraft(stage);
  const { page } = await openPage(stage, person, id);
  await openTab(page, 'Self-scoring');
  let isLost = true;
  await page.route('**/api/assessment/station_scores', (route) => (isLost ? route.abort() : route.fallback()));
  await scoreInput(page, '1.1.1').fill('2');
  await page.getByText('Waiting for the network').waitFor();
  await routeFirst(page, '**/api/assessment/station_scores?*', async (route) => {
    const response = await route.fetch();
    isLost = false;
    await expect.poll(() => storedScore(person, id, '1.1.1')).toMatchObject({ score: 2 });
    // The page may have aborted the request by then.
    await route.fulfill({ response }).catch(() => null);
  });
  await page.reload();
  await saved(page);
  await answered(page);
  expect(await scoreInput(page, '1.1.1').inputValue()).toBe('2');
});

test('logging out with unsent edits asks first; they are sent after the next login from any page', async () => {
  const { person, id } = await newDraft(stage);
  const reader = await logIn(stage.url, person.account, PASSWORD);
  const { page, context } = await openPage(stage, person, id);
  let isLost = true;
  await page.route('**/api/assessment/update_form', (route) => (isLost ? route.abort() : route.continue()));
  await contact(page).fill('留着');
  await page.getByText('Waiting for the network').waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /测试水电站/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Some work is not sent yet' });
  await dialog.getByText('1 edit stays in this browser').waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByText('1 edit of an assessment has not been sent.').waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /测试水电站/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  isLost = false;
  const again = await context.newPage();
  await again.goto('/login');
  await again.getByLabel('Account', { exact: true }).fill(person.account);
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Log in' }).click();
  const contactKept = async () => (await reader.api.call('GET assessment', { id })).form.unit.contact;
  await expect.poll(contactKept, { timeout: 10_000 }).toBe('留着');
});

test('a lost response causes neither data loss nor a conflict', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await openPage(stage, person, id);
  let lost = 0;
  await page.route('**/api/assessment/update_form', async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await contact(page).fill('先到');
  await page.getByText('Waiting for the network').waitFor();
  await contact(page).fill('后到');
  await saved(page);
  expect((await person.api.call('GET assessment', { id })).form.unit.contact).toBe('后到');
  expect(problems.filter((line) => !line.includes('ERR_FAILED'))).toEqual([]);
});
