import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawDatabase } from '../support/rawDatabase.ts';
import { openStage, type Stage } from './harness.ts';
import { grouped, name, open, table } from './overviewPage.ts';
import { ready } from './screens.ts';
import { faultsOf, TWO_LOOKS, turn } from './visualChecks.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** The panels of the full screen that show only a part of what they hold. */
const cutPanels = (page: Page) =>
  page.getByRole('dialog').evaluate((wall) =>
    [...wall.querySelectorAll('section, .tiles')]
      .filter((part) => {
        const { right, bottom } = part.getBoundingClientRect();
        return part.scrollHeight > part.clientHeight + 1 || right > innerWidth || bottom > innerHeight;
      })
      .map((part) => part.textContent?.slice(0, 20)),
  );

test('10,000 stations in one county are counted, ranked and fit the page and the full screen', async () => {
  const { page, person } = await open(stage, 'city_manager');
  const { sql, columns } = rawDatabase(stage.server.data, null);
  const own = {
    id: "'many-' || n",
    account: "'many-' || n",
    account_key: "'many-' || n",
    division: "'450302'",
  } as Record<string, string>;
  const names = await columns('users');
  const before = (await person.api.call('GET user/stations', { county: '450302', size: 1 })).total;
  await sql(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
     INSERT INTO users (${names.join()}) SELECT ${names.map((column) => own[column] ?? column).join()}
     FROM numbers, (SELECT * FROM users WHERE role = 'station' LIMIT 1)`,
  );
  try {
    await page.reload();
    const row = table(page, 'Ranking')
      .getByRole('row')
      .filter({ hasText: name('450302') });
    await row.getByRole('link', { name: grouped(before + 10_000), exact: true }).waitFor();
    for (const look of TWO_LOOKS) {
      await turn(page, look);
      await ready(page);
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.goto('/?view=wall');
    await table(page, 'Ranking')
      .getByText(grouped(before + 10_000), { exact: true })
      .waitFor();
    await ready(page);
    await expect.poll(() => cutPanels(page)).toEqual([]);
  } finally {
    await sql("DELETE FROM users WHERE id LIKE 'many-%'");
  }
}, 120_000);

test('the full screen is dark, shows everything at once without links, and Esc leaves it', async () => {
  const { page, problems } = await open(stage, 'province_manager');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.getByRole('button', { name: 'Full screen' }).click();
  const wall = page.getByRole('dialog', { name: 'Full screen overview' });
  await wall.getByRole('figure', { name: 'Applications by month' }).locator('svg').waitFor();
  expect(new URL(page.url()).search).toBe('?view=wall');
  expect(await wall.getByRole('link').count()).toBe(0);
  const frame = page.locator('.MuiDialog-paper');
  expect(await frame.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(13, 19, 28)');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await wall.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(problems).toEqual([]);
}, 60_000);

test.each([
  ['province_manager', 'zh', 1440, 800],
  ['province_manager', 'en', 1366, 768],
  ['city_manager', 'zh', 1920, 1080],
  ['city_manager', 'en', 1440, 800],
  ['county_manager', 'en', 1440, 800],
] as const)(
  'the full screen of a %s, in %s, is one picture without scrolling at %i × %i',
  async (role, lang, width, height) => {
    const { page, problems } = await stage.visitAs(role, { lang });
    await page.setViewportSize({ width, height });
    await page.goto('/?view=wall');
    await page.getByRole('dialog').locator('svg text').first().waitFor();
    await ready(page);
    // The panels take as many rows as fit once their figures are there.
    await expect.poll(() => cutPanels(page)).toEqual([]);
    const panels = page.getByRole('dialog').getByRole('region');
    expect(await panels.count()).toBe(role === 'county_manager' ? 5 : 7);
    expect(await panels.last().getByRole('row').count()).toBeGreaterThan(2);
    await page.mouse.wheel(0, 500);
    expect(await page.getByRole('dialog').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    expect(problems).toEqual([]);
  },
);

test('on a phone the heading of the full screen has the place on a line of its own, without a dot', async () => {
  const { page } = await stage.visitAs('city_manager', { lang: 'zh', width: 380 });
  await page.goto('/?view=wall');
  const heading = page.getByRole('dialog').getByRole('heading', { level: 1 });
  await heading.waitFor();
  expect(await heading.innerText()).toBe('小水电站安全生产标准化评审\n桂林市');
  const dot = () => heading.locator('span').evaluate((place) => getComputedStyle(place, '::before').content);
  expect(await dot()).toBe('none');
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect.poll(dot).toBe('" · "');
});

test('the full screen reads its figures again every minute', async () => {
  const { page } = await stage.visitAs('ministry_manager', { lang: 'en', width: 1920 });
  await page.clock.install();
  await page.goto('/?view=wall');
  await page.getByRole('dialog').getByRole('heading', { name: 'Reviews under way' }).waitFor();
  const again = page.waitForRequest(/statistics\/ratings/);
  await page.clock.runFor(61_000);
  await again;
}, 60_000);
