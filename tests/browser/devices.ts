import { offline as text } from '@shp/shared/text/en/device/offline';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Person } from '../support/accounts.ts';
import { carry, type Stage, type Visit } from './harness.ts';

export const PHONE: BrowserContextOptions = { viewport: { width: 380, height: 740 }, hasTouch: true, isMobile: true };

/** Opens "On this device" from the profile menu. */
export async function openDevice(page: Page): Promise<void> {
  await page.locator('header [aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: text.title }).click();
  await page.getByRole('dialog').getByRole('heading', { name: text.unsent.title }).waitFor();
}

/** Takes along the first assessment that is offered; "On this device" is open. */
export async function takeFirst(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /\d{4}/ }).first().check();
  await page.getByText('Downloads about').waitFor();
  await page.getByRole('button', { name: text.take.go(1) }).click();
  await page.getByText('As of').waitFor({ timeout: 60_000 });
}

/** A phone with an offline copy of the assessment that is offered. */
export async function takenAlong(stage: Stage, person: Person): Promise<Visit> {
  const visit = await stage.visit({ lang: 'en', device: PHONE });
  await carry(visit.context, person);
  const { page } = visit;
  await page.goto('/profile');
  await openDevice(page);
  await takeFirst(page);
  return visit;
}

/** Continues offline on the page for signing in. */
export const continueButton = (page: Page) => page.getByRole('button', { name: /^Continue as/ });
