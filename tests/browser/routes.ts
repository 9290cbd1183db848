import type { Page, Route } from 'playwright-core';

/**
 * Handles the first request to a URL; later ones pass. The route stays in place: Chromium loses requests while
 * interception is turned off, as `times` and `unroute` do (microsoft/playwright issue 41802).
 */
export async function routeFirst(page: Page, url: string, deal: (route: Route) => unknown): Promise<void> {
  let met = false;
  await page.route(url, (route) => {
    if (met) return route.fallback();
    met = true;
    return deal(route);
  });
}

/** Makes every request to a URL fail until the returned function is called. */
export async function blocked(page: Page, url: string): Promise<() => void> {
  let isBlocked = true;
  await page.route(url, (route) => (isBlocked ? route.abort() : route.fallback()));
  return () => {
    isBlocked = false;
  };
}
