import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { dayBounds } from '@shp/shared/domain/lib/days';
import { addExpert, type ExpertSums, noReviews } from '@shp/shared/domain/statistics/experts';
import { type Period, splitPeriod } from '@shp/shared/domain/statistics/period';
import { addReview, addSums, noScores, type ScoreSums } from '@shp/shared/domain/statistics/scores';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';
import { cityPlace, expertsOf, REGION, scoresOf } from './reviewSums.ts';
import { isSelected, type Selection, summedArea } from './selection.ts';

/** Which concluded reviews a statistic is about; the period is that of their conclusion. */
export type ReviewSelection = Selection & { readonly period: Period; readonly version?: string | undefined };

/** The sums of the selected reviews by version of the standard: stored sums for whole months, single reviews for other days. */
export async function scoresByVersion(db: Db, selection: ReviewSelection): Promise<Map<string, ScoreSums>> {
  const place = placeOf(selection);
  const { months, edges } =
    place === null ? { months: null, edges: [selection.period] } : splitPeriod(selection.period);
  const found = new Map<string, ScoreSums>();
  if (place !== null && months !== null) {
    let stored = db.selectFrom('score_sums').select(['version', 'sums']).where('place', '=', place);
    if (months.from !== undefined) stored = stored.where('month', '>=', months.from);
    if (months.to !== undefined) stored = stored.where('month', '<=', months.to);
    if (selection.level?.length) stored = stored.where('level', 'in', [...selection.level]);
    if (selection.version !== undefined) stored = stored.where('version', '=', selection.version);
    for (const { version, sums } of await stored.execute()) {
      const own = JSON.parse(sums) as ScoreSums;
      const known = found.get(version);
      if (known) addSums(known, own);
      else found.set(version, own);
    }
  }
  for (const period of edges) {
    for (const row of await concluded(db, { ...selection, period })
      .select(['standard_version', 'review_figures.scores'])
      .execute()) {
      const scores = scoresOf(row);
      const known = found.get(row.standard_version) ?? noScores(scores.chapters.length, scores.lost.length);
      addReview(known, scores);
      found.set(row.standard_version, known);
    }
  }
  return found;
}

/** The sums of each expert over the selected reviews. */
export async function sumsByExpert(db: Db, selection: ReviewSelection): Promise<Map<string, ExpertSums>> {
  const place = selection.level?.length ? null : placeOf(selection);
  const { months, edges } =
    place === null ? { months: null, edges: [selection.period] } : splitPeriod(selection.period);
  const found = new Map<string, ExpertSums>();
  if (place !== null && months !== null) {
    let stored = db
      .selectFrom('expert_sums')
      .select(({ fn }) => [
        'expert_id',
        fn.sum<number>('concluded').as('concluded'),
        fn.sum<number>('panels').as('panels'),
        fn.sum<number>('sum').as('sum'),
        fn.sum<number>('squares').as('squares'),
        sql<string>`string_agg(days, ',')`.as('days'),
      ])
      .where('place', '=', place)
      .groupBy('expert_id');
    if (months.from !== undefined) stored = stored.where('month', '>=', months.from);
    if (months.to !== undefined) stored = stored.where('month', '<=', months.to);
    for (const { expert_id, days, ...counts } of await stored.execute())
      found.set(expert_id, { ...counts, days: JSON.parse(`[${days}]`) as number[] });
  }
  for (const period of edges) {
    for (const row of await concluded(db, { ...selection, period })
      .select('review_figures.experts')
      .execute()) {
      for (const one of expertsOf(row)) {
        const sums = found.get(one.expert) ?? noReviews();
        addExpert(sums, one);
        found.set(one.expert, sums);
      }
    }
  }
  return found;
}

/** The experts that are not deleted, with their load, by name. */
export async function activeExperts(db: Db): Promise<{ id: string; name: string; load: number }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'load'])
    .where('role', '=', 'expert')
    .where('is_deleted', '=', 0)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
}

/** The place with stored sums for the selection; null if its reviews must be read. */
function placeOf(selection: Selection): string | null {
  const area = summedArea(selection);
  if (area === null || area === PROVINCE) return area === null ? null : REGION;
  return area.endsWith('00') ? cityPlace(area) : null;
}

function concluded(db: Db, { period, version, ...selection }: ReviewSelection) {
  let reviews = db
    .selectFrom('assessments')
    .where((eb) => isSelected(eb, selection))
    .innerJoin('review_figures', 'review_figures.assessment_id', 'assessments.id')
    .where('assessments.concluded_at', 'is not', null);
  if (period.from !== undefined) reviews = reviews.where('concluded_at', '>=', dayBounds(period.from).from);
  if (period.to !== undefined) reviews = reviews.where('concluded_at', '<', dayBounds(period.to).until);
  if (version !== undefined) reviews = reviews.where('standard_version', '=', version);
  return reviews;
}
