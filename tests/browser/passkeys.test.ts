import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, axeFaults, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A window on the name that passkeys work at, with an authenticator of its own; logs in and confirms. */
async function visitSite() {
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
  const passPassword = async (role: 'expert' | 'city_manager') => {
    await page.goto(`${site}/login`);
    await page.getByLabel('Account').fill(accountOf(stage.server.data, role));
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  const confirm = async () => {
    const asked = page.getByRole('dialog', { name: 'Confirm with your password' });
    await asked.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'hidden' });
  };
  return { page, context, problems, site, passPassword, confirm };
}

test('a passkey is added in the profile, completes the next login, and is removed; elsewhere the profile says where', async () => {
  const { page, context, problems, site, passPassword, confirm } = await visitSite();
  await passPassword('expert');
  await page.getByLabel('Account').waitFor({ state: 'detached' });
  await page.goto(`${site}/profile?tab=factors`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirm();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('laptop');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('cell', { name: 'laptop', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('This device already has a passkey for your account').waitFor();

  await context.clearCookies();
  await passPassword('expert');
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
  const place = other.page.getByText('Passkeys can only be added at the public address:').getByRole('link');
  expect(await place.innerText()).toBe(new URL(site).host);
  expect(await place.getAttribute('href')).toBe(`${site}/profile?tab=factors`);
  await other.page.getByText('Passkey: the fingerprint, face or screen lock of your device').waitFor();
});

test('where a factor is demanded, a passkey can be the first and only one', async () => {
  const admin = await stage.person('admin');
  await admin.api.call('POST system/update_settings', { secondFactor: 'managing' });
  const { page, context, problems, passPassword, confirm } = await visitSite();
  await passPassword('city_manager');
  await confirm();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await page.getByRole('button', { name: 'Use an app instead' }).click();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  const home = page.getByRole('heading', { name: 'Overview of review status in the region' });
  await home.waitFor();

  await context.clearCookies();
  await passPassword('city_manager');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await home.waitFor();
  await admin.api.call('POST system/update_settings', { secondFactor: 'off' }).catch(() => null);
  expect(problems).toEqual([]);
});
