import data from '@shp/shared/data/standard.json' with { type: 'json' };
import { FILE_RULES } from '@shp/shared/domain/assessment/files';
import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import { allItems, type Standard } from '@shp/shared/domain/standard/standard';
import type { Contract, Person } from './contract.ts';
import { COMPLETE_FORM, pdf, scoresAt } from './materials.ts';
import { addExpert, addManager, addStation, CITY, COUNTY } from './people.ts';
import { Tus } from './tus.ts';

/** All items of a new server's standard. */
export const ITEMS = allItems(data as Standard);
export const REASON = '扣分原因（示例）';

/** The reviewers: first and final manager, and the experts. */
export type Cast = { first: Person; final: Person; experts: Person[] };
/** An open assessment. */
export type Review = { id: string; station: Person; cast: Cast };

/** Creates a county and a city manager and this number of experts. */
export async function addCast(server: Contract, experts = 1, city = CITY, county = COUNTY): Promise<Cast> {
  const first = await addManager(server, 'county_manager', county);
  const final = await addManager(server, 'city_manager', city);
  const panel: Person[] = [];
  for (let count = 0; count < experts; count++) panel.push(await addExpert(server));
  return { first, final, experts: panel };
}

/**
 * A complete application before its submission. `share`: the station's self score for each item, as a share of its
 * points.
 */
export async function prepare(
  server: Contract,
  cast: Cast,
  { level = 3, share = 1 }: { level?: Level; share?: number } = {},
): Promise<Review> {
  const station = await addStation(server, cast.first.division ?? COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level });
  await station.api.call('POST assessment/update_form', { id, form: COMPLETE_FORM });
  await station.api.call('POST assessment/station_scores', { id, items: scoresAt(ITEMS, share, REASON) });
  await station.api.call('POST assessment/save_station_score', { id });
  const tus = Tus.of(server, station);
  await Promise.all(
    FILE_RULES.filter(({ required }) => required === 'always').map(({ id: category }) =>
      tus.upload({ target: 'file', assessmentId: id, category, filename: `${category}.pdf` }, pdf(category)),
    ),
  );
  await tus.upload({ target: 'evidence', assessmentId: id, serial: '1.1.1', filename: '证据.pdf' }, pdf('evidence'));
  return { id, station, cast };
}

export async function step(by: Person, { id }: Review, status: Status, description = ''): Promise<Status> {
  return (await by.api.call('POST assessment/add_event', { id, status, description })).status;
}

export async function assign({ id, cast }: Review, experts: readonly Person[] = cast.experts): Promise<void> {
  const ids = experts.map((expert) => expert.id);
  await cast.final.api.call('POST assessment/assign_experts', { id, experts: ids });
}

/** An expert scores every item with this share of its points. */
export async function score(expert: Person, { id }: Review, share = 1): Promise<void> {
  await expert.api.call('POST assessment/expert_scores', { id, items: scoresAt(ITEMS, share, REASON) });
}

export async function conclude(expert: Person, { id }: Review): Promise<Status> {
  const input = { id, conclusion: `${expert.account}的结论（示例）` };
  return (await expert.api.call('POST assessment/update_conclusion', input)).status;
}

/** The final manager writes a conclusion and takes the last step. */
export async function finish(review: Review, status: 'passed' | 'failed'): Promise<Status> {
  const { id, cast } = review;
  await cast.final.api.call('POST assessment/update_conclusion', { id, conclusion: '终审结论（示例）' });
  return step(cast.final, review, status);
}

type Way = { level?: Level; share?: number };

/** Brings an application to a status by the shortest way; `share` is the experts' score. */
export async function bring(server: Contract, cast: Cast, to: Status, way: Way = {}): Promise<Review> {
  const review = await prepare(server, cast, way.level === undefined ? {} : { level: way.level });
  await lead(review, to, way.share);
  return review;
}

async function lead(review: Review, to: Status, share = 1): Promise<unknown> {
  const { station, cast } = review;
  if (to === 'draft') return;
  await step(station, review, 'submitted');
  if (to === 'submitted') return;
  if (to === 'withdrawn') return step(station, review, 'withdrawn');
  if (to === 'returned') return step(cast.first, review, 'returned', '请补充（示例）');
  await step(cast.first, review, 'first_passed');
  if (to === 'first_passed') return;
  await assign(review);
  await step(cast.final, review, 'reviewing');
  if (to === 'reviewing') return;
  for (const expert of cast.experts) {
    await score(expert, review, share);
    await conclude(expert, review);
  }
  if (to === 'reviewed') return;
  await finish(review, to === 'failed' ? 'failed' : 'passed');
  if (to === 'revoked') await step(cast.final, review, 'revoked', '撤销（示例）');
}
