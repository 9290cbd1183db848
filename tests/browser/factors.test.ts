import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../support/factors.ts';
import { accountOf, axeFaults, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function passPassword(page: Page, account: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Account').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Reads the key that a dialog shows, and proves it. */
async function prove(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('textbox', { name: 'Code' }).fill('abcdef');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('The code is wrong or was used before').waitFor();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  return secret;
}

test('an app is added in the profile; the next login asks for its code or a recovery code', async () => {
  const { page, problems } = await stage.visitAs('expert', { lang: 'en', confirmed: true });
  await page.goto('/profile?tab=factors');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await prove(page);
  const shown = page.getByRole('dialog', { name: 'Recovery codes' });
  await shown.waitFor();
  const codes = await shown.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  expect(await axeFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await shown.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('Unused recovery codes: 10').waitFor();

  const other = await stage.visit({ lang: 'en' });
  await passPassword(other.page, accountOf(stage.server.data, 'expert'));
  await other.page.getByRole('heading', { name: 'Second step' }).waitFor();
  expect(await axeFaults(other.page)).toEqual([]);
  await other.page.getByLabel('Code').fill('123');
  await other.page.keyboard.press('Enter');
  await other.page.getByText('The code is wrong or was used before').waitFor();
  await other.page.getByLabel('Code').fill(codes[0] ?? '');
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();
  expect([problems, other.problems]).toEqual([[], []]);
});

test('with `managing`, a manager without a factor adds one before anything else; a wrong third code ends a login', async () => {
  const admin = await stage.person('admin');
  await admin.api.call('POST system/update_settings', { secondFactor: 'managing' });
  const { page, problems } = await stage.visit({ lang: 'en' });
  await passPassword(page, accountOf(stage.server.data, 'city_manager'));
  const confirmation = page.getByRole('dialog', { name: 'Confirm with your password' });
  await confirmation.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await prove(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();

  const other = await stage.visit({ lang: 'en' });
  await passPassword(other.page, accountOf(stage.server.data, 'city_manager'));
  for (const told of ['wrong or was used', 'wrong or was used', 'This login has ended']) {
    await other.page.getByLabel('Code').fill('1');
    await other.page.keyboard.press('Enter');
    await expect.poll(() => other.page.getByRole('alert').textContent()).toContain(told);
    await expect
      .poll(() =>
        other.page
          .getByLabel('Code')
          .inputValue()
          .catch(() => ''),
      )
      .toBe('');
  }
  await other.page.getByLabel('Account').waitFor();
  await admin.api.call('POST system/update_settings', { secondFactor: 'off' }).catch(() => null);
  expect([problems, other.problems]).toEqual([[], []]);
});
