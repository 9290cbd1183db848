import type { Level } from '@shp/shared/domain/assessment/statuses';
import type { BrowserContext, Page } from 'playwright-core';
import { firstLogin, type Person, upload } from '../support/accounts.ts';
import { pdf, png, scoresAt } from '../support/materials.ts';
import { type Look, newTab, openAt, type Stage, type Visit } from './harness.ts';
import { fillIn, itemsOf, newDraft } from './stations.ts';

export const EXPERT_PASSWORD = 'expert-2026';
let count = 0;

/** A new expert with a chosen password; `unit` is the expert's employer. */
export async function newExpert(stage: Stage, unit = '示例设计院'): Promise<Person> {
  count += 1;
  const account = `test-expert-${process.pid}-${count}`;
  const profile = { name: `测试专家${count}（示例）`, unit, specialties: ['safety' as const], phone: '13900000000' };
  const admin = await stage.person('admin');
  const made = await admin.api.call('POST user/add_expert', { account, division: null, profile });
  return firstLogin(stage.url, account, made.initialPassword ?? '', EXPERT_PASSWORD);
}

export type Review = { id: string; station: Person; experts: Person[]; admin: Person };

/**
 * An application in expert review. The station scored every item in full except 1.1.2; item 1.1.1 has a picture and a
 * PDF as evidence.
 */
export async function newReview(stage: Stage, experts = 1, level: Level = 3): Promise<Review> {
  const { person: station, id } = await newDraft(stage, level);
  await fillIn(station, id);
  await station.api.call('POST assessment/station_scores', {
    id,
    items: [{ serial: '1.1.2', score: 2.5, missing: false, reason: '指标不全（自评示例）' }],
  });
  await station.api.call('POST assessment/save_station_score', { id });
  for (const [filename, bytes] of [
    ['甲现场.png', png(60, 40)],
    ['乙制度.pdf', pdf('rules')],
  ] as const) {
    await upload(station, { target: 'evidence', assessmentId: id, serial: '1.1.1', filename }, bytes);
  }
  await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  const admin = await stage.person('admin');
  const people = [];
  for (let made = 0; made < experts; made += 1) people.push(await newExpert(stage));
  await admin.api.call('POST assessment/add_event', { id, status: 'first_passed', description: '' });
  await admin.api.call('POST assessment/assign_experts', { id, experts: people.map((person) => person.id) });
  await admin.api.call('POST assessment/add_event', { id, status: 'reviewing', description: '' });
  return { id, station, experts: people, admin };
}

/** Scores every item in full, except the items in `left`. */
export async function scoreAllBut(person: Person, id: string, left: readonly string[]): Promise<void> {
  const items = (await itemsOf(person, id)).filter(({ serial }) => !left.includes(serial));
  await person.api.call('POST assessment/expert_scores', { id, items: scoresAt(items, 1, '') });
}

const expertPath = (id: string) => `/assessments/${id}/expert`;

export async function goToReview(page: Page, id: string, hash = ''): Promise<void> {
  await page.goto(expertPath(id) + hash);
  await page.locator('[data-item]').first().waitFor();
}

/** Opens an assessment's page in a window of an expert. */
export async function openReview(
  stage: Stage,
  person: Person,
  id: string,
  look: Look = { lang: 'en' },
): Promise<Visit> {
  const visit = await openAt(stage, person, expertPath(id), look);
  await visit.page.locator('[data-item]').first().waitFor();
  return visit;
}

/** The page once more, in a new tab of the same browser. */
export async function reopenReview(context: BrowserContext, id: string, problems: string[]): Promise<Page> {
  const page = await newTab(context, problems);
  await goToReview(page, id);
  return page;
}

/** The server's state of an item of an expert. */
export async function storedExpertScore({ api, id: expertId }: Person, id: string, serial: string) {
  const items = await api.call('GET assessment/expert_scores', { id, expertId, s1: serial.split('.')[0] ?? '' });
  return items.find((one) => one.serial === serial);
}

/** The serial of the item with the focused score input. */
export const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.score);
