import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, axeFaults, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a passkey is added in the profile, completes the next login, and is removed; elsewhere the profile says where', async () => {
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  const site = stage.url.replace('127.0.0.1', 'localhost');
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const passPassword = async () => {
    await page.goto(`${site}/login`);
    await page.getByLabel('Account').fill(accountOf(stage.server.data, 'expert'));
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  const confirm = async () => {
    const asked = page.getByRole('dialog', { name: 'Confirm with your password' });
    await asked.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'hidden' });
  };
  await passPassword();
  await page.getByLabel('Account').waitFor({ state: 'detached' });
  await page.goto(`${site}/profile?tab=factors`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirm();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('laptop');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('cell', { name: 'laptop', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('This device has a passkey of your account already').waitFor();

  await context.clearCookies();
  await passPassword();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor({ state: 'detached' });
  await page.goto(`${site}/profile?tab=factors`);
  await page.getByRole('button', { name: 'Remove laptop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await confirm();
  await page.getByText('No second factor').waitFor();
  expect(problems).toEqual([]);

  const other = await stage.visitAs('station', { lang: 'en' });
  await other.page.goto('/profile?tab=factors');
  await other.page.getByText(`Passkeys can be added at ${site} only.`).waitFor();
});
