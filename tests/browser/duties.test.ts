import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSession } from '../support/accounts.ts';
import { answered, axeFaults, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a device whose session a newer login ended says so', async () => {
  const admin = await stage.person('admin');
  await confirmSession(admin);
  await admin.api.call('POST system/update_settings', { oneSession: true });
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/stations');
  await page.locator('tbody a').first().waitFor();
  await answered(page);
  await stage.person('province_manager');
  await page.getByRole('link', { name: 'Experts' }).click();
  await page.getByText('This account has logged in elsewhere, which ended this session.').waitFor();
  await admin.api.call('POST system/update_settings', { oneSession: false });
  expect(problems).toEqual([]);
});

test('level 3 says what comes first; an administrator with one duty is told what it lacks', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en', confirmed: true });
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: 'MLPS level 3', exact: true }).click();
  const told = page.getByRole('alert').filter({ hasText: 'admin (system, security, audit)' });
  await told.waitFor();
  expect(await told.getByRole('listitem').allTextContents()).toEqual([
    'Add an administrator with only the duty “security”',
    'Add an administrator with only the duty “audit”',
    'Leave the account admin only the duty “system”',
  ]);

  await told.getByRole('link', { name: 'Review units' }).click();
  await page.getByRole('link', { name: 'Add unit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account').fill('auditor');
  await dialog.getByLabel('Role').selectOption('admin');
  await dialog.getByLabel('Name').fill('Auditor');
  await dialog.getByRole('checkbox', { name: /^system/ }).uncheck();
  await dialog.getByRole('checkbox', { name: /^security/ }).uncheck();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Initial password' }).waitFor();
  const { items } = await person.api.call('GET user/managers', { keyword: 'auditor' });
  expect(items.map(({ duties }) => duties)).toEqual([['audit']]);

  // The administrator keeps one duty: from then on the pages of the others say which one they need.
  const [other] = items;
  await person.api.call('POST user/update_manager', { id: other?.id ?? '', duties: ['system', 'security'] });
  await person.api.call('POST user/update_manager', { id: person.id, duties: ['audit'] });
  const again = await stage.visitAs('admin', { lang: 'en' });
  await again.page.goto('/profile?tab=settings');
  await again.page.getByText('Changes here need the duty “system”, which your account does not have').waitFor();
  await again.page.goto('/experts');
  await again.page.getByText('Changes here need the duty “security”, which your account does not have').waitFor();
  expect(await again.page.getByRole('link', { name: 'Add expert' }).count()).toBe(0);
  expect([problems, again.problems]).toEqual([[], []]);
});
