import { review } from '@shp/shared/text/en/review';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered, openStage, type Stage } from './harness.ts';
import { ready } from './screens.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Scrolls to the last of these elements; returns the place. */
async function scrollToLast(page: Page, selector: string): Promise<number> {
  await page
    .locator(selector)
    .last()
    .evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  return scrolled(page);
}

async function open(path: string) {
  const visit = await stage.visitAs('province_manager', { lang: 'en', width: 1440 });
  await visit.page.setViewportSize({ width: 1440, height: 800 });
  await visit.page.goto(path);
  await ready(visit.page);
  await answered(visit.page);
  return visit;
}

test('a list that the overview links to opens at its top, and Back returns to the place in the overview', async () => {
  const { page, problems } = await open('/');
  const link = 'main a[href^="/assessments?"], main a[href^="/stations?"]';
  const place = await scrollToLast(page, link);
  expect(place).toBeGreaterThan(800);
  await page.locator(link).last().click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/');
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(place);
  await ready(page);
  expect(await scrolled(page)).toBe(place);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(0);
  expect(problems).toEqual([]);
});

test('an assessment opens at its top, from a row far down and from the one before it', async () => {
  const { page, problems } = await open('/assessments?tab=waiting&perPage=50');
  await page.setViewportSize({ width: 1440, height: 500 });
  const place = await scrollToLast(page, 'tbody tr a');
  expect(place).toBeGreaterThan(200);
  await page.locator('tbody tr a').last().click();
  const next = page.getByRole('link', { name: /^Next waiting/ });
  await next.waitFor();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 150));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
  const path = new URL(page.url()).pathname;
  await next.click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
  await page.getByRole('tablist', { name: review.pageParts }).waitFor();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(place);
  expect(problems).toEqual([]);
});

test('another page of the same list keeps the place', async () => {
  const { page, problems } = await open('/stations?perPage=10');
  await page.setViewportSize({ width: 1440, height: 500 });
  await scrollToLast(page, '.MuiTablePagination-root, nav[aria-label]');
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(100);
  const first = await page.locator('tbody tr').first().textContent();
  await page.getByRole('button', { name: /next page/i }).click();
  await expect.poll(() => page.locator('tbody tr').first().textContent()).not.toBe(first);
  expect(await scrolled(page)).toBeGreaterThan(100);
  expect(problems).toEqual([]);
});
