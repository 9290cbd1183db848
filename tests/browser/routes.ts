import type { Page, Route } from 'playwright-core';

/**
 * Deals with the first request to an address; later ones go their way. Interception stays on: Chromium loses requests
 * that come while it is turned off, as `times` and `unroute` do (microsoft/playwright issue 41802).
 */
export async function routeFirst(page: Page, url: string, deal: (route: Route) => unknown): Promise<void> {
  let met = false;
  await page.route(url, (route) => {
    if (met) return route.fallback();
    met = true;
    return deal(route);
  });
}

/** Every request to an address fails until what is answered is called. */
export async function blocked(page: Page, url: string): Promise<() => void> {
  let isBlocked = true;
  await page.route(url, (route) => (isBlocked ? route.abort() : route.fallback()));
  return () => {
    isBlocked = false;
  };
}
