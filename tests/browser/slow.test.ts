import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A slow connection: 400 ms round trip, 1 Mbit/s. */
const POOR = { offline: false, latency: 400, downloadThroughput: 125_000, uploadThroughput: 125_000 };

/** Whether the page has loaded a file. */
const loaded = (name: string) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name));

test('on a slow connection sign-in page, home and first list are usable, and a second screen needs no wait for code', async () => {
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', POOR);
  const figures: Record<string, number> = {};
  const timed = async (name: string, act: () => Promise<unknown>) => {
    const from = performance.now();
    await act();
    figures[name] = Math.round(performance.now() - from);
  };

  await timed('sign-in page', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });
  await page.getByLabel('Account').fill(accountOf(stage.server.data, 'admin'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await timed('home', async () => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();
  });
  await timed('first list', async () => {
    await page.getByRole('link', { name: 'Stations', exact: true }).click();
    await page.locator('tbody a').first().waitFor();
  });
  const scripts: string[] = [];
  await expect.poll(() => page.evaluate(loaded, '/assets/documents-'), { timeout: 30_000 }).toBe(true);
  page.on('request', (request) => {
    if (/\/documents-.*\.js$/.test(request.url())) scripts.push(request.url());
  });
  await timed('documents', async () => {
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
  });
  console.log('400 ms, 1 Mbit/s:', figures);
  expect(scripts).toEqual([]);
  expect(figures['sign-in page']).toBeLessThan(8_000);
  expect(figures.home).toBeLessThan(12_000);
  expect(figures['first list']).toBeLessThan(8_000);
  expect(figures.documents).toBeLessThan(4_000);
  expect(problems).toEqual([]);
});
