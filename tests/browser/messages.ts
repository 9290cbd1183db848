import type { Page } from 'playwright-core';

/** Where a message stands, and how long it stays. */
export type Placed = { place: 'top' | 'bottom'; shownMs: number };

/** Does what brings a message, and answers where that stood and how long it stayed, by the page's own clock. */
export async function placed(page: Page, text: RegExp, act: () => Promise<unknown>): Promise<Placed> {
  const watch = await page.evaluateHandle((wanted) => {
    const shown = new Promise<Placed>((resolve, reject) => {
      setTimeout(reject, 30_000, new Error(`no message like ${wanted} came and went`));
      let from = 0;
      let place: Placed['place'] = 'top';
      const observer = new MutationObserver(() => {
        const bars = [...document.querySelectorAll('.MuiSnackbar-root')];
        const message = bars.find(({ textContent }) => wanted.test(textContent ?? ''));
        if (message && from === 0) {
          from = performance.now();
          place = message.getBoundingClientRect().top < innerHeight / 2 ? 'top' : 'bottom';
        }
        if (message || from === 0) return;
        observer.disconnect();
        resolve({ place, shownMs: performance.now() - from });
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return { shown };
  }, text);
  await act();
  return watch.evaluate(({ shown }) => shown);
}
