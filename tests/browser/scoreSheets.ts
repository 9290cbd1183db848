import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** Downloads the score sheet of the open page; returns its rows, headings first. */
export async function takeSheet(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Score sheet' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  return (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
}

/** Imports a score sheet; returns the dialog with the changes. */
export async function bringSheet(page: Page, rows: readonly string[]): Promise<Locator> {
  await page.getByRole('button', { name: 'Score sheet' }).click();
  await page.getByRole('menuitem', { name: 'Import a score sheet…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a score sheet' });
  await dialog
    .getByLabel('Choose a file', { exact: true })
    .setInputFiles([{ name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) }]);
  return dialog;
}
