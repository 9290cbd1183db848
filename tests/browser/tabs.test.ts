import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';
import { addressOf, ready, SCREENS } from './screens.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const remembered = (page: Page, key: string) => page.evaluate((name) => sessionStorage.getItem(name), key);
const selected = (page: Page) => page.getByRole('tab', { selected: true }).first().textContent();

async function leave(page: Page): Promise<void> {
  await page.locator('header [aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
}

/** The pages with tabs, each with the storage key of docs/spec/screens.md#constants for its open tab. */
const PAGES: [screen: string, key: string][] = [
  ['first', 'shp.tab.manager'],
  ['final', 'shp.tab.manager'],
  ['admin', 'shp.tab.manager'],
  ['supervise', 'shp.tab.manager'],
  ['station', 'shp.tab.station'],
  ['expert', 'shp.tab.expert'],
];

test.for(PAGES)('%s: the open tab is remembered until the session ends', async ([name, key]) => {
  const screen = SCREENS.find((one) => one.name === name);
  if (!screen?.role) throw new Error(`no screen ${name}`);
  const { page, problems } = await stage.visitAs(screen.role, { lang: 'en' });
  await page.goto(await addressOf(stage, screen));
  await ready(page);
  const second = page.getByRole('tab').nth(1);
  const label = await second.textContent();
  await second.click();
  expect(await remembered(page, key)).not.toBeNull();
  await page.reload();
  await ready(page);
  expect(await selected(page)).toBe(label);
  await leave(page);
  expect(problems).toEqual([]);
});

test('the compared chapter is kept in the URL and does not change the selected expert', async () => {
  const screen = SCREENS.find(({ name }) => name === 'final');
  if (!screen?.role) throw new Error('no final review');
  const { page, problems } = await stage.visitAs(screen.role, { lang: 'en' });
  await page.goto(await addressOf(stage, screen));
  await ready(page);
  await page.getByRole('tab').nth(1).click();
  const key = 'shp.tab.expertSelectScore';
  await page.evaluate((name) => sessionStorage.setItem(name, 'an-expert'), key);
  const chapter = page.getByRole('combobox', { name: 'Chapter' });
  await chapter.selectOption('4');
  await page.waitForURL('**/final_manager?chapter=4');
  expect(await remembered(page, key)).toBe('an-expert');
  await page.reload();
  await ready(page);
  expect(await chapter.inputValue()).toBe('4');
  await leave(page);
  expect(problems).toEqual([]);
});

test('the open tab is scrolled into view if not all tabs fit', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en', width: 380 });
  await page.goto('/profile?tab=settings');
  await ready(page);
  const open = page.getByRole('tab', { name: 'Settings' });
  await expect.poll(() => isWhole(open)).toBe(true);
});

/** Whether a tab is fully visible in its row. */
function isWhole(tab: Locator): Promise<boolean> {
  return tab.evaluate((element) => {
    const row = element.closest('[role=tablist]')?.getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    return row !== undefined && left >= row.left - 1 && right <= row.right + 1;
  });
}
