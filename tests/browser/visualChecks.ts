import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { web as en } from '@shp/shared/text/en/web';
import { web as zh } from '@shp/shared/text/zh/web';
import type { Page } from 'playwright-core';
import { axeFaults, type Look, sidewaysScroll } from './harness.ts';

/**
 * All languages and themes, at desktop and phone width. Colours depend on the theme only, so contrast is checked in one
 * language.
 */
export const LOOKS = [
  { lang: 'zh', theme: 'light', width: 1200, contrast: true },
  { lang: 'zh', theme: 'dark', width: 380, contrast: true },
  { lang: 'en', theme: 'dark', width: 1200, contrast: false },
  { lang: 'en', theme: 'light', width: 380, contrast: false },
] as const;

/** Both languages, themes and widths in two looks. */
export const TWO_LOOKS = [
  { lang: 'zh', theme: 'light', width: 1200, contrast: true },
  { lang: 'en', theme: 'dark', width: 380, contrast: true },
] as const;

/** The visual problems of a page, when loading has ended; without motion, so that no colour is measured on its way. */
export async function faultsOf(page: Page, how?: { contrast: boolean }): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await still(page);
  return [
    ...(await axeFaults(page, how)),
    ...((await sidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []),
    ...(await brokenDates(page)).map((text) => `broken date: ${text}`),
    ...(await overlappingTexts(page)).map((texts) => `texts over each other: ${texts}`),
  ];
}

/** The texts of the page with a date that is broken over two lines. */
async function brokenDates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: date, index } of (node.nodeValue ?? '').matchAll(/(?<![\w-])\d{4}-\d{2}(-\d{2})?(?!\d)/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + date.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) found.push(node.nodeValue ?? '');
      }
    }
    return found;
  });
}

/** Pairs of texts that lie over each other where both can be seen; bars that stay while the page scrolls are left out. */
async function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
    const root = [...document.querySelectorAll('[role=dialog], [role=menu], main')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim();
      if (!text || !node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const clip = { left: Number.NEGATIVE_INFINITY, right: Infinity, top: Number.NEGATIVE_INFINITY, bottom: Infinity };
      let inBar = false;
      for (let at: Element | null = node.parentElement; at && at !== root; at = at.parentElement) {
        const { position, overflowX } = getComputedStyle(at);
        inBar ||= position === 'fixed' || position === 'sticky';
        if (overflowX === 'visible') continue;
        const box = at.getBoundingClientRect();
        clip.left = Math.max(clip.left, box.left);
        clip.right = Math.min(clip.right, box.right);
        clip.top = Math.max(clip.top, box.top);
        clip.bottom = Math.min(clip.bottom, box.bottom);
      }
      if (inBar) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        shown.push({
          text,
          left: Math.max(box.left, clip.left),
          right: Math.min(box.right, clip.right),
          top: Math.max(box.top, clip.top),
          bottom: Math.min(box.bottom, clip.bottom),
        });
    }
    return shown.flatMap((one, place) =>
      shown
        .slice(place + 1)
        .filter(
          (other) =>
            other.text !== one.text &&
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6,
        )
        .map((other) => `${one.text} / ${other.text}`),
    );
  });
}

/** Moves backwards from the last field, which scrolls up; returns the focused elements that another element covers. */
export async function coveredFocus(page: Page, steps: number): Promise<string[]> {
  const found: string[] = [];
  await page.locator('main').locator('a, button, input, select, textarea').last().focus();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Shift+Tab');
    const covered = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      if (at === document.body) return null;
      const { left, top, height } = at.getBoundingClientRect();
      const over = document.elementFromPoint(left + 8, top + height / 2);
      const own = at.contains(over) || over?.contains(at) || over?.closest('label')?.control === at;
      return own ? null : (at.getAttribute('aria-label') ?? at.outerHTML);
    });
    if (covered !== null) found.push(covered);
  }
  return found;
}

/** Switches language, theme and width of the page, leaving dialogs open. */
export async function turn(page: Page, { lang, theme, width }: Required<Look>): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const root = page.locator('html');
  const [isLang, isTheme] = [`[lang=${LANG_TAGS[lang]}]`, `[data-theme=${theme}]`];
  const press = async (labels: string[]) => {
    const button = page.locator(labels.map((label) => `header [aria-label="${label}"]`).join(', '));
    // A script click, because an open dialog covers the button.
    await button.evaluate((element: HTMLElement) => element.click());
  };
  if ((await page.locator('header [aria-label]').count()) === 0) {
    // Pages without a header have no dialogs, so they can reload.
    await page.evaluate(
      (wanted) => {
        localStorage.setItem('shp.lang', wanted.lang);
        localStorage.setItem('shp.theme', wanted.theme);
      },
      { lang, theme },
    );
    await page.reload();
  } else {
    if ((await root.and(page.locator(isLang)).count()) === 0) await press([en.header.toLanguage[lang]]);
    await page.locator(`html${isLang}`).waitFor();
    if ((await root.and(page.locator(isTheme)).count()) === 0)
      await press([zh, en].map(({ header }) => header.toTheme[theme]));
  }
  await page.locator(`html${isLang}${isTheme}`).waitFor();
}

/**
 * Waits until loading and animations have ended and an open dialog is visible; after a language switch it may reopen.
 */
export async function still(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true], .loading, [role=progressbar]:not([aria-valuenow])') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running') &&
      (document.querySelector('#root[aria-hidden=true]') === null ||
        document.querySelector('.MuiModal-root .MuiPaper-root')?.checkVisibility({ opacityProperty: true })),
  );
}
