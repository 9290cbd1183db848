import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** The JavaScript that a page loads until `shown`, in bytes as they are sent; over plain http to another machine that is gzip. */
async function scriptBytes(page: Page, path: string, shown: string): Promise<number> {
  const sent = new Map<string, string | undefined>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sent.set(new URL(response.url()).pathname, response.headers()['content-encoding']);
  });
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(new Set(sent.values())).toEqual(new Set(['br']));
  const sizes = [...sent.keys()].map(async (script) => (await readFile(join(DIST, `${script}.gz`))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('the sign-in page loads at most 100 kB of JavaScript', async () => {
  const { page } = await stage.visit();
  const bytes = await scriptBytes(page, '/login', 'form');
  console.log(`sign-in page: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(100_000);
});

test('the first list loads at most 280 kB of JavaScript', async () => {
  const { page } = await stage.visitAs('admin');
  const bytes = await scriptBytes(page, '/stations', 'tbody a');
  console.log(`first list: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(280_000);
});
