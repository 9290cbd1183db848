import type { Page } from 'playwright-core';

/** The position of a message and its duration. */
export type Placed = { place: 'top' | 'bottom'; shownMs: number };

/** Runs `act` and measures the position and duration of its message, by the page's clock. */
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
