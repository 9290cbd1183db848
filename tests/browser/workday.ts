import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { focused } from './experts.ts';
import type { Stage, Visit } from './harness.ts';
import { bringSheet, takeSheet } from './scoreSheets.ts';
import { scoreInput } from './stations.ts';

/** Opens a window and logs in through the login page. */
export async function enter(stage: Stage, account: string, password: string): Promise<Visit> {
  const visit = await stage.visit({ lang: 'en' });
  await visit.page.goto('/');
  await logInAt(visit.page, account, password);
  return visit;
}

/** Fills in and submits the login page. */
export async function logInAt(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Opens the assessments that wait for the user through the menu, then the one with this number. */
export async function openWaiting(page: Page, number: string): Promise<void> {
  await page.getByRole('link', { name: 'Standardisation assessments' }).click();
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('tab').first().waitFor();
}

/** The name of a step's button in the bar at the foot; an application is submitted, or submitted again. */
export const buttonName = (name: StepName, { review: { steps }, rules: words } = { review, rules }): RegExp =>
  new RegExp(`^(${name === 'submit' ? `${steps.submit}|${steps.resubmit}` : words.steps[name]})$`);

/** Chooses a step in the bar at the foot, or in its menu. */
export async function askForStep(page: Page, name: StepName): Promise<void> {
  const bar = page.getByRole('region', { name: 'Next steps' });
  const button = bar.getByRole('button', { name: buttonName(name) });
  const more = bar.getByRole('button', { name: 'More steps' });
  await button.or(more).first().waitFor();
  if ((await button.count()) > 0) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name: rules.steps[name], exact: true }).click();
}

/** Takes a step through its button and dialog. */
export async function step(page: Page, name: StepName, description = ''): Promise<void> {
  await askForStep(page, name);
  const dialog = page.getByRole('dialog', { name: rules.steps[name] });
  await dialog.getByRole('textbox', { name: 'Description' }).fill(description);
  await dialog.getByRole('button', { name: rules.steps[name] }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The score for an item: its points, and for lost points the number of a reason phrase. */
export type Mark = { readonly points: number; readonly phrase?: number };

/** Scores items in order with the keyboard only, starting at the first and ending in the last. */
export async function scoreByKeys(
  page: Page,
  items: readonly StandardItem[],
  mark: (item: StandardItem) => Mark,
): Promise<void> {
  await scoreInput(page, items[0]?.serial ?? '').focus();
  for (const one of items) {
    await expect.poll(() => focused(page), { interval: 10 }).toBe(one.serial);
    const { points, phrase } = mark(one);
    await page.keyboard.type(String(points));
    if (phrase !== undefined) await page.keyboard.press(`Alt+${phrase}`);
    if (one === items.at(-1)) continue;
    await page.keyboard.press('Enter');
    // If points are lost without a reason, Enter first moves to the reason.
    if (points < one.score && phrase === undefined) await page.keyboard.press('Enter');
  }
}

/** Downloads the score sheet, fills its empty rows and imports it. */
export async function scoreBySheet(page: Page, fill: (serial: string, points: number) => string): Promise<number> {
  const rows = await takeSheet(page);
  const filled = rows.map((row) => {
    const [, serial, full] = /^(\d[\d.]*),.*,(\d+),,No,$/.exec(row) ?? [];
    return serial === undefined ? row : row.replace(/,,No,$/, `,${fill(serial, Number(full))}`);
  });
  const count = filled.filter((row, index) => row !== rows[index]).length;
  const dialog = await bringSheet(page, filled);
  await dialog.getByRole('button', { name: `Take over ${count}` }).click();
  return count;
}
