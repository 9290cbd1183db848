import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, axeFaults, captchaCode, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(['--demo']);
});
afterAll(() => stage.close());

/** Runs `cause`, waits for the new captcha picture, and returns its code. */
async function nextCode(page: Page, cause: () => Promise<unknown>): Promise<string> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/basic/validate_code'));
  await cause();
  const { key, image } = await (await answer).json();
  await expect.poll(() => page.locator('.picture img').getAttribute('src')).toBe(image);
  return captchaCode(stage.server.data, key);
}

test('a wrong code is refused with a new picture; the right one opens the home page', async () => {
  const { page, problems, context } = await stage.visit({ lang: 'en' });
  await nextCode(page, () => page.goto('/stations'));
  expect(new URL(page.url()).pathname).toBe('/login');

  await page.getByLabel('Account').fill(accountOf(stage.server.data, 'admin'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Verification code', { exact: true }).fill('????');
  const code = await nextCode(page, () => page.getByRole('button', { name: 'Log in' }).click());
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('The verification code is wrong');
  expect(await page.getByLabel('Verification code', { exact: true }).inputValue()).toBe('');

  await page.getByLabel('Verification code', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'Token', sameSite: 'Strict', path: '/', secure: false });
  expect(problems).toEqual([]);
});

test('sponsor, organiser and technical support stand below the form, with their links', async () => {
  const { page } = await stage.visit({ lang: 'en' });
  await page.goto('/login');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link').first().waitFor();
  const { sponsor } = await (await page.request.get('/api/system/footer')).json();
  expect(await footer.getByRole('link', { name: sponsor.name }).getAttribute('href')).toBe(sponsor.url);
  expect(await footer.innerText()).toMatch(/Sponsor[\s\S]*Organiser[\s\S]*Technical support/);
});

test('a link asks for another picture', async () => {
  const { page } = await stage.visit({ lang: 'en' });
  const first = await nextCode(page, () => page.goto('/login'));
  const second = await nextCode(page, () => page.getByRole('button', { name: 'See another', exact: true }).click());
  expect([first, second].every((code) => /^[2-9]{4}$/.test(code))).toBe(true);
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const called = (await focused.count()) > 0 ? await focused.evaluate((one) => one.textContent || one.id) : '';
    if (called === name || (await page.getByLabel(name, { exact: true }).and(focused).count()) > 0) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('without a picture, by keyboard alone, the browser solves a task while the page stays usable', async () => {
  const { page, problems } = await stage.visit({ lang: 'en' });
  await nextCode(page, () => page.goto('/login'));
  await tabTo(page, 'Account');
  await page.keyboard.type(accountOf(stage.server.data, 'city_manager'));
  await tabTo(page, 'Password');
  await page.keyboard.type('wrong-one');
  await tabTo(page, 'Without a picture');
  await page.keyboard.press('Enter');
  const status = page.getByRole('status');
  expect(await status.textContent()).toContain('is solving a task');
  expect(await page.locator(':focus').textContent()).toBe('With a picture');
  await expect.poll(() => status.textContent()).toContain('has solved the task');
  expect(await page.getByLabel('Verification code', { exact: true }).count()).toBe(0);
  await tabTo(page, 'Log in');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('Wrong account or password');
  // A challenge is valid for one login; the page solves another one by itself.
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('password');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();
  expect(problems).toEqual([]);
});

test('the picture can be chosen again, in Chinese too', async () => {
  const { page } = await stage.visit();
  await nextCode(page, () => page.goto('/login'));
  await page.getByRole('button', { name: '不用图片验证' }).click();
  await page.getByText('计算已完成').waitFor();
  await nextCode(page, () => page.getByRole('button', { name: '用图片验证', exact: true }).click());
  expect(await page.getByLabel('验证码', { exact: true }).count()).toBe(1);
});

test('the sign-in page has no serious accessibility fault, with and without a picture', async () => {
  const { page } = await stage.visit({ lang: 'en' });
  await nextCode(page, () => page.goto('/login'));
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Without a picture' }).click();
  await page.getByText('has solved the task').waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

test('the server reports a wrong password, the page reports missing fields', async () => {
  const { page, problems } = await stage.visit({ lang: 'en' });
  const code = await nextCode(page, () => page.goto('/login'));
  await page.getByRole('button', { name: 'Log in' }).click();
  for (const text of ['please enter the account', 'please enter the password', 'please enter the verification code'])
    await page.getByText(text, { exact: true }).waitFor();

  await page.getByLabel('Account').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('password length should be 6~20 characters').waitFor();

  await page.getByLabel('Password', { exact: true }).fill('not-the-one');
  await page.getByLabel('Verification code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('Wrong account or password');
  expect(problems).toEqual([]);
});

test('the password can be shown and hidden', async () => {
  const { page } = await stage.visit({ lang: 'en' });
  await page.goto('/login');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret-1');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await field.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(await field.getAttribute('type')).toBe('password');
});

test('the sign-in page starts in Chinese and keeps the chosen language after a reload', async () => {
  const { page } = await stage.visit();
  await page.goto('/login');
  await page.getByRole('heading', { name: '广西水利安全生产标准化评审管理系统（小水电站）' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('zh-CN');
  await page.getByRole('button', { name: 'English' }).click();
  const title = page.getByRole('heading', { name: /^Guangxi water-resources safety-production/ });
  await title.waitFor();
  // No word of it breaks at its hyphen.
  for (const width of [1440, 1200, 380]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await title.locator('span').evaluateAll((words) => words.map((word) => word.getClientRects().length));
    expect([width, lines]).toEqual([width, [1, 1]]);
  }
  await page.reload();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');
});

test('no answer from the server is a network error', async () => {
  const { page, context } = await stage.visit({ lang: 'en' });
  await nextCode(page, () => page.goto('/login'));
  await page.getByLabel('Account').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Verification code', { exact: true }).fill('abcd');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^network error: \S/);
});
