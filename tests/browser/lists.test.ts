import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../journey/accounts.ts';
import { carry, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr');
const cells = async (page: Page, column: number) => page.locator(`tbody tr td:nth-child(${column})`).allTextContents();
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const filter = (page: Page) => JSON.parse(param(page, 'filter') ?? '{}');

test('filters, sorting and page size stand in the address and survive a reload', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await rows(page).first().waitFor();

  await page.getByLabel('City').selectOption({ label: '桂林市' });
  await page.getByLabel('County').selectOption({ label: '兴安县' });
  await expect.poll(() => filter(page)).toEqual({ city: '450300', county: '450325' });
  await page.getByRole('columnheader', { name: 'Installed capacity' }).getByRole('button').click();
  await expect.poll(() => param(page, 'sort')).toBe('capacity');
  await page.getByLabel('Rows a page').selectOption('10');
  await expect.poll(() => param(page, 'perPage')).toBe('10');

  const expected = await person.api.call('GET user/stations', {
    city: '450300',
    county: '450325',
    sortBy: 'capacity',
    desc: false,
    size: 10,
  });
  const names = expected.items.map(({ profile }) => profile.name);
  await expect.poll(() => cells(page, 2)).toEqual(names);

  await page.reload();
  await expect.poll(() => cells(page, 2)).toEqual(names);
  await expect.poll(() => page.getByLabel('County').inputValue()).toBe('450325');
  const header = page.getByRole('columnheader', { name: 'Installed capacity' });
  expect(await header.getAttribute('aria-sort')).toBe('ascending');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => filter(page)).toEqual({});
  await page.goBack();
  await expect.poll(() => cells(page, 2)).toEqual(names);
  expect(problems).toEqual([]);
});

test('typing in the search field filters once the typing stops', async () => {
  const { page, person } = await stage.visitAs('city_manager', { lang: 'en' });
  const { items } = await person.api.call('GET user/stations', { size: 1 });
  const account = items[0]?.account ?? '';
  await page.goto('/stations');
  await rows(page).first().waitFor();
  await page.getByLabel('Name or account').pressSequentially(account);
  await expect.poll(() => cells(page, 3)).toEqual([account]);
  expect(filter(page)).toEqual({ filter: account });
});

test('pages are walked by the buttons below the list', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/managers?perPage=20');
  const of = async (number: number) =>
    (await person.api.call('GET user/managers', { page: number, sortBy: 'createdAt', desc: true })).items.map(
      ({ account }) => account,
    );
  await expect.poll(() => cells(page, 3)).toEqual(await of(1));
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => cells(page, 3)).toEqual(await of(2));
  await page.getByRole('button', { name: 'First page' }).click();
  await expect.poll(() => cells(page, 3)).toEqual(await of(1));
  expect(await page.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
});

test('the choice of columns is kept in the browser', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await rows(page).first().waitFor();
  const headings = () => page.locator('thead th').allInnerTexts();
  expect(await headings()).not.toContain('River');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'River' }).check();
  await page.getByRole('checkbox', { name: 'Phone' }).uncheck();
  await page.reload();
  await rows(page).first().waitFor();
  const shown = await headings();
  expect(shown).toContain('River');
  expect(shown).not.toContain('Phone');
});

test('the export holds what is filtered, all pages of it', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const { total } = await person.api.call('GET user/stations', { city: '450100' });
  await page.goto(`/stations?${new URLSearchParams({ filter: JSON.stringify({ city: '450100' }), perPage: '10' })}`);
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFAccount,/);
  expect(lines.slice(1).filter((line) => line !== '').length).toBe(total);
});

test('assessments: what waits for the caller, by status and level, each row leading to its page', async () => {
  const { page, person, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments');
  await rows(page).first().waitFor();
  await page.getByRole('checkbox', { name: 'Waiting for me' }).check();
  const waiting = await person.api.call('GET assessment/query', { waiting: true, sortby: 'createdAt', desc: true });
  await expect.poll(() => cells(page, 2)).toEqual(waiting.items.map(({ number }) => number));
  await page.getByRole('checkbox', { name: 'Waiting for me' }).uncheck();

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Passed', exact: true }).click();
  await page.getByRole('option', { name: 'Revoked' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => filter(page)).toEqual({ status: ['passed', 'revoked'] });
  await page.reload();
  const closed = await person.api.call('GET assessment/query', {
    status: ['passed', 'revoked'],
    sortby: 'createdAt',
    desc: true,
  });
  await expect.poll(() => cells(page, 2)).toEqual(closed.items.map(({ number }) => number));

  const [first] = closed.items;
  await rows(page).first().getByRole('link').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/assessments/${first?.id}/final_manager`);
  expect(problems).toEqual([]);
});

test('a station applies for an assessment at an open level; one that has one open is told so', async () => {
  const admin = await stage.person('admin');
  const { items } = await admin.api.call('GET user/stations', { size: 200 });
  const { items: open } = await admin.api.call('GET assessment/query', {
    size: 200,
    status: ['draft', 'submitted', 'returned', 'first_passed', 'reviewing', 'reviewed'],
  });
  const free = items.find(({ id }) => !open.some(({ station }) => station.id === id));
  const { page, context } = await stage.visit({ lang: 'en' });
  await carry(context, await logIn(stage.url, free?.account ?? '', DEMO_PASSWORD));

  await page.goto('/assessments?add');
  await page.getByRole('radio', { name: 'Level 2' }).check();
  expect(await page.getByRole('radio', { name: 'Level 1' }).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Apply for an assessment' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/assessments\/[^/]+\/station$/);

  await page.goto('/assessments?add');
  await page.getByRole('radio', { name: 'Level 3' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply for an assessment' }).click();
  await page.getByText(/^You already have an open assessment: GXXSD-/).waitFor();
});

test('the home cards show the counts and open the lists that the role may open', async () => {
  const { page, person } = await stage.visitAs('county_manager', { lang: 'en' });
  const status = await person.api.call('GET basic/status', {});
  await page.goto('/');
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect.poll(() => card('Stations entered in the system').textContent()).toContain(String(status.station));
  await expect.poll(() => card('In review').textContent()).toContain(String(status.onProgress));
  await card('Level-2 stations').getByRole('link').click();
  await expect.poll(() => filter(page)).toEqual({ level: [2], status: ['passed'] });

  const ministry = await stage.visitAs('ministry_manager', { lang: 'en' });
  await ministry.page.goto('/');
  await expect.poll(() => ministry.page.getByText('Stations entered in the system').isVisible()).toBe(true);
  expect(await ministry.page.locator('main ul').first().getByRole('link').count()).toBe(0);
});

test('the station tour leads out by tiles of 200 by 200', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto('/');
  const tile = page.getByRole('region', { name: 'Station tour' }).getByRole('link').first();
  await tile.focus();
  expect(await tile.boundingBox()).toMatchObject({ width: 200, height: 200 });
  expect(await tile.getAttribute('target')).toBe('_blank');
});

test('without a station tour there is a text, and so there is when it cannot be had', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  const list = join(stage.server.data, 'pano.json');
  const kept = await readFile(list);
  try {
    await writeFile(list, '[]');
    await page.goto('/');
    await page.getByText('There is no station tour yet.').waitFor();
    await writeFile(list, 'no list at all');
    await page.reload();
    await page.getByText('The station tour cannot be shown at present.').waitFor();
  } finally {
    await writeFile(list, kept);
  }
});
