import type { Page } from 'playwright-core';
import { axeFaults, sidewaysScroll } from './harness.ts';

/** Each language with each theme, at the width of a desk and of a telephone. */
export const LOOKS = [
  { lang: 'zh', theme: 'light', width: 1200 },
  { lang: 'zh', theme: 'dark', width: 380 },
  { lang: 'en', theme: 'dark', width: 1200 },
  { lang: 'en', theme: 'light', width: 380 },
] as const;

/** Both languages, themes and widths in two looks: for states of screens whose rest is looked at in all. */
export const TWO_LOOKS = [
  { lang: 'zh', theme: 'light', width: 1200 },
  { lang: 'en', theme: 'dark', width: 380 },
] as const;

/** What is wrong with a page as it looks: once nothing is loading and nothing moves. */
export async function faultsOf(page: Page): Promise<string[]> {
  await still(page);
  return [...(await axeFaults(page)), ...((await sidewaysScroll(page)) > 0 ? ['scrolls sideways'] : [])];
}

/** Nothing is loading, and nothing moves. */
export async function still(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true], .wait, [role=progressbar]:not([aria-valuenow])') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}
