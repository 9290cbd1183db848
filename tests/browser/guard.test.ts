import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { menuOf } from '@shp/shared/domain/menu';
import { guard, LOGIN, ROUTES } from '@shp/shared/domain/routes';
import { common } from '@shp/shared/text/en/common';
import { web } from '@shp/shared/text/en/web';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const PATHS = [...ROUTES.map(({ path }) => path.replace(':id', 'some-id')), LOGIN, '/nowhere', '/managers/extra'];

/** Loads a path and waits for a page with content, which a redirect does not have; returns the final path. */
async function landing(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await page.locator('main > *').first().waitFor();
  return new URL(page.url()).pathname;
}

/** Navigates to a path from the home page; returns the final path: the home page again, or another page. */
async function passage(page: Page, path: string): Promise<string> {
  await go(page, '/');
  await go(page, path);
  return new URL(page.url()).pathname;
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction((home) => {
    const drawn = document.querySelector('main > *') !== null && document.querySelector('[role=progressbar]') === null;
    return drawn && (location.pathname === '/') === (document.querySelector('h1')?.textContent === home);
  }, web.home.title);
}

for (const role of USER_ROLES) {
  test(`${role}: every URL leads where the route guard says`, async () => {
    const { page, problems } = await stage.visitAs(role, { lang: 'en' });
    await landing(page, '/');
    const landed: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const path of PATHS) {
      const verdict = guard(role, path);
      expected[path] = verdict.go === 'stay' ? path : verdict.to;
      landed[path] = await passage(page, path);
    }
    expect(landed).toEqual(expected);

    const tabs = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    const shown = menuOf(role).filter(({ hidden }) => !hidden);
    expect(await tabs.allTextContents()).toEqual(shown.map(({ key }) => common.menu[key]));
    expect(problems).toEqual([]);
  });
}

test('a reloaded page is guarded like an open one', async () => {
  const { page } = await stage.visitAs('county_manager');
  for (const path of PATHS) {
    const verdict = guard('county_manager', path);
    expect([path, await landing(page, path)]).toEqual([path, verdict.go === 'stay' ? path : verdict.to]);
  }
});

test('the guard decides before any data is requested', async () => {
  const { page, problems } = await stage.visitAs('ministry_manager', { lang: 'en' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of PATHS.filter((one) => one.includes('some-id'))) expect(await landing(page, path)).toBe('/');
  await page.getByRole('heading', { name: web.home.title }).waitFor();
  const calls = asked.filter((path) => path.startsWith('/api/'));
  expect(calls.filter((path) => /assessment|file|standard/.test(path))).toEqual([]);
  expect(calls).toContain('/api/basic/status');
  expect(problems).toEqual([]);
});

test('without a login only the sign-in page is shown', async () => {
  const { page, problems } = await stage.visit();
  for (const path of PATHS) expect([path, await landing(page, path)]).toEqual([path, LOGIN]);
  expect(problems).toEqual([]);
});

test('going back after logging out stays on the sign-in page', async () => {
  const { page, context } = await stage.visitAs('admin', { lang: 'en' });
  await landing(page, '/stations');
  await landing(page, '/experts');
  await context.clearCookies();
  await page.goto('/managers');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(LOGIN);
});
