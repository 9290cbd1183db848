import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newReview, openReview } from './experts.ts';
import { accountOf, openStage, type Stage } from './harness.ts';
import { newDraft, openTab, PASSWORD, saved, scoreInput } from './stations.ts';
import { logInAt } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Makes a page refuse storage, as when a user blocks it: storage, databases, locks and channels throw. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get: denied });
    IDBFactory.prototype.open = denied;
    if ('LockManager' in window) {
      LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      LockManager.prototype.query = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    }
    Object.defineProperty(window, 'BroadcastChannel', { value: denied });
  });
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
}

test('with blocked storage the sign-in page and the console work, and choices last as long as the page', async () => {
  const { page, problems } = await stage.visit();
  await blockStorage(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'English' }).click();
  await logInAt(page, accountOf(stage.server.data, 'expert'), DEMO_PASSWORD);
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  for (const name of ['Standardisation assessments', 'Documents']) {
    await page.getByRole('link', { name }).click();
    await page.locator('tbody a, tbody button').first().waitFor();
  }
  expect(problems).toEqual([]);
});

test('with blocked storage edits are still sent', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await stage.visit({ lang: 'en' });
  await blockStorage(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'English' }).click();
  await logInAt(page, person.account, PASSWORD);
  await page.getByRole('link', { name: 'Standardisation assessments' }).click();
  await page.locator(`tbody a[href*="${id}"]`).click();
  await openTab(page, 'Self-scoring');
  await scoreInput(page, '1.1.1').fill('3');
  await page.getByText('This browser has no room').waitFor();
  await saved(page);
  expect(problems).toEqual([]);
});

const KEPT = ['shp.lang', 'shp.theme', 'shp.columns', 'shp.hintsRead'];
const GARBAGE = ['', 'null', '[', '7', '[7]', '{"columns.stations":7}', '{"remarks":[null]}', '\u0000'];

test.for(GARBAGE)('%j as a stored value does not break any page', async (value) => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'zh' });
  await page.addInitScript(
    ([names, text]) => {
      for (const name of names) localStorage.setItem(name, text);
    },
    [KEPT, value] as const,
  );
  for (const path of ['/', '/stations']) {
    await page.goto(path);
    await page.locator('h1').waitFor();
  }
  await page.locator('tbody a').first().waitFor();
  expect(problems).toEqual([]);
});

test('stored phrases, drafts, edits and uploads in another format do not break the page', async () => {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { page, problems } = await openReview(stage, expert, id);
  await page.evaluate(
    async ([account, assessment]) => {
      localStorage.setItem(`shp.phrases.${account}`, '{"a":1}');
      localStorage.setItem(`shp.draft.${account}.${assessment}`, '{"remarks":[null],"descriptions":[]}');
      sessionStorage.setItem('shp.tab.expert', '[object Object]');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('shp');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const transaction = database.transaction(['outbox', 'uploads'], 'readwrite');
      transaction
        .objectStore('outbox')
        .put({ account, object: `expertScores/${assessment}/${account}`, place: '1.1.1' });
      transaction.objectStore('outbox').put({
        account,
        object: 'unknown/x',
        place: 'y',
        value: 1,
        was: 0,
        version: null,
        edit: 1,
        sent: [],
        trouble: null,
      });
      transaction.objectStore('uploads').put({ account, id: 'x' });
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
    },
    [expert.id, id] as const,
  );
  await page.reload();
  await page.locator('[data-item]').first().waitFor();
  await page.locator('[data-score="1.1.2"]').fill('1');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await expect
    .poll(
      async () =>
        (await expert.api.call('GET assessment/expert_scores', { id, expertId: expert.id, s1: '1' })).find(
          ({ serial }) => serial === '1.1.2',
        )?.score,
    )
    .toBe(1);
  expect(problems).toEqual([]);
});

test.for(['Token=%E0%A4%A', 'Token=', 'Token=nobody'])('the cookie %j opens the sign-in page', async (cookie) => {
  const { page, problems } = await stage.visit({ lang: 'en' });
  await page.goto('/login');
  await page.evaluate((text) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the test stores a broken one
    document.cookie = `${text}; path=/`;
  }, cookie);
  await page.goto('/stations');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(problems).toEqual([]);
});
