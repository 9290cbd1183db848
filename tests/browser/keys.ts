import type { Page } from 'playwright-core';

/** How often Tab is pressed before something counts as out of reach. */
const FAR = 400;

/** What a screen reader would call the element that has the focus, and what it is. */
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

/** Presses Tab, or Shift and Tab, until the focus is on what has that name. */
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

/** Goes to what has that name and presses a key there. */
export async function pressAt(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Goes to the tabs of a page and along them by the arrows until the one of that name is open. */
export async function openTabByKeys(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tab', { name }).first().waitFor();
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  const names = await tabs.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
  const open = await tabs.evaluateAll((all) => all.findIndex((one) => one.getAttribute('aria-selected') === 'true'));
  // Not by its name: that tells how much is left to do, and changes as what was typed is taken.
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
