import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { common } from '@shp/shared/text/en/common';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { answered, chooseMore, openStage, type Stage } from './harness.ts';
import { routeFirst } from './routes.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const field = (dialog: Locator, name: string) => dialog.getByLabel(name).and(dialog.locator('input, select'));
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function fill(dialog: Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(dialog, name).fill(value);
}

const STATION = {
  Account: 'made-here',
  Name: 'Station made here (example)',
  Address: '1 Example Road',
  'Legal representative': 'A. Example',
  Contact: 'B. Example',
  Phone: '0771-2345678',
  'Installed capacity': '630',
};

test('a station is added, changed, deleted and recovered, and its password reset', async () => {
  const { page, person, problems } = await stage.visitAs('county_manager', { lang: 'en' });
  await page.goto('/stations');
  await page.getByRole('link', { name: 'Add station' }).click();
  const dialog = page.getByRole('dialog');
  await page.waitForURL((url) => url.searchParams.has('add'));

  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog.getByText('Required', { exact: true }).count()).toBe(7);
  await page.getByText('The form is not valid. Please check for errors', { exact: true }).waitFor();
  await dialog.getByText('Decimal degrees, such as 25.2743', { exact: true }).waitFor();
  await fill(dialog, { ...STATION, Phone: '12', 'Installed capacity': 'many' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/^Not a phone number/).waitFor();
  await dialog.getByText('Should be a number', { exact: true }).waitFor();

  await fill(dialog, { ...STATION, Account: person.account });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`The account ${person.account} is taken`).first().waitFor();

  await fill(dialog, STATION);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const shown = page.getByRole('dialog', { name: 'Initial password' });
  const initial = (await shown.locator('code').textContent()) ?? '';
  expect(initial).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
  expect((await logIn(stage.url, STATION.Account, initial)).account).toBe(STATION.Account);
  await shown.getByRole('button', { name: 'Close' }).click();

  await chooseMore(page, STATION.Name, 'Edit');
  await fill(page.getByRole('dialog'), {
    Contact: 'C. Example',
    'Installed capacity': '700.5',
    Longitude: '110.52',
    Latitude: '25.6',
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await row(page, STATION.Account).filter({ hasText: 'C. Example' }).filter({ hasText: '700.5' }).waitFor();

  await row(page, STATION.Account).getByRole('link', { name: STATION.Name, exact: true }).click();
  await page.getByRole('dialog').getByText('1 Example Road').waitFor();
  const facts = (await page.getByRole('dialog').innerText()).replace(/\s+/g, ' ');
  expect(facts).toContain('Password to be changed Yes');
  expect(facts).toContain('· Longitude 110.52° · Latitude 25.6°');
  await page.keyboard.press('Escape');

  await chooseMore(page, STATION.Name, 'Reset password');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const fresh = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  expect(fresh).not.toBe(initial);
  await expect(logIn(stage.url, STATION.Account, initial)).rejects.toMatchObject({ code: 'bad_credentials' });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await chooseMore(page, STATION.Name, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row(page, STATION.Account).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Recycle bin' }).click();
  await chooseMore(page, STATION.Name, 'Recover');
  await page.getByRole('dialog').getByRole('button', { name: 'Recover' }).click();
  await row(page, STATION.Account).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'In use' }).click();
  await row(page, STATION.Account).waitFor();
  expect(problems).toEqual([]);
});

test('a change of an outdated version is refused', async () => {
  const { page, person } = await stage.visitAs('city_manager', { lang: 'en' });
  const { items } = await person.api.call('GET user/stations', { size: 1, sortBy: 'account' });
  const [station] = items;
  if (!station) throw new Error('the city has no station');
  await page.goto(`/stations?edit=${station.id}`);
  const dialog = page.getByRole('dialog', { name: `Edit: ${station.profile.name}` });
  await field(dialog, 'Contact').fill('Too late');
  await answered(page);
  await person.api.call('POST user/update_station', { id: station.id, profile: { contact: 'Was first' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^This was changed in the meantime/).waitFor();
  expect((await person.api.call('GET user', { id: station.id })).profile.contact).toBe('Was first');
});

test('a unit is added with a chosen password and a division that fits its role', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/managers?add');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Name and contact follow once a role is chosen').waitFor();
  // A county is named with its city.
  await field(dialog, 'Role').selectOption({ label: 'county-level unit' });
  expect(await field(dialog, 'Division').locator('option').allTextContents()).toContain('桂林市/兴安县');
  await field(dialog, 'Role').selectOption({ label: 'city-level unit' });
  const divisions = await field(dialog, 'Division').locator('option').allTextContents();
  expect(divisions).toContain('桂林市');
  expect(divisions).not.toContain('桂林市/兴安县');
  await field(dialog, 'Division').selectOption({ label: '桂林市' });
  await fill(dialog, { Account: 'unit-here', Name: 'Unit (example)', Contact: 'A. Example', Phone: '0773-2345678' });
  await field(dialog, 'Password').fill('short');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('password length should be 6~20 characters').waitFor();
  await field(dialog, 'Password').fill('chosen-word');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row(page, 'unit-here').waitFor();
  expect((await logIn(stage.url, 'unit-here', 'chosen-word')).account).toBe('unit-here');
});

test('several users are changed at once, and failures are listed with their reasons', async () => {
  const { page, person, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  const { total } = await person.api.call('GET user/experts', {});
  const add = async (name: string) => {
    const profile = { name, unit: 'Example Ltd', specialties: ['safety' as const], phone: '0771-2345678' };
    return person.api.call('POST user/add_expert', { account: name.toLowerCase(), division: null, profile });
  };
  await add('Here');
  const gone = await add('Gone');
  await page.goto('/experts');
  for (const name of ['Here', 'Gone']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByText('2 selected').waitFor();
  // Delete one of them through the API; the page does not notice.
  await answered(page);
  await person.api.call('POST user/delete', { userId: gone.id, softDelete: false });
  await page.getByRole('button', { name: 'Delete (2)…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('1 user is in the recycle bin').waitFor();
  await dialog.getByText('1 failed').waitFor();
  const failure = dialog.getByRole('row').filter({ hasText: 'Gone' });
  expect(await failure.textContent()).toContain(common.errors.not_found);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await row(page, 'here').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText(/selected/).count()).toBe(0);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: `Reset passwords (${total})…` }).click();
  await dialog.getByRole('checkbox', { name: 'I understand that others must take these steps' }).check();
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await dialog.getByText(`${total} passwords reset`).waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Initial password.csv');
  expect(await dialog.locator('tbody tr').count()).toBe(total);
  expect(problems).toEqual([]);
});

test('actions without permission are not offered', async () => {
  const { page } = await stage.visitAs('county_manager', { lang: 'en' });
  await page.goto('/experts');
  await page.locator('tbody a').first().waitFor();
  expect(await page.getByRole('link', { name: 'Add expert' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^More: / }).count()).toBe(0);
});

test('stations are linked to an aggregate account, which then sees them, and unlinked again', async () => {
  const { page, person } = await stage.visitAs('province_manager', { lang: 'en' });
  const { items } = await person.api.call('GET user/supervisors', {});
  const supervisor = await stage.person('supervisor');
  const own = items.find(({ id }) => id === supervisor.id);
  const { items: unlinked } = await person.api.call('GET supervise/stations', {
    userId: supervisor.id,
    linked: false,
    size: 1,
  });
  const [station] = unlinked;
  if (!own || !station) throw new Error('nothing to link');
  const linked = async () =>
    (await person.api.call('GET supervise/stations', { userId: own.id, filter: station.account })).items[0]?.linked;

  await page.goto('/supervisors');
  // The list beneath the dialog counts too.
  const count = (links: number) =>
    page.getByRole('link', { name: `${links} Stations of ${own.profile.name}`, exact: true, includeHidden: true });
  await count(own.links).click();
  const dialog = page.getByRole('dialog');
  const { total } = await person.api.call('GET supervise/stations', { userId: own.id, linked: true, size: 1 });
  await dialog.getByRole('tab', { name: `Linked ${total}`, exact: true, selected: true }).waitFor();
  await dialog.getByRole('tab', { name: /^Not linked \d/ }).click();
  await dialog.getByLabel('Name or account', { exact: true }).fill(station.account);
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(1);
  await dialog.getByRole('checkbox', { name: `Select ${station.profile.name}` }).check();
  await dialog.getByRole('button', { name: 'Link 1' }).click();
  await page.getByText(/stations are linked now/).waitFor();
  expect(await linked()).toBe(true);
  await count(own.links + 1).waitFor();

  const seen = await stage.visitAs('supervisor', { lang: 'en' });
  await seen.page.goto('/supervisor/stations');
  await seen.page.getByLabel('Name or account').fill(station.account);
  await expect.poll(() => seen.page.locator('tbody tr').count()).toBe(1);
  await seen.page.getByRole('link', { name: station.profile.name }).click();
  await seen.page.getByRole('dialog').getByText(station.account, { exact: true }).waitFor();

  await dialog.getByRole('tab', { name: 'Linked 1', exact: true }).click();
  await dialog.getByRole('checkbox', { name: `Select ${station.profile.name}` }).check();
  await dialog.getByRole('button', { name: 'Unlink 1' }).click();
  await expect.poll(linked).toBe(false);
  await count(own.links).waitFor();
});

test('a user changes the own profile, ends other sessions and makes access tokens', async () => {
  const { page, person, problems } = await stage.visitAs('station', { lang: 'en', confirmed: true });
  await page.goto('/profile');
  await page.getByLabel('Email').or(page.getByLabel('River')).first().fill('Example River');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect((await person.api.call('GET user', {})).profile.river).toBe('Example River');

  const other = await logIn(stage.url, person.account, DEMO_PASSWORD);
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await page.getByText('This device').waitFor();
  await page
    .getByRole('button', { name: /^Log out: / })
    .first()
    .click();
  await page.getByText('The device is logged out').waitFor();
  await expect(other.api.call('GET user', {})).rejects.toMatchObject({ status: 401 });

  await page.getByRole('tab', { name: 'Access tokens' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('please enter a name').waitFor();
  await dialog.getByLabel('Name').fill('nightly');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const token = (await dialog.locator('code').textContent()) ?? '';
  const answer = await fetch(`${stage.url}/api/user`, { headers: { Token: token } });
  expect(answer.status).toBe(200);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Revoke nightly' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No access tokens.').waitFor();
  expect((await fetch(`${stage.url}/api/user`, { headers: { Token: token } })).status).toBe(401);
  expect(problems).toEqual([]);
});

test("a station added before the list's first response is shown in the list", async () => {
  const { page, problems } = await stage.visitAs('county_manager', { lang: 'en' });
  const added = page.waitForResponse('**/api/user/add_station');
  await routeFirst(page, '**/api/user/stations?*', async (route) => {
    const response = await route.fetch();
    await added;
    // The page may have aborted the request by then.
    await route.fulfill({ response }).catch(() => null);
  });
  await page.goto('/stations?add');
  await fill(page.getByRole('dialog'), { ...STATION, Account: 'made-early' });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const shown = page.getByRole('dialog', { name: 'Initial password' });
  await shown.getByRole('button', { name: 'Close' }).click();
  await answered(page);
  await row(page, 'made-early').waitFor();
  expect(problems).toEqual([]);
});

test("an access token made before the list's first response is shown in the list", async () => {
  const { page, problems } = await stage.visitAs('ministry_manager', { lang: 'en' });
  let release: () => void = () => undefined;
  const made = new Promise<void>((resolve) => {
    release = resolve;
  });
  await routeFirst(page, '**/api/session/tokens', async (route) => {
    const response = await route.fetch();
    await made;
    // The page may have aborted the request by then.
    await route.fulfill({ response }).catch(() => null);
  });
  await page.goto('/profile?tab=tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('late');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  release();
  await page.getByRole('button', { name: 'Revoke late' }).waitFor();
  expect(problems).toEqual([]);
});
