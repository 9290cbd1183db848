import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { carry, openStage, type Stage } from './harness.ts';
import { placed } from './messages.ts';
import { routeFirst } from './routes.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function openDialog(page: Page): Promise<Locator> {
  await page.goto('/documents');
  await page.getByRole('button', { name: /./ }).and(page.locator('header [aria-haspopup=menu]')).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.waitFor();
  return dialog;
}

const field = (dialog: Locator, name: string) => dialog.getByLabel(name, { exact: true });

async function fill(dialog: Locator, oldPassword: string, newPassword: string, confirmation: string): Promise<void> {
  await field(dialog, 'Old password').fill(oldPassword);
  await field(dialog, 'New password').fill(newPassword);
  await field(dialog, 'Confirm new password').fill(confirmation);
}

/** The lines beneath the fields: what is wrong, and how long a new password is. */
const helpers = async (dialog: Locator) =>
  (await dialog.locator('p[id$=helper-text]').allInnerTexts()).flatMap((text) => text.split('\n'));
const LENGTH = 'password length should be 6~20 characters';

test('a field is validated when it loses focus, all fields on submitting', async () => {
  const { page, problems } = await stage.visitAs('expert', { lang: 'en' });
  const dialog = await openDialog(page);
  await field(dialog, 'New password').pressSequentially('abc');
  expect(await helpers(dialog)).toEqual([LENGTH]);
  expect(await field(dialog, 'New password').getAttribute('aria-invalid')).toBe('false');
  await field(dialog, 'Confirm new password').focus();
  await expect.poll(() => field(dialog, 'New password').getAttribute('aria-invalid')).toBe('true');

  const cases: [[string, string, string], string, string[]][] = [
    [['', '', ''], 'Old password', ['please enter the old password', 'please enter the new password', LENGTH]],
    [['', 'abcdef', 'abcdef'], 'Old password', ['please enter the old password', LENGTH]],
    [['abcdef', 'abcdef', 'abcdef'], 'New password', ['new password cannot be the same as old', LENGTH]],
    [['abcdef', 'short', 'short'], 'New password', [LENGTH]],
    [['abcdef', 'x'.repeat(21), 'x'.repeat(21)], 'New password', [LENGTH]],
    [['abcdef', 'with space', 'with space'], 'New password', ['password should not contain spaces', LENGTH]],
    [['abcdef', 'abcdefg', ''], 'Confirm new password', [LENGTH, 'the two new passwords do not match']],
    [['abcdef', 'abcdefg', 'abcdefh'], 'Confirm new password', [LENGTH, 'the two new passwords do not match']],
  ];
  for (const [values, first, expected] of cases) {
    await fill(dialog, ...values);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(async () => [values, await helpers(dialog)]).toEqual([values, expected]);
    expect(await field(dialog, first).evaluate((input) => input === document.activeElement)).toBe(true);
  }
  expect(problems).toEqual([]);
});

test('each password can be shown; the dialog stays open until Cancel, which clears the fields', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  let dialog = await openDialog(page);
  for (const name of ['Old password', 'New password', 'Confirm new password']) {
    await dialog.getByRole('button', { name: `Show password: ${name}` }).click();
    expect(await field(dialog, name).getAttribute('type')).toBe('text');
    await dialog.getByRole('button', { name: `Hide password: ${name}` }).click();
    expect(await field(dialog, name).getAttribute('type')).toBe('password');
  }
  await fill(dialog, 'one', 'two', 'three');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await field(dialog, 'Old password').inputValue()).toBe('one');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  dialog = await openDialog(page);
  expect(await field(dialog, 'Old password').inputValue()).toBe('');
});

test('a wrong old password is reported at the bottom, success at the top, three seconds each', async () => {
  const { page, person, problems } = await stage.visitAs('supervisor', { lang: 'en' });
  const dialog = await openDialog(page);
  await fill(dialog, 'not-it-at-all', 'fresh-word', 'fresh-word');
  const submit = dialog.getByRole('button', { name: 'Submit' });
  const failure = await placed(page, /^The old password is wrong$/, () => submit.click());
  expect(failure.place).toBe('bottom');
  expect(failure.shownMs).toBeGreaterThan(2000);
  expect(failure.shownMs).toBeLessThan(5000);

  await field(dialog, 'Old password').fill(DEMO_PASSWORD);
  const success = await placed(page, /^modification succeeded$/, () => submit.click());
  expect(success.place).toBe('top');
  expect(success.shownMs).toBeGreaterThan(2000);
  expect(success.shownMs).toBeLessThan(5000);
  expect(await dialog.count()).toBe(0);
  expect((await logIn(stage.url, person.account, 'fresh-word')).id).toBe(person.id);
  expect(problems).toEqual([]);
});

test.each([
  ['en', '123456', 'this password is too common; choose another one', 'Submit', LENGTH],
  ['zh', '12345678', '该密码过于常见，请换一个', '提交', '密码长度应为6~20个字符'],
] as const)('what the server refuses is said at the field (%s)', async (lang, common, reason, submit, length) => {
  const { page } = await stage.visitAs('expert', { lang });
  await page.goto('/documents');
  await page.locator('header [aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem').nth(1).click();
  const dialog = page.getByRole('dialog');
  const inputs = dialog.locator('input');
  for (const [at, value] of [DEMO_PASSWORD, common, common].entries()) await inputs.nth(at).fill(value);
  await dialog.getByRole('button', { name: submit }).click();
  await expect.poll(() => helpers(dialog)).toEqual([reason, length]);
  expect(await inputs.nth(1).evaluate((input) => input === document.activeElement)).toBe(true);
  await inputs.nth(1).fill(`${common}-and-more`);
  await inputs.nth(2).fill(`${common}-and-more`);
  await expect.poll(() => helpers(dialog)).toEqual([length]);
});

test('a missing response shows no message and keeps the dialog open', async () => {
  const { page, context } = await stage.visitAs('expert', { lang: 'en' });
  const dialog = await openDialog(page);
  await fill(dialog, DEMO_PASSWORD, 'fresh-word', 'fresh-word');
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await failed;
  await expect.poll(() => dialog.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('false');
  expect(await dialog.isVisible()).toBe(true);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an initial password opens the dialog; Cancel logs out, a change opens the console', async () => {
  const admin = await stage.person('admin');
  const { id } = await stage.person('ministry_manager');
  const { initialPassword } = await admin.api.call('POST user/reset_password', { id });
  const { account } = await admin.api.call('GET user', { id });

  const first = await stage.visit({ lang: 'en' });
  await carry(first.context, await logIn(stage.url, account, initialPassword));
  await first.page.goto('/profile');
  const dialog = first.page.getByRole('dialog', { name: 'Change password' });
  await dialog.waitFor();
  expect(await dialog.getByText('Please change your initial password first').isVisible()).toBe(true);
  expect(await first.page.locator('main h1').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await first.page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await first.context.cookies()).toEqual([]);

  const second = await stage.visit({ lang: 'en' });
  await second.page.goto('/login');
  await second.page.getByLabel('Account').fill(account);
  await second.page.getByLabel('Password', { exact: true }).fill(initialPassword);
  await second.page.getByRole('button', { name: 'Log in' }).click();
  await fill(second.page.getByRole('dialog'), initialPassword, 'chosen-one', 'chosen-one');
  await second.page.getByRole('button', { name: 'Submit' }).click();
  await second.page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();
  expect([...first.problems, ...second.problems]).toEqual([]);
});

test('a refusal without a message shows a general error; a server error shows none', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  const dialog = await openDialog(page);
  await fill(dialog, DEMO_PASSWORD, 'fresh-word', 'fresh-word');
  const submit = dialog.getByRole('button', { name: 'Submit' });
  const answer = async (status: number) => {
    const answered = page.waitForResponse('**/api/user/change_password');
    await routeFirst(page, '**/api/user/change_password', (route) =>
      route.fulfill({ status, json: { code: 'invalid', message: '' } }),
    );
    await submit.click();
    await answered;
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('false');
  };
  await answer(500);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect((await placed(page, /^an error occurred$/, () => answer(400))).place).toBe('bottom');
  expect(await dialog.isVisible()).toBe(true);
});
