import type { Level } from '@shp/shared/domain/assessment/statuses';
import type { Page } from 'playwright-core';
import type { Person } from '../support/accounts.ts';
import { scoresAt } from '../support/materials.ts';
import { newExpert } from './experts.ts';
import { type Look, openAt, type Stage, type Visit } from './harness.ts';
import { fillIn, itemsOf, newDraft } from './stations.ts';

const REASON = '记录不全（示例）';

/** A review of a new station, with all its participants. */
export type Review = { id: string; station: Person; stationName: string; experts: Person[] };

/** An application after its first review, which by default the administrator passes. */
export async function firstPassed(
  stage: Stage,
  { experts = 2, level = 3, by }: { experts?: number; level?: Level; by?: Person } = {},
): Promise<Review> {
  const panel = await Promise.all(Array.from({ length: experts }, () => newExpert(stage)));
  const { person: station, id } = await newDraft(stage, level);
  await fillIn(station, id);
  await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  const first = by ?? (await stage.person('admin'));
  await first.api.call('POST assessment/add_event', { id, status: 'first_passed', description: '' });
  const { station: about } = await station.api.call('GET assessment', { id });
  return { id, station, stationName: about.name, experts: panel };
}

/** A final manager assigns the experts and starts the review. */
async function reviewing(manager: Person, { id, experts }: Review): Promise<void> {
  await manager.api.call('POST assessment/assign_experts', { id, experts: experts.map((expert) => expert.id) });
  await manager.api.call('POST assessment/add_event', { id, status: 'reviewing', description: '' });
}

/** Each expert gives every item the same share of its points and concludes; `shares` has one value per expert. */
export async function reviewed(manager: Person, review: Review, shares: readonly number[]): Promise<void> {
  await reviewing(manager, review);
  const { id, experts } = review;
  for (const [index, expert] of experts.entries()) {
    const items = scoresAt(await itemsOf(expert, id), shares[index] ?? 1, REASON);
    await expert.api.call('POST assessment/expert_scores', { id, items });
    await expert.api.call('POST assessment/update_conclusion', { id, conclusion: `${expert.account}的结论（示例）` });
  }
}

/** Opens the final manager's page in a window of this account. */
export async function openFinal(stage: Stage, person: Person, id: string, look: Look = { lang: 'en' }): Promise<Visit> {
  const visit = await openAt(stage, person, finalPath(id), look);
  await visit.page.getByRole('tab').first().waitFor();
  return visit;
}

const finalPath = (id: string) => `/assessments/${id}/final_manager`;

export async function goToFinal(page: Page, id: string, search = ''): Promise<void> {
  await page.goto(finalPath(id) + search);
  await page.getByRole('tab').first().waitFor();
}
