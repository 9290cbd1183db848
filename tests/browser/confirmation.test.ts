import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { accountOf, axeFaults, carry, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A window of the administrator with an unconfirmed session. */
const unconfirmed = (lang: Lang = 'en') => stage.visitAs('admin', { lang, confirmed: false });
const question = (page: Page, name = 'Confirm with your password') => page.getByRole('dialog', { name });

function confirmations(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/session/confirm')) seen.push(request.url());
  });
  return seen;
}

async function answer(dialog: Locator, password: string): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

async function newToken(page: Page, name: string): Promise<void> {
  await page.goto('/profile?tab=tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Accounts').check();
  await dialog.getByRole('button', { name: 'Create' }).click();
}

test('making a token asks for the password once; after a wrong password it asks again', async () => {
  const { page, problems } = await unconfirmed();
  const asked = confirmations(page);
  await newToken(page, 'confirmed');
  const dialog = question(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('please enter the password').waitFor();
  await answer(dialog, 'wrong-word');
  await dialog.getByText('wrong password').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await answer(dialog, DEMO_PASSWORD);
  await page.getByRole('dialog', { name: 'New access token' }).locator('code').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row').filter({ hasText: 'confirmed' }).filter({ hasText: 'Read, Accounts' }).waitFor();
  expect(asked).toHaveLength(2);
  await newToken(page, 'second');
  await page.getByRole('dialog', { name: 'New access token' }).waitFor();
  expect(asked).toHaveLength(2);
  expect(problems).toEqual([]);
});

test.each([
  ['en', 'Cancel', 'Confirm with your password first'],
  ['zh', 'Escape', '此操作须先输入密码确认'],
] as const)('in %s, %s refuses plainly and changes nothing', async (lang, how, message) => {
  const { page, person } = await unconfirmed(lang);
  const before = await person.api.call('GET session/tokens', {});
  await page.goto('/profile?tab=tokens');
  const create = page.getByRole('button', { name: lang === 'en' ? 'New token' : '新建令牌' });
  await create.click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByLabel(lang === 'en' ? 'Name' : '名称').fill('refused');
  await dialog.getByRole('button', { name: lang === 'en' ? 'Create' : '创建' }).click();
  const asked = question(page, lang === 'en' ? 'Confirm with your password' : '请输入密码确认');
  await asked.waitFor();
  if (how === 'Escape') await page.keyboard.press('Escape');
  else await asked.getByRole('button', { name: how }).click();
  await page.getByText(message).waitFor();
  expect(await person.api.call('GET session/tokens', {})).toEqual(before);
});

test('a bulk password reset asks for the password once; cancelling changes nothing', async () => {
  const { page } = await unconfirmed();
  const asked = confirmations(page);
  await page.goto('/managers');
  const choose = async () => {
    for (const row of [2, 3, 4, 5, 6]) await page.locator('tbody tr').nth(row).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Reset password' }).click();
    const dialog = page.getByRole('dialog');
    // An administrator loses steps in the open assessments of these units.
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Reset password' }).click();
  };
  await choose();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByText('Confirm with your password first').first().waitFor();
  expect(await page.getByRole('dialog').getByText('Confirm with your password first').count()).toBe(5);
  expect(await question(page).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await choose();
  await answer(question(page), DEMO_PASSWORD);
  await page.getByRole('dialog').locator('tbody tr').nth(4).waitFor();
  expect(asked).toHaveLength(1);
});

test('the password question closes when the session ends', async () => {
  const { page, context } = await stage.visit({ lang: 'en' });
  const person = await logIn(stage.url, accountOf(stage.server.data, 'admin'), DEMO_PASSWORD);
  await carry(context, person);
  await newToken(page, 'ended');
  await question(page).waitFor();
  await person.api.call('POST session/logout', {});
  await answer(question(page), DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
