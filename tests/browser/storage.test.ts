import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newReview, openReview } from './experts.ts';
import { accountOf, carry, openStage, type Stage } from './harness.ts';
import { newDraft, openTab, PASSWORD, saved, scoreInput, storedScore } from './stations.ts';
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

/** What the console of 2026-11-22 wrote, in its own database with its own stores. */
async function storeAsEarlier(page: Page, account: string, assessment: string): Promise<void> {
  await page.addInitScript(
    async ([user, id]) => {
      localStorage.setItem('shp.theme', 'dark');
      localStorage.setItem('shp.hintsRead', JSON.stringify([user]));
      const opening = indexedDB.open('shp', 1);
      opening.onupgradeneeded = () => {
        const database = opening.result;
        const outbox = database.createObjectStore('outbox', { keyPath: ['account', 'object', 'place'] });
        outbox.createIndex('account', 'account');
        database.createObjectStore('uploads', { keyPath: 'id' }).createIndex('account', 'account');
      };
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(['outbox', 'uploads'], 'readwrite');
        const edit = { account: user, version: null, edit: 1, sent: [], trouble: null };
        transaction.objectStore('outbox').put({
          ...edit,
          object: `stationScores/${id}`,
          place: '1.1.1',
          value: { score: 3, missing: false, reason: '' },
          was: { score: null, missing: false, reason: '' },
        });
        transaction.objectStore('outbox').put({
          ...edit,
          object: `form/${id}`,
          place: 'unit.owner',
          value: '示例集团',
          was: null,
          version: 1,
        });
        transaction.objectStore('uploads').put({
          id: 'u1',
          account: user,
          assessment: id,
          target: { target: 'file', category: 'other' },
          name: 'plan.zip',
          size: 9,
          modified: 1,
          url: null,
        });
      };
    },
    [account, assessment] as const,
  );
}

test('what an earlier console stored goes on: edits are sent, uploads are offered again, choices stay', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context, problems } = await stage.visit({ lang: 'en', theme: 'light' });
  await carry(context, person);
  await storeAsEarlier(page, person.id, id);
  await page.goto(`/assessments/${id}/station`);
  await expect.poll(async () => (await storedScore(person, id, '1.1.1'))?.score).toBe(3);
  await expect.poll(async () => (await person.api.call('GET assessment', { id })).form.unit.owner).toBe('示例集团');
  await saved(page);
  await openTab(page, 'Files');
  await page.getByText('plan.zip').waitFor();
  await page.getByText('interrupted: choose the same file again to resume').waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
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
