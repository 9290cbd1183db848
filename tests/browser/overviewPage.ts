import { findDivision } from '@shp/shared/domain/accounts/divisions';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { overview } from '@shp/shared/text/en/home';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Stage } from './harness.ts';
import { ready } from './screens.ts';

/** The heading of the experts' figures. */
export const EXPERTS = overview.experts.title;

/** A panel of the overview by its heading. */
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The texts of a table's cells, by row; a figure that still loads is waited for. */
export async function cellsOf(table: Locator): Promise<string[][]> {
  await table.locator('tbody tr').first().waitFor();
  await expect.poll(() => table.getByText('…', { exact: true }).count()).toBe(0);
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** A table by its name. */
export const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

/** Opens the overview in English. */
export async function open(stage: Stage, role: UserRole, search = '') {
  const visit = await stage.visitAs(role, { lang: 'en', width: 1200 });
  await visit.page.goto(`/${search}`);
  await visit.page.getByRole('heading', { name: /^Overview · / }).waitFor();
  await ready(visit.page);
  return { ...visit, call: visit.person.api.call };
}

/** The number of rows of the list that is shown. */
export async function rowsOf(page: Page): Promise<number> {
  await page.getByRole('search', { name: 'Filters', exact: true }).waitFor();
  // A list that fits on any page has no pages, but the number of its rows.
  const counted = page.getByRole('navigation', { name: 'Pages' }).or(page.getByText(/^[\d,]+ in all$/));
  const nothing = page.getByText('Nothing found.', { exact: true });
  await counted.or(nothing).first().waitFor();
  if ((await nothing.count()) > 0) return 0;
  const text = await counted.first().innerText();
  return Number((/of ([\d,]+)/.exec(text) ?? /^([\d,]+) in all/.exec(text))?.[1]?.replaceAll(',', ''));
}

/** A number as the console shows it in English. */
export const grouped = (number: number) => number.toLocaleString('en');

/** The name of a division by its code. */
export const name = (division: string) => findDivision(division)?.name ?? '';
