import { readFile } from 'node:fs/promises';
import { encodeCells } from '@shp/shared/sheets/encode';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';
import { isFault } from '@shp/shared/sheets/read/faults';
import { readTable } from '@shp/shared/sheets/read/table';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { openStage, type Stage } from './harness.ts';
import { routeFirst } from './routes.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const HEADINGS = [
  'Account',
  'Division',
  'Name',
  'Address',
  'Legal representative',
  'Contact',
  'Phone',
  'Installed capacity (kW)',
];
const station = (account: string, phone = '0773-2345678') => [
  account,
  '桂林市/兴安县',
  `${account} (example)`,
  '1 Example Road',
  'A. Example',
  'B. Example',
  phone,
  '630',
];
const csv = (rows: readonly (readonly string[])[]) =>
  Buffer.from(`\uFEFF${[HEADINGS, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`);

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

async function cellsOf(download: Promise<Download>): Promise<{ headings: readonly string[]; rows: string[][] }> {
  const file = await download;
  const bytes = new Uint8Array(await readFile(await file.path()));
  const table = await readTable(bytes, file.suggestedFilename().endsWith('.xlsx') ? 'xlsx' : 'csv');
  if (isFault(table) || table.headings === null) throw new Error('no table');
  return { headings: table.headings, rows: table.rows.map(({ cells }) => cells.map((cell) => String(cell ?? ''))) };
}

test('valid rows of a CSV are imported, invalid ones are shown with reasons; the report has the passwords', async () => {
  const { page, problems } = await stage.visitAs('city_manager', { lang: 'en' });
  await page.goto('/stations?import');
  const rows = [station('in-one'), station('in-two', '12'), station('in-three'), station('in-one'), station('no')];
  await choose(page, 'stations.csv', csv(rows));
  await page.getByText('2 rows can be imported').waitFor();
  await page.getByText('3 rows are invalid and skipped').waitFor();
  const reasons = await page.getByRole('dialog').locator('tbody tr').allInnerTexts();
  expect(reasons.map((reason) => reason.split(/\s+/).join(' '))).toEqual([
    expect.stringMatching(/^3 in-two Phone [A-Z]+3 ".*": Not a phone number/),
    expect.stringMatching(/^5 in-one Account [A-Z]+5 "in-one": Already in row 2/),
    expect.stringMatching(/^6 no Account [A-Z]+6 "no": 3 to 32 letters/),
  ]);

  await page.getByRole('button', { name: 'Import 2' }).click();
  await page.getByText('2 imported').waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report' }).click();
  const report = await cellsOf(saved);
  expect(report.headings).toEqual(['Row', 'Account', 'Name', 'Outcome', 'Initial password', 'Reason']);
  expect(report.rows.map((row) => [row[0], row[1], row[3]])).toEqual([
    ['2', 'in-one', 'Imported'],
    ['3', 'in-two', 'Wrong'],
    ['4', 'in-three', 'Imported'],
    ['5', 'in-one', 'Wrong'],
    ['6', 'no', 'Wrong'],
  ]);
  for (const row of report.rows.filter((one) => one[3] === 'Imported'))
    expect((await logIn(stage.url, row[1] ?? '', row[4] ?? '')).account).toBe(row[1]);

  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row').filter({ hasText: 'in-three' }).waitFor();
  expect(problems).toEqual([]);
});

test('a workbook is imported; a row refused by the server is shown with the reason', async () => {
  const { page } = await stage.visitAs('county_manager', { lang: 'en' });
  const taken = (await stage.person('station')).account;
  const columns = HEADINGS.map((heading) => ({ heading, type: 'text', width: 20 }) as const);
  async function* batches() {
    yield [station('in-four'), station(taken)];
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeCells('xlsx', { name: 'stations', columns }, batches())) pieces.push(piece);

  await page.goto('/stations?import');
  await choose(page, 'stations.xlsx', Buffer.concat(pieces));
  await page.getByRole('button', { name: 'Import 2' }).click();
  await page.getByText('1 imported').waitFor();
  const failed = page.getByRole('dialog').locator('tbody tr');
  expect(await failed.innerText()).toContain(`The account ${taken} is taken`);
});

test('a row with a lost response is sent again and not created twice', async () => {
  const { page, person } = await stage.visitAs('city_manager', { lang: 'en' });
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/add_station')) keys.push(request.headers()['idempotency-key']);
  });
  await routeFirst(page, '**/api/user/add_station', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto('/stations?import');
  await choose(page, 'stations.csv', csv([station('in-five')]));
  await page.getByRole('button', { name: 'Import 1' }).click();
  await page.getByText(/network error: /).waitFor();
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await page.getByText('1 imported').waitFor();

  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report' }).click();
  const [row] = (await cellsOf(saved)).rows;
  expect((await logIn(stage.url, 'in-five', row?.[4] ?? '')).account).toBe('in-five');
  expect((await person.api.call('GET user/stations', { filter: 'in-five' })).total).toBe(1);
});

test('the template has the columns of the import', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  for (const kind of ['managers', 'experts', 'stations', 'supervisors'] as const) {
    for (const format of ['xlsx', 'csv']) {
      await page.goto(`/${kind}?import`);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: `Template (${format})` }).click();
      const { headings } = await cellsOf(saved);
      expect(headings).toEqual(IMPORT_COLUMNS[kind].map(({ heading }) => `${heading.zh} / ${heading.en}`));
    }
  }
});

test('an unreadable file is refused with the reason', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/experts?import');
  await choose(page, 'experts.xlsx', Buffer.from('no workbook'));
  await page.getByText('This is not an xlsx file').waitFor();
  await choose(page, 'experts.csv', Buffer.from('Account,Colour\r\nsomebody,red\r\n'));
  await page.getByText(/^Unknown headings: Colour/).waitFor();
  expect(problems).toEqual([]);
});
