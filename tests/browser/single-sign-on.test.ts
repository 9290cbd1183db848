import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/freePort.ts';
import { CLIENT, type Identity, startProvider } from '../support/provider.ts';
import { strictClient } from '../support/strictClient.ts';
import { accountOf, axeFaults, openStage, type Stage } from './harness.ts';

let stage: Stage;
let provider: Identity;
beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  stage = await openStage(['--demo', '--no-captcha', '--port', String(port), '--public-url', url]);
  provider = await startProvider(`${url}/login`);
  const { token } = await stage.person('admin');
  await strictClient(url, token, 'en', DEMO_PASSWORD).call('POST system/update_settings', {
    oidc: {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      claim: 'preferred_username',
      name: '统一认证',
    },
  });
});
afterAll(async () => {
  await stage.close();
  await provider.stop();
});

async function toProvider(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: '使用统一认证登录' }).click();
  await page.waitForURL((url) => url.origin === provider.issuer);
}

async function answerAs(page: Page, account: string): Promise<void> {
  await page.locator('[name=login]').fill(account);
  await page.locator('[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test("the button leads through the provider's page to the home page, and nothing of it stays in the address", async () => {
  const { page, context } = await stage.visit();
  await page.goto('/login');
  await page.getByRole('button', { name: '使用统一认证登录' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await toProvider(page);
  await answerAs(page, accountOf(stage.server.data, 'expert'));
  await page.getByRole('link', { name: '首页' }).first().waitFor();
  expect(page.url()).toBe(`${stage.url}/`);
  const names = (await context.cookies(stage.url)).map(({ name }) => name);
  expect(names).toContain('Token');
});

test('cancelled at the provider, or without an account here, the page says so and the password still works', async () => {
  const { page } = await stage.visit();
  await toProvider(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('统一认证服务未完成登录');
  expect(page.url()).toBe(`${stage.url}/login`);
  await toProvider(page);
  await answerAs(page, 'nobody-here');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('没有对应账号');
  await page.getByLabel('账号').fill(accountOf(stage.server.data, 'expert'));
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${stage.url}/`);
});

test('an answer that this window has not asked for is refused', async () => {
  const { page } = await stage.visit();
  await page.goto('/login?state=x&code=y');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('不是在此窗口发起的');
});
