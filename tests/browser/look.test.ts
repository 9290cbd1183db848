import type { UserRole } from '@shp/shared/domain/roles';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, openStage, type Stage, sidewaysScroll } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const opens = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.locator('[role=dialog]').waitFor();
};

/** Waits until a screen stands still: nothing is loading, and nothing moves. */
async function ready(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('[role=progressbar], [aria-busy=true]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Every screen, and what can be opened on it. */
const SCREENS: { role: UserRole | null; path: string; after?: (page: Page) => Promise<void> }[] = [
  { role: null, path: '/login' },
  { role: 'admin', path: '/' },
  { role: 'admin', path: '/managers' },
  { role: 'admin', path: '/managers?add' },
  { role: 'admin', path: '/experts' },
  { role: 'admin', path: '/experts', after: opens('tbody a') },
  { role: 'admin', path: '/experts', after: opens('tbody td:last-child a') },
  { role: 'admin', path: '/stations' },
  { role: 'admin', path: '/stations', after: opens('[aria-haspopup=dialog]') },
  { role: 'admin', path: '/stations?import' },
  { role: 'admin', path: '/supervisors' },
  { role: 'admin', path: '/supervisors', after: opens('tbody td:last-child a:nth-of-type(2)') },
  { role: 'supervisor', path: '/supervisor/stations' },
  { role: 'province_manager', path: '/assessments' },
  { role: 'station', path: '/assessments?add' },
  { role: 'expert', path: '/profile' },
  { role: 'admin', path: '/profile?tab=sessions' },
  { role: 'admin', path: '/profile?tab=tokens' },
  { role: 'admin', path: '/profile?tab=display' },
  { role: 'admin', path: '/documents' },
];

const LOOKS = [
  { lang: 'zh', theme: 'light', width: 1200 },
  { lang: 'zh', theme: 'dark', width: 380 },
  { lang: 'en', theme: 'dark', width: 1200 },
  { lang: 'en', theme: 'light', width: 380 },
] as const;

for (const look of LOOKS) {
  test(`${look.lang}, ${look.theme}, ${look.width} pixels: no serious fault, no sideways scrolling`, async () => {
    const found: Record<string, unknown> = {};
    for (const role of new Set(SCREENS.map((screen) => screen.role))) {
      const { page, context, problems } = role === null ? await stage.visit(look) : await stage.visitAs(role, look);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const { path, after } of SCREENS.filter((screen) => screen.role === role)) {
        await page.goto(path);
        await ready(page);
        await after?.(page);
        await ready(page);
        const faults = await axeFaults(page);
        const sideways = await sidewaysScroll(page);
        if (faults.length > 0 || sideways > 0) found[`${path}${after ? ' …' : ''}`] = { faults, sideways };
      }
      if (problems.length > 0) found[String(role)] = problems;
      await context.close();
    }
    expect(found).toEqual({});
  }, 300_000);
}

test('at double size nothing is cut off sideways', async () => {
  for (const path of ['/', '/stations', '/assessments', '/profile', '/managers?add']) {
    const { page, context } = await stage.visitAs('admin', { width: 600 });
    await page.setViewportSize({ width: 600, height: 400 });
    await page.goto(path);
    await ready(page);
    expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    await context.close();
  }
});

test('a list is worked by keyboard alone', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await page.locator('tbody a').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  const reach = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
      if (name.test(label)) return;
    }
    throw new Error(`${name} cannot be reached by Tab`);
  };
  await reach(/^Add station$/);
  await reach(/^Hydropower stations, list$/);
  await reach(/^Select (?!all)/);
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  await reach(/^Edit /);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  await reach(/^Cancel$/);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});
