import type { Input } from '@shp/shared/api/index';
import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { overdueDays } from '@shp/shared/domain/statistics/progress';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, openStage, type Stage, sidewaysScroll } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr');
const links = (page: Page) => page.locator('tbody tr').getByRole('link').allTextContents();
const search = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of the list' });
const ofNumber = ({ number }: { number: string }) => expect.stringContaining(number);

const PARTS: Record<string, Input<'GET assessment/query'>> = {
  'Waiting for me': { waiting: true, sortby: 'statusSince' },
  'Under way': { status: [...ON_PROGRESS], sortby: 'statusSince' },
  Rated: { rated: true, sortby: 'concludedAt', desc: true },
  Expiring: { expiring: DEFAULT_SETTINGS.remindDays, sortby: 'validUntil' },
  All: { sortby: 'createdAt', desc: true },
};

test.for(['province_manager', 'city_manager', 'county_manager', 'admin', 'expert'] as const)(
  '%s: each tab counts the rows that it lists on all pages',
  { timeout: 60_000 },
  async (role) => {
    const { page, person, problems } = await stage.visitAs(role, { lang: 'en' });
    await page.goto('/assessments?perPage=10');
    await rows(page).first().waitFor();
    const names = (await tabs(page).getByRole('link').allInnerTexts()).map((text) => text.replace(/\s*[\d,–]+$/, ''));
    expect(names[0]).toBe(role === 'admin' ? 'Under way' : 'Waiting for me');
    for (const name of names) {
      await tabs(page)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click();
      const input = PARTS[name] ?? {};
      const { total, items } = await person.api.call('GET assessment/query', { ...input, size: 200 });
      await expect
        .poll(() => tabs(page).locator('[aria-current]').innerText())
        .toMatch(new RegExp(`^${name}\\s+${total}$`));
      const seen: string[] = [];
      for (let start = 0; start < total; start += 10) {
        if (start > 0) await page.getByRole('button', { name: 'Next page' }).click();
        await expect.poll(() => links(page)).toEqual(items.slice(start, start + 10).map(ofNumber));
        seen.push(...(await links(page)));
      }
      expect([name, seen.length]).toEqual([name, total]);
    }
    expect(problems).toEqual([]);
  },
);

test('the list opens on what waits, longest in the stage first, with what is overdue marked', async () => {
  const { page, person } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments');
  const { items } = await person.api.call('GET assessment/query', { waiting: true, sortby: 'statusSince', size: 20 });
  await expect.poll(() => links(page)).toEqual(items.map(ofNumber));
  const now = new Date().toISOString();
  const late = items.filter((row) => overdueDays(row, DEFAULT_SETTINGS.stageDays, now) !== null);
  expect(late.length).toBeGreaterThan(0);
  for (const [index, row] of items.entries()) {
    const text = await rows(page).nth(index).innerText();
    expect([row.number, /overdue/.test(text)]).toEqual([row.number, late.includes(row)]);
  }
  await page.getByRole('checkbox', { name: 'Overdue' }).check();
  await expect.poll(() => links(page)).toEqual(late.map(ofNumber));
  expect(search(page)).toBe('?tab=waiting&overdue=1');
});

test('search, chips and tabs stand in the address and go back and forward', async () => {
  const { page, person, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  const { items } = await person.api.call('GET assessment/query', { size: 1, submitted: true });
  const { id = '', number = '' } = items[0] ?? {};
  const { station } = await person.api.call('GET assessment', { id });
  const { account } = await person.api.call('GET user', { id: station.id });
  await page.goto('/assessments?tab=all');
  for (const text of [number, account, station.name]) {
    await page.getByRole('searchbox').fill(text);
    await expect.poll(() => search(page)).toBe(`?search=${text.replaceAll(' ', '+')}`);
    await expect.poll(() => links(page)).toContainEqual(expect.stringContaining(number));
  }
  await page.goto('/assessments?tab=all');
  await page.getByText('newest first, by creation', { exact: true }).waitFor();
  await page.getByLabel('City').selectOption({ label: '桂林市' });
  await expect.poll(() => search(page)).toBe('?city=450300');
  const city = page.getByLabel('City');
  const chips = page.getByRole('list', { name: 'Active filters' });
  expect([await city.inputValue(), await chips.count()]).toEqual(['450300', 0]);
  await tabs(page)
    .getByRole('link', { name: /^Rated/ })
    .click();
  await expect.poll(() => search(page)).toBe('?city=450300&tab=rated');
  await page.goBack();
  await expect.poll(() => search(page)).toBe('?city=450300');
  await page.goForward();
  await city.selectOption('');
  await expect.poll(() => search(page)).toBe('?tab=rated');
  // One whose control is folded away has a chip, which removes it.
  await page.goto('/assessments?tab=all&city=450300&county=450325');
  const chip = page.getByRole('button', { name: 'Remove the filter 兴安县' });
  await chip.waitFor();
  await page.getByRole('button', { name: 'More filters' }).click();
  await chip.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More filters' }).click();
  await chip.click();
  await expect.poll(() => search(page)).toBe('?city=450300');
  expect(problems).toEqual([]);
});

test('a view is saved by name for the account, opened again and deleted', async () => {
  const { page } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments?tab=all&city=450300&level=3&page=2');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of this view').fill('Guilin, level 3');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'Guilin, level 3' }).waitFor();
  await page.goto('/assessments');
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Guilin, level 3' }).click();
  await expect.poll(() => search(page)).toBe('?tab=all&city=450300&level=3');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Delete the view Guilin, level 3' }).click();
  await expect.poll(() => page.getByRole('dialog').getByRole('link').count()).toBe(0);
});

test('at 380 pixels each row is a card with status, score and date, and nothing scrolls sideways', async () => {
  const { page, person } = await stage.visitAs('province_manager', { lang: 'en', width: 380 });
  const { items } = await person.api.call('GET assessment/query', { waiting: true, sortby: 'statusSince' });
  await page.goto('/assessments');
  const card = rows(page).first();
  await card.waitFor();
  const box = await card.boundingBox();
  expect(box && box.height > 90 && box.width <= 380).toBe(true);
  const text = await card.innerText();
  expect(text).toContain(items[0]?.stationScore?.toFixed(1));
  expect(text).toContain(items[0]?.submittedAt?.slice(0, 4));
  expect(text).toMatch(/review/i);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
});

test('at 380 pixels search and one button stand in a line; the button opens the filters by keyboard', async () => {
  const { page } = await stage.visitAs('province_manager', { lang: 'en', width: 380 });
  for (const path of ['/assessments?tab=all', '/stations?search=']) {
    await page.goto(path);
    await rows(page).first().waitFor();
    const fold = page.getByRole('button', { name: 'Filters' });
    const line = await Promise.all([page.getByRole('searchbox').boundingBox(), fold.boundingBox()]);
    expect(new Set(line.map((box) => box && Math.round(box.y + box.height / 2))).size).toBe(1);
    expect(await page.getByLabel('City', { exact: true }).count()).toBe(0);
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('City', { exact: true }).selectOption('450300');
    await page.getByLabel('County', { exact: true }).selectOption('450325');
    await page.getByRole('button', { name: 'Filters (2)', expanded: true }).click();
    await page.getByRole('button', { name: 'Remove the filter 兴安县' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
  }
});

test('a station sees its few rows, without tabs and filters', async () => {
  const { page } = await stage.visitAs('station', { lang: 'en' });
  await page.goto('/assessments');
  await rows(page).first().waitFor();
  expect(await page.getByRole('search').count()).toBe(0);
  expect(await tabs(page).count()).toBe(0);
});
