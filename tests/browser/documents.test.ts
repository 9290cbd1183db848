import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../support/accounts.ts';
import { axeFaults, chooseMore, openStage, type Stage, sidewaysScroll } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A file larger than one upload chunk; its first bytes identify it as a ZIP. */
const ZIP = Buffer.concat([Buffer.from('504b0506'.padEnd(44, '0'), 'hex'), Buffer.alloc(5 * 2 ** 20)]);

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const names = (page: Page) => page.locator('tbody tr td:first-child').allTextContents();

/** Deletes all documents that earlier tests left on the server. */
async function clear(): Promise<void> {
  const { api } = await stage.person('admin');
  for (const { id } of (await api.call('GET document/list', { size: 200 })).items)
    await api.call('POST document/delete?', { fileId: id });
}

test('an empty list explains what to do, by role', async () => {
  await clear();
  const admin = await stage.visitAs('admin', { lang: 'en' });
  await admin.page.goto('/documents');
  await admin.page.getByText('Upload the first with the button above.').waitFor();
  const station = await stage.visitAs('station', { lang: 'en' });
  await station.page.goto('/documents');
  await station.page.getByText('No documents for you yet.').waitFor();
  expect(await station.page.getByRole('link', { name: 'Upload' }).count()).toBe(0);
  expect(admin.problems.concat(station.problems)).toEqual([]);
});

test('several files are uploaded at once for chosen roles; an invalid one is refused by name and the others arrive', async () => {
  await clear();
  const { page, problems, person } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/documents');
  await page.getByRole('link', { name: 'Upload' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload documents' });
  await dialog.getByLabel('Choose files').setInputFiles([
    { name: 'map 1+1=2 #?&%.png', mimeType: 'image/png', buffer: PNG },
    { name: 'guide.zip', mimeType: 'application/zip', buffer: ZIP },
    { name: 'script.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ]);
  await dialog.getByText('This type of file is not accepted').waitFor();
  // The audience must be chosen: nothing ticked is no choice.
  expect(await dialog.getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Readers' }).selectOption({ label: 'Only these roles' });
  expect(await dialog.getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: 'review expert' }).check();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('2 documents uploaded').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(async () => (await names(page)).sort()).toEqual(['guide.zip', 'map 1+1=2 #?&%.png']);
  expect(await row(page, 'guide.zip').textContent()).toMatch(/guide\.zip.*5.0 MB.*Review expert/);

  const { items } = await person.api.call('GET document/list', {});
  expect(items.map(({ roles }) => roles)).toEqual([['expert'], ['expert']]);
  expect((await (await stage.person('station')).api.call('GET document/list', {})).total).toBe(0);
  expect(problems).toEqual([]);
});

test('a document keeps its file name with any characters, and a picture opens inline', async () => {
  await clear();
  const admin = await stage.person('admin');
  const name = 'a+b%20 c#d?e&f.png';
  await upload(admin, { target: 'document', roles: '', filename: name }, Uint8Array.from(PNG));
  await upload(admin, { target: 'document', roles: '', filename: 'guide.zip' }, Uint8Array.from(ZIP));
  const { page, problems } = await stage.visitAs('ministry_manager', { lang: 'en' });
  await page.goto('/documents');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row(page, name)
      .getByRole('button', { name: `Download ${name}` })
      .click(),
  ]);
  expect(await readFile(await download.path())).toEqual(PNG);

  expect(await page.getByRole('link', { name: 'guide.zip' }).count()).toBe(0);
  await page.getByRole('link', { name }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(new URL(page.url()).searchParams.has('show')).toBe(true);
  expect(problems).toEqual([]);
});

test('the roles that may read a document can be changed; deleting it asks first', async () => {
  await clear();
  const admin = await stage.person('admin');
  const name = 'notice.png';
  await upload(admin, { target: 'document', roles: '', filename: name }, Uint8Array.from(PNG));
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/documents');
  await row(page, name).getByText('Every logged-in user').waitFor();
  await chooseMore(page, name, 'Change readers');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Readers' }).selectOption({ label: 'Only these roles' });
  await dialog.getByRole('checkbox', { name: 'hydropower station' }).check();
  await dialog.getByRole('checkbox', { name: 'aggregate account' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row(page, name).getByText('hydropower station, aggregate account').waitFor();
  const expert = await stage.person('expert');
  expect((await expert.api.call('GET document/list', {})).total).toBe(0);

  await chooseMore(page, name, 'Delete');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await row(page, name).count()).toBe(1);
  await chooseMore(page, name, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There are no documents yet.').waitFor();
  expect((await admin.api.call('GET document/list', {})).total).toBe(0);
});

test('a failed upload can be retried and resumes', async () => {
  await clear();
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/documents?add');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choose files').setInputFiles({ name: 'big.zip', mimeType: 'application/zip', buffer: ZIP });
  await dialog.getByRole('combobox', { name: 'Readers' }).selectOption({ label: 'Every logged-in user' });
  let pieces = 0;
  const begins: string[] = [];
  await page.route('**/api/upload/**', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    begins.push(route.request().headers()['upload-offset'] ?? '');
    pieces += 1;
    return pieces === 2 ? route.abort() : route.continue();
  });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText(/^network error/).waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, 'big.zip').waitFor();
  const [first, broken, again] = begins.map(Number);
  expect(first).toBe(0);
  expect(broken).toBeGreaterThan(0);
  expect(again).toBe(broken);
});

test('list, upload and roles have no serious accessibility fault and fit a phone, in both languages and themes', async () => {
  await clear();
  const admin = await stage.person('admin');
  const id = await upload(admin, { target: 'document', roles: '', filename: 'notice.png' }, Uint8Array.from(PNG));
  for (const look of [
    { width: 380, theme: 'dark', lang: 'en' },
    { width: 1200, theme: 'light', lang: 'zh' },
  ] as const) {
    const { page, leave } = await stage.visitAs('admin', look);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/documents');
    await row(page, 'notice.png').waitFor();
    for (const search of ['', '?add', `?edit=${id}`]) {
      await page.goto(`/documents${search}`);
      await (search === '' ? row(page, 'notice.png') : page.getByRole('dialog')).waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
      expect([search, await axeFaults(page)]).toEqual([search, []]);
      expect([search, await sidewaysScroll(page)]).toEqual([search, 0]);
    }
    await leave();
  }
});
