import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Look, openStage, type Stage, sidewaysScroll } from './harness.ts';
import { ready, routesLeftOut, SCREENS, show } from './screens.ts';
import { coveredFocus, faultsOf, LOOKS, TWO_LOOKS, turn } from './visualChecks.ts';

const [first] = TWO_LOOKS;
/** Half of the screens in each of two looks; every night all in each language, theme and width. */
const looksOf = (place: number): readonly (Required<Look> & { contrast: boolean })[] =>
  process.env.SHP_TEST_LOOKS === 'all' ? LOOKS : [TWO_LOOKS[place % 2] ?? first];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('every route is checked', () => {
  expect(routesLeftOut()).toEqual([]);
});

for (const role of new Set(SCREENS.map((screen) => screen.role))) {
  test(`${role}, in both languages, themes and widths: no serious accessibility fault, no horizontal scrolling`, async () => {
    const found: Record<string, unknown> = {};
    const { page, problems } = await (role === null ? stage.visit(first) : stage.visitAs(role, first));
    for (const [index, screen] of SCREENS.entries()) {
      if (screen.role !== role) continue;
      await show(stage, page, screen);
      for (const look of looksOf(index)) {
        await turn(page, look);
        await ready(page);
        const faults = await faultsOf(page, look);
        if (faults.length > 0) found[`${screen.name}, ${look.lang}, ${look.theme}, ${look.width} pixels`] = faults;
      }
    }
    expect(found).toEqual({});
    expect(problems).toEqual([]);
  }, 600_000);
}

test('at 200 % zoom nothing is cut off', async () => {
  for (const path of ['/', '/stations', '/assessments', '/profile', '/managers?add']) {
    const { page, leave } = await stage.visitAs('admin', { width: 600 });
    await page.setViewportSize({ width: 600, height: 400 });
    await page.goto(path);
    await ready(page);
    expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    await leave();
  }
});

test('at 200 % zoom review pages cut nothing off and cover no focused element', async () => {
  const found: Record<string, unknown> = {};
  for (const name of ['first', 'final-compare', 'final-conclude', 'expert', 'station-score']) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen?.role) throw new Error(`no screen ${name}`);
    const { page, leave } = await stage.visitAs(screen.role);
    await page.setViewportSize({ width: 600, height: 510 });
    await show(stage, page, screen);
    const faults = [
      ...(await coveredFocus(page, 25)),
      ...((await sidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []),
    ];
    if (faults.length > 0) found[name] = faults;
    await leave();
  }
  expect(found).toEqual({});
});

test('a list is usable by keyboard alone', async () => {
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
  await reach(/^More: /);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  await reach(/^Cancel$/);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});
