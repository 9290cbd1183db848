import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, answered, carry, openStage, type Stage } from './harness.ts';
import { routeFirst } from './routes.ts';
import { logInAt } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const path = (page: Page) => new URL(page.url()).pathname;

test('a session revoked elsewhere ends at the next call with a message on the sign-in page', async () => {
  const { page, context, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await page.locator('tbody a').first().waitFor();
  await page.evaluate(() => sessionStorage.setItem('something', 'kept'));

  await answered(page);
  const sessions = await person.api.call('GET session/sessions', {});
  const other = await stage.person('admin');
  const own = sessions.find(({ current }) => current);
  await other.api.call('POST session/revoke_session', { id: own?.id ?? '' });
  await page.getByRole('link', { name: 'Experts' }).click();

  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(path(page)).toBe('/login');
  expect(await page.getByRole('alert').textContent()).toBe('session invalid');
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(problems).toEqual([]);
});

/** Makes the server answer with a role that the console does not know. */
async function withRole(page: Page, role: string): Promise<void> {
  const changed = (body: { user?: object }) =>
    body.user ? { ...body, user: { ...body.user, role } } : { ...body, role };
  await page.route(/\/api\/(user|session\/login)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed(await response.json()) });
  });
}

test.for([
  ['en', 'invalid role', 'Log in'],
  ['zh', '无效的角色', '登录'],
] as const)('%s: an unknown role from the server is told, and the session ends', async ([lang, message, logIn]) => {
  const { page, context, person, problems } = await stage.visitAs('admin', { lang });
  await withRole(page, 'dictator');
  await page.goto('/stations');
  await page.getByRole('button', { name: logIn, exact: true }).waitFor();
  expect(await page.getByRole('alert').textContent()).toBe(message);
  expect(await context.cookies()).toEqual([]);
  await expect(person.api.call('GET user', {})).rejects.toMatchObject({ status: 401 });
  if (lang === 'en') {
    await logInAt(page, accountOf(stage.server.data, 'admin'), DEMO_PASSWORD);
    await expect.poll(() => page.getByRole('alert').textContent()).toBe(message);
    expect(await context.cookies()).toEqual([]);
  }
  expect(problems).toEqual([]);
});

test.for<[who: string, again: UserRole, place: [string, string | null]]>([
  ['the same account goes on where it was', 'admin', ['/stations', '50']],
  ['another account begins at home', 'province_manager', ['/', null]],
])('after a session has ended by itself, %s', async ([, again, place]) => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await page.locator('tbody a').first().waitFor();
  await answered(page);
  await person.api.call('POST session/logout', {});
  await page.getByLabel('Rows per page').selectOption('50');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await logInAt(page, accountOf(stage.server.data, again), DEMO_PASSWORD);
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  const { pathname, search } = new URL(page.url());
  expect([pathname, new URLSearchParams(search).get('perPage')]).toEqual(place);
});

test("a tab with an ended session does not touch another tab's new session", async () => {
  const { page, context, person } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/documents');
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  await answered(page);
  await person.api.call('POST session/logout', {});
  await carry(context, await stage.person('admin'));
  await page.getByRole('link', { name: 'Experts' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await page.goto('/experts');
  await page.locator('tbody a').first().waitFor();
});

test('an invalid stored token is removed at the start', async () => {
  const { page, context } = await stage.visit({ lang: 'en' });
  await context.addCookies([{ name: 'Token', value: 'x'.repeat(43), url: stage.url }]);
  await page.goto('/stations');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(path(page)).toBe('/login');
  expect(await context.cookies()).toEqual([]);
});

test('logging out ends the session and opens the sign-in page, also without a response', async () => {
  const { page, context, person } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto('/documents');
  await page.locator('header [aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(path(page)).toBe('/login');
  await expect(person.api.call('GET user', {})).rejects.toMatchObject({ status: 401 });

  const second = await stage.visitAs('expert', { lang: 'en' });
  await second.page.goto('/documents');
  await second.page.route('**/api/session/logout', (route) => route.abort());
  await second.page.locator('header [aria-haspopup=menu]').last().click();
  await second.page.getByRole('menuitem', { name: 'Log out' }).click();
  await second.page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(path(second.page)).toBe('/login');
  expect([...(await context.cookies()), ...(await second.context.cookies())]).toEqual([]);
});

test('logging out shows the sign-in page only once, so that typed text is not cleared', async () => {
  const { page } = await stage.visitAs('station', { lang: 'en' });
  await page.goto('/documents');
  await page.evaluate(() => {
    const look = () => document.querySelector('.sign-in') && localStorage.setItem('too-early', 'yes');
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
  await page.locator('header [aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('too-early'))).toBeNull();
});

test('a start without a response shows an error and continues after "try again"', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await routeFirst(page, '**/api/user', (route) => route.abort());
  await page.goto('/documents');
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/network error: \S/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
});

test('language and theme are stored in the browser', async () => {
  const { page, problems } = await stage.visitAs('expert');
  await page.goto('/profile?tab=display');
  await page.getByRole('radio', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'User information' }).waitFor();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload();
  await page.getByRole('heading', { name: 'User information' }).waitFor();
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe('rgb(13, 19, 28)');
  await page.getByRole('button', { name: '切换到中文' }).click();
  await page.getByRole('heading', { name: '用户信息' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('zh-CN');
  expect(problems).toEqual([]);
});

test('without a choice the theme is that of the system, also when it changes, and a choice can be given up', async () => {
  const { page, problems } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto('/profile?tab=display');
  const theme = page.getByRole('radiogroup', { name: 'Theme' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [light, dark] = ['rgb(245, 247, 250)', 'rgb(13, 19, 28)'];
  await page.emulateMedia({ colorScheme: 'dark' });
  await theme.getByRole('radio', { name: 'Light', checked: true }).waitFor();
  expect(await ground()).toBe(light);
  await theme.getByRole('radio', { name: 'Match system' }).check();
  await expect.poll(ground).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).toBe(light);
  expect(await page.evaluate(() => localStorage.getItem('shp.theme'))).toBeNull();
  expect(problems).toEqual([]);
});

test('before the code has come, the page has the chosen theme, or without a choice that of the system', async () => {
  const { page } = await stage.visit({ theme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/assets/react-*.js', () => undefined);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect.poll(ground).toBe('rgb(245, 247, 250)');
  await page.addInitScript(() => localStorage.removeItem('shp.theme'));
  await page.goto('/login', { waitUntil: 'commit' });
  await expect.poll(ground).toBe('rgb(13, 19, 28)');
});

test('a refused call shows a message', async () => {
  const { api } = await stage.person('admin');
  const { token } = await api.call('POST session/create_token', {
    name: 'reads only',
    scopes: ['read'],
    expiresInDays: 1,
  });
  const { page, context } = await stage.visit({ lang: 'en' });
  await context.addCookies([{ name: 'Token', value: token, url: stage.url }]);
  await page.goto('/profile');
  await page.getByLabel('Contact').fill('Somebody else');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('request denied', { exact: true }).waitFor();
});
