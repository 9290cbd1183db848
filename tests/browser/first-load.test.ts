import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered, carry, openStage, type Stage } from './harness.ts';
import { itemsOf, newDraft } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Delays a file until another request is seen; fails if the page sends that request only after the file. */
async function holdUntil(page: Page, held: string, asked: RegExp): Promise<void> {
  const seen = page.waitForRequest(asked);
  await page.route(held, async (route) => {
    await seen;
    await route.continue();
  });
}

/** The paths that a page requests during `act`. */
async function requestsOf(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await act();
  return [...paths];
}

/** How many scripts a page has loaded when an element appears; other screens are prefetched soon after. */
async function scriptsBefore(page: Page, selector: string): Promise<number> {
  const counted = await page.waitForFunction((wanted) => {
    if (!document.querySelector(wanted)?.checkVisibility()) return null;
    return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length;
  }, selector);
  return (await counted.jsonValue()) ?? 0;
}

test('the sign-in page loads its texts in parallel with its code', async () => {
  for (const lang of ['zh', 'en'] as const) {
    const { page, problems } = await stage.visit({ lang });
    await holdUntil(page, '**/assets/react-*.js', new RegExp(`/assets/texts-sign-in-${lang}-`));
    await page.goto('/');
    await page.locator('form').waitFor();
    expect(problems).toEqual([]);
  }
});

test('the assessment page loads data, texts and code in parallel, once each, in few files', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  await carry(context, person);
  await holdUntil(page, '**/assets/react-*.js', /\/assets\/libraries-.*\.js/);
  await holdUntil(page, '**/assets/libraries-*.js', /\/api\/assessment\/events/);
  await holdUntil(page, '**/assets/station-*.js', /\/assets\/texts-review-en-/);
  let scripts = 0;
  const paths = await requestsOf(page, async () => {
    await page.goto(`/assessments/${id}/station#score/1.1.1`, { waitUntil: 'commit' });
    scripts = await scriptsBefore(page, '[data-score="1.1.1"]');
  });
  for (const call of ['/api/user', '/api/assessment', '/api/assessment/events', '/api/file/list'])
    expect(paths.filter((path) => path === call)).toHaveLength(1);
  expect(scripts).toBeLessThanOrEqual(24);
  expect(problems).toEqual([]);
});

test('a link to an item opens its tab and chapter directly, and shows the first items before the rest', async () => {
  const { person, id } = await newDraft(stage);
  const serials = (await itemsOf(person, id)).map(({ serial }) => serial).filter((serial) => serial.startsWith('2.'));
  const [, , linked = ''] = serials;
  const { page, context } = await stage.visit({ lang: 'en' });
  await carry(context, person);
  await page.addInitScript(`
    window.shown = [];
    new MutationObserver(() => {
      const items = [...document.querySelectorAll('[data-item]')].map(({ dataset }) => dataset.item).join(' ');
      const now = document.querySelector('[name="unit.contact"]') ? 'form' : items;
      if (now !== '' && now !== window.shown.at(-1)) window.shown.push(now);
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.goto(`/assessments/${id}/station#score/${linked}`);
  await page.locator(`[data-score="${serials.at(-1)}"]`).waitFor();
  const shown = await page.evaluate<string[]>('window.shown');
  expect(shown).toHaveLength(2);
  expect(shown[0]?.split(' ')).toEqual(serials.slice(0, shown[0]?.split(' ').length));
  expect(shown[0]).toContain(linked);
  expect(shown[1]?.split(' ')).toEqual(serials);
  expect(await page.evaluate<string>('document.activeElement.dataset.score')).toBe(linked);
});

test('the home page asks for its numbers and its own code while the libraries are on their way', async () => {
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await holdUntil(page, '**/assets/react-*.js', /\/assets\/home-.*\.js/);
  await holdUntil(page, '**/assets/index-*.js', /\/api\/basic\/status/);
  await holdUntil(page, '**/assets/libraries-*.js', /\/api\/statistics\/scores/);
  await holdUntil(page, '**/assets/home-*.js', /\/assets\/texts-home-en-/);
  const paths = await requestsOf(page, async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Levels', exact: true }).waitFor();
  });
  const numbers = ['basic/status', 'assessment/query', 'statistics/ratings', 'statistics/scores'];
  for (const call of numbers) expect(paths.filter((path) => path === `/api/${call}`)).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('calls ahead of the code are not made again if their script comes later than the code', async () => {
  const { page, problems } = await stage.visitAs('county_manager', { lang: 'en' });
  await holdUntil(page, '**/assets/first-*.js', /\/api\/user/);
  const late = page.waitForResponse(/\/assets\/first-/);
  const paths = await requestsOf(page, async () => {
    await page.goto('/documents');
    await late;
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await answered(page);
  });
  expect(paths.filter((path) => path === '/api/user')).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('a prefetched response is not used after this browser has changed data', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await stage.visit({ lang: 'en' });
  await carry(context, person);
  // Stations may not open this page: the console redirects to the home page and discards the prefetched answers.
  await page.goto(`/assessments/${id}/expert`);
  await page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();
  await page.getByRole('button', { name: /测试水电站/ }).click();
  await page.getByRole('menuitem', { name: 'User info' }).click();
  const saved = page.waitForResponse(/my_profile/);
  await page.getByRole('button', { name: 'Save' }).click();
  await saved;
  await page.getByRole('link', { name: /assessments/i }).click();
  const paths = await requestsOf(page, async () => {
    await page.locator('tbody a').first().click();
    await page.locator('[name="unit.contact"]').waitFor();
  });
  expect(paths.filter((path) => path === '/api/assessment')).toHaveLength(1);
});
