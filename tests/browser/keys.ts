import type { Page } from 'playwright-core';
import { buttonName } from './workday.ts';

/** After this many presses of Tab, an element counts as unreachable. */
const FAR = 400;

/** The accessible name and role of the focused element. */
function focused(page: Page): Promise<{ name: string; role: string }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return { name: '', role: '' };
    const named = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const label = labels.map((one) => one.textContent ?? '').join(' ');
    const name = element.getAttribute('aria-label') ?? (named.trim() || label.trim() || element.innerText || '');
    const role = element.getAttribute('role') ?? element.getAttribute('type') ?? element.tagName.toLowerCase();
    return {
      name: name
        .replace(/\s*\*$/, '')
        .replace(/\s+/g, ' ')
        .trim(),
      role,
    };
  });
}

/** Presses Tab or Shift+Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, back = false): Promise<void> {
  const passed: string[] = [];
  for (let pressed = 0; pressed < FAR; pressed += 1) {
    const at = (await focused(page)).name;
    if (typeof name === 'string' ? at === name : name.test(at)) return;
    passed.push(at);
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not reach ${name}, but ${[...new Set(passed)].join(' | ')}`);
}

/** Moves the focus to the element with this name and presses a key. */
export async function pressAt(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Moves the focus to the page's tabs and, with the arrow keys, to the tab with this name; opens it. */
export async function openTabByKeys(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tab', { name }).first().waitFor();
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  const names = await tabs.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
  const open = await tabs.evaluateAll((all) => all.findIndex((one) => one.getAttribute('aria-selected') === 'true'));
  // Identify the tab by position: its name contains the number of open items, which changes while edits are saved.
  const has = () => tabs.nth(open).evaluate((tab) => tab === document.activeElement);
  for (let pressed = 0; !(await has()); pressed += 1) {
    if (pressed === FAR) throw new Error(`Tab does not reach the tabs ${names.join(' | ')}`);
    await page.keyboard.press('Tab');
  }
  const wanted = names.findIndex((one) => name.test(one));
  for (let at = open; at !== wanted; at += Math.sign(wanted - open))
    await page.keyboard.press(wanted > open ? 'ArrowRight' : 'ArrowLeft');
  await page.keyboard.press('Enter');
}

/** Waits for the element that Tab will look for. */
export const shown = (page: Page, role: 'button' | 'link', name: string) =>
  page.getByRole(role, { name, exact: true }).first().waitFor();

/** Submits the application on its page. */
export async function submitByKeys(page: Page): Promise<void> {
  await openTabByKeys(page, /^Submit/);
  // The tab has the name of the button: start behind it.
  await shown(page, 'button', 'Check again');
  await tabTo(page, 'Check again');
  await page.getByText(/Nothing is missing|^Ready; /).waitFor();
  // While the button is disabled, Tab would find only the tab of the same name.
  await page
    .locator('button[aria-disabled=false]')
    .and(page.getByRole('button', { name: buttonName('submit') }))
    .waitFor();
  await pressAt(page, buttonName('submit'));
  const dialog = page.getByRole('dialog', { name: 'Submit' });
  await dialog.waitFor();
  await tabTo(page, 'Description (optional)');
  await page.keyboard.type('已核对（示例）');
  await pressAt(page, 'Submit');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Next: first review').waitFor();
}
