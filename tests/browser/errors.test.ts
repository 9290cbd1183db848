import { common } from '@shp/shared/text/en/common';
import { login } from '@shp/shared/text/en/login';
import { profile } from '@shp/shared/text/en/profile';
import { web } from '@shp/shared/text/en/web';
import { common as zhCommon } from '@shp/shared/text/zh/common';
import { login as zhLogin } from '@shp/shared/text/zh/login';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, openStage, type Stage } from './harness.ts';
import { placed } from './messages.ts';
import { blocked, routeFirst } from './routes.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A window with a read-only session: every change is refused with 403. */
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

test('a change without a response shows a network error with details for three seconds at the bottom', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Save' });
  await page.route('**/api/user/my_profile', (route) => route.abort());
  const { place, shownMs } = await placed(page, /^network error: \S/, () => button.click());
  expect(place).toBe('bottom');
  expect(shownMs).toBeGreaterThan(2000);
  expect(shownMs).toBeLessThan(6000);
});

test('a server error is shown on the page with its reason', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.route('**/api/user/experts*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'out of order (7)' } }),
  );
  await page.goto('/experts');
  await page.getByRole('main').getByRole('alert').getByText('out of order (7)').waitFor();
});

const BARE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

test.for([
  ['en', 'the server is not available at present', 'network error: the server did not answer', 'Try again'],
  ['zh', zhLogin.serverFailed, `${zhLogin.networkError(zhLogin.network.noAnswer)}`, zhLogin.retry],
] as const)('%s: home and every list show an error text and a retry button', async ([lang, failed, silent, retry]) => {
  const { page } = await stage.visitAs('admin', { lang });
  const ways = [
    [failed, (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: BARE })],
    [silent, (route: Route) => route.abort()],
  ] as const;
  const pages = [
    ['/', '**/api/basic/status*'],
    ['/stations', '**/api/user/stations*'],
    // The rows; the counts on the tabs are requests of their own, without a range.
    ['/assessments', '**/api/assessment/query*range=*'],
    ['/documents', '**/api/document/list*'],
    ['/profile?tab=sessions', '**/api/session/sessions*'],
  ] as const;
  for (const [words, deal] of ways)
    for (const [path, call] of pages) {
      await routeFirst(page, call, deal);
      await page.goto(path);
      const alert = page.getByRole('main').locator('.MuiAlert-colorError');
      await expect.poll(() => alert.locator('.MuiAlert-message').textContent()).toBe(words);
      expect(await page.locator('body').innerText()).not.toMatch(/HTTP \d|fetch|Bad Gateway/i);
      await alert.getByRole('button', { name: retry, exact: true }).click();
      await expect.poll(() => alert.count()).toBe(0);
    }
});

test.for([
  ['en', 400, 'an error occurred'],
  ['en', 403, 'request denied'],
  ['zh', 400, zhLogin.errorOccurred],
  ['zh', 403, zhLogin.requestDenied],
] as const)('%s: %d without a message reads %j', async ([lang, status, words]) => {
  const { page } = await stage.visitAs('admin', { lang });
  await page.route('**/api/user/experts*', (route) => route.fulfill({ status, body: '' }));
  await page.goto('/experts');
  await page.getByRole('main').getByRole('alert').getByText(words).waitFor();
});

test('offline the message says that the device is offline', async () => {
  const { page, context } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await page.locator('tbody a').first().waitFor();
  await answered(page);
  await context.setOffline(true);
  await page.getByLabel('Rows per page').selectOption('50');
  await page.getByRole('main').getByText('network error: this device is offline').waitFor();
});

const OWN_FAULT = /ERR_FAILED|dynamically imported module/;

describe('a code chunk that fails to load', () => {
  test('a dialog reports it above its page and loads when opened again', async () => {
    const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
    const unblock = await blocked(page, '**/assets/UserAdd-*.js*');
    await page.goto('/experts');
    const add = page.getByRole('link', { name: web.users.add.experts });
    await add.click();
    const failure = page.getByRole('dialog', { name: login.crashed });
    await failure.getByRole('button', { name: web.close }).click();
    unblock();
    await failure.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await add.click();
    await page.getByRole('dialog').getByLabel('Account').waitFor();
    expect(await failure.count()).toBe(0);
    expect(problems.filter((problem) => !OWN_FAULT.test(problem))).toEqual([]);
  });

  test('a dialog loads after "try again"', async () => {
    const { page } = await stage.visitAs('admin', { lang: 'en' });
    const unblock = await blocked(page, '**/assets/ChangePassword-*.js*');
    await page.goto('/');
    await page.getByRole('button', { name: common.roles.admin }).click();
    await page.getByRole('menuitem', { name: web.header.changePassword }).click();
    const retry = page.getByRole('dialog', { name: login.crashed }).getByRole('button', { name: login.retry });
    await retry.waitFor();
    unblock();
    await retry.click();
    await page.getByRole('dialog').getByLabel(web.password.old, { exact: true }).waitFor();
  });

  test('a chunk that fails once is retried at once', async () => {
    const { page } = await stage.visitAs('admin', { lang: 'en' });
    await routeFirst(page, '**/assets/UserAdd-*.js*', (route) => route.abort());
    await page.goto('/experts');
    await page.getByRole('link', { name: web.users.add.experts }).click();
    await page.getByRole('dialog').getByLabel('Account').waitFor();
  });

  test('a tab of the profile loads when opened again', async () => {
    const { page } = await stage.visitAs('admin', { lang: 'en' });
    const unblock = await blocked(page, '**/assets/Audit-*.js*');
    await page.goto('/profile?tab=settings');
    const tab = (key: 'audit' | 'standards') => page.getByRole('tab', { name: profile.tabs[key] }).click();
    await tab('audit');
    const failure = page.getByRole('tabpanel').getByRole('alert').getByText(login.crashed);
    await failure.waitFor();
    unblock();
    await tab('standards');
    await tab('audit');
    await page.getByRole('tabpanel').getByRole('table').waitFor();
    expect(await failure.count()).toBe(0);
  });
});
