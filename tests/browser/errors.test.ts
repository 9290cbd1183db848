import { common as zhCommon } from '@shp/shared/text/zh/common';
import { login as zhLogin } from '@shp/shared/text/zh/login';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';
import { placed } from './messages.ts';
import { routeFirst } from './routes.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A window whose session may only read, so that every change is refused with 403. */
async function reader(lang: 'en' | 'zh'): Promise<Page> {
  const { api } = await stage.person('admin');
  const made = await api.call('POST session/create_token', { name: lang, scopes: ['read'], expiresInDays: 1 });
  const { page, context } = await stage.visit({ lang });
  await context.addCookies([{ name: 'Token', value: made.token, url: stage.url }]);
  return page;
}

test.for([
  ['en', 'request denied', 'Save'],
  ['zh', zhCommon.errors.forbidden, '保存'],
] as const)('403: %s, at the bottom, three seconds', async ([lang, message, save]) => {
  const page = await reader(lang);
  await page.goto('/profile');
  const button = page.getByRole('button', { name: save, exact: true });
  const { place, shownMs } = await placed(page, new RegExp(`^${message}`), () => button.click());
  expect(place).toBe('bottom');
  expect(shownMs).toBeGreaterThan(2000);
  expect(shownMs).toBeLessThan(6000);
});

test.for([
  ['en', /^network error: \S/, 'Try again'],
  ['zh', new RegExp(`^${zhLogin.networkError('')}\\S`), zhLogin.retry],
] as const)('no response: %s, the detail, and on a list a way to try again', async ([lang, message, retry]) => {
  const { page, problems } = await stage.visitAs('admin', { lang });
  await routeFirst(page, '**/api/user/stations*', (route) => route.abort());
  await page.goto('/stations');
  const alert = page.getByRole('main').getByRole('alert');
  await expect.poll(() => alert.locator('.MuiAlert-message').textContent()).toMatch(message);
  expect(await page.getByText(message).count()).toBe(1);
  await alert.getByRole('button', { name: retry }).click();
  await page.locator('tbody a').first().waitFor();
  expect(await alert.count()).toBe(0);
  expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});

test('no response to a change: network error with its detail, at the bottom, three seconds', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Save' });
  await page.route('**/api/user/my_profile', (route) => route.abort());
  const { place, shownMs } = await placed(page, /^network error: \S/, () => button.click());
  expect(place).toBe('bottom');
  expect(shownMs).toBeGreaterThan(2000);
  expect(shownMs).toBeLessThan(6000);
});

test('a failure of the server says so on the page, with its reason', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.route('**/api/user/experts*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'out of order (7)' } }),
  );
  await page.goto('/experts');
  await page.getByRole('main').getByRole('alert').getByText('out of order (7)').waitFor();
});
