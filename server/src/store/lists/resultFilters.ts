import { CONCLUDED, type Level } from '@shp/shared/domain/assessment/statuses';
import { dayBounds } from '@shp/shared/domain/lib/days';
import type { EXPERT_WORK } from '@shp/shared/domain/lib/lists';
import { SCORE_STEP } from '@shp/shared/domain/lib/lists';
import { toTenths } from '@shp/shared/domain/lib/rational';
import { losingCharacters } from '@shp/shared/domain/statistics/lostItems';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { type IndexHint, SORT_MATCHES } from './indexHints.ts';
import { within } from './scope.ts';

/** The place of a chapter or an item in a version of the standard. */
export type PlaceInVersion = { readonly version: string; readonly place: number };

/** Filters by days and results of a review, for the lists behind the figures of the overview. */
export type ResultFilter = {
  firstFrom?: string | undefined;
  firstTo?: string | undefined;
  concludedFrom?: string | undefined;
  concludedTo?: string | undefined;
  /** Lower edges of a step of scores. */
  stationScore?: number | undefined;
  expertScore?: number | undefined;
  expertWork?: (typeof EXPERT_WORK)[number] | undefined;
  /** The versions of the standard with this chapter, and those without. */
  chapter?: { readonly places: readonly PlaceInVersion[]; readonly otherVersions: readonly string[] } | undefined;
  lost?: readonly PlaceInVersion[] | undefined;
};

type Assessments = ExpressionBuilder<Schema, 'assessments'>;

/** The conditions of these filters. `divisions` each contain the assessments. */
export function hasResult(
  db: Db,
  eb: Assessments,
  filter: ResultFilter & { level?: readonly Level[] | undefined },
  divisions: readonly string[],
  hint: IndexHint,
): Expression<SqlBool>[] {
  const { stationScore, expertScore, chapter, lost } = filter;
  const losing = (of: readonly PlaceInVersion[]) =>
    losingReviews(db, { ...filter, lost: of, divisions }).select('lost_items.assessment_id');
  return [
    ...between(eb, hint.filter('assessments.first_submitted_at'), filter.firstFrom, filter.firstTo),
    ...between(eb, hint.filter('assessments.concluded_at'), filter.concludedFrom, filter.concludedTo),
    ...inStep(eb, hint.filter('assessments.station_score'), stationScore),
    ...inStep(eb, hint.filter('assessments.expert_score'), expertScore),
    ...(chapter ? [hasChapter(db, eb, chapter, hint)] : []),
    ...(lost ? [hint === SORT_MATCHES ? eb('assessments.id', 'in', losing(lost)) : losesItself(eb, lost)] : []),
  ];
}

/**
 * The assessments that an expert is assigned to; of these, what the expert has yet to conclude, or concluded and counts in.
 * A review drops only experts without a conclusion.
 */
export function assignedTo(db: Db, expert: string, work: ResultFilter['expertWork']) {
  const all = db.selectFrom('assessment_experts').select('assessment_id').where('expert_id', '=', expert);
  if (work === undefined) return all;
  if (work === 'open') return all.where('concluded_at', 'is', null);
  return all.where('concluded_at', 'is not', null);
}

function between(
  eb: Assessments,
  time: ReturnType<IndexHint['filter']>,
  from: string | undefined,
  to: string | undefined,
): Expression<SqlBool>[] {
  return [
    ...(from === undefined ? [] : [eb(time, '>=', dayBounds(from).from)]),
    ...(to === undefined ? [] : [eb(time, '<', dayBounds(to).until)]),
  ];
}

function inStep(
  eb: Assessments,
  score: ReturnType<IndexHint['filter']>,
  step: number | undefined,
): Expression<SqlBool>[] {
  if (step === undefined) return [];
  const next = step + SCORE_STEP;
  return [eb(score, '>=', toTenths(step)), eb(score, next < 100 ? '<' : '<=', toTenths(next))];
}

/** Concluded, and the experts have a rate for the chapter. Few reviews lack one: an index has them. */
function hasChapter(
  db: Db,
  eb: Assessments,
  chapter: NonNullable<ResultFilter['chapter']>,
  { filter }: IndexHint,
): Expression<SqlBool> {
  const isLacking = ({ version, place }: PlaceInVersion) => {
    const rate =
      dialectOf(db) === 'sqlite'
        ? sql`json_extract(scores, ${sql.lit(`$.chapters[${place}][1]`)})`
        : sql`(scores::jsonb -> 'chapters' -> ${sql.lit(place)} ->> 1)`;
    return sql<SqlBool>`(concluded.standard_version = ${version} AND ${rate} IS NULL)`;
  };
  const lacking = eb
    .selectFrom('review_figures')
    .innerJoin('assessments as concluded', 'concluded.id', 'review_figures.assessment_id')
    .select('review_figures.assessment_id')
    .where(sql<SqlBool>`scores LIKE '%,null]%'`)
    .where((of) => of.or(chapter.places.map(isLacking)));
  const ofOtherVersions = eb
    .selectFrom('lost_items')
    .select('lost_items.assessment_id')
    .where('lost_items.version', 'in', [...chapter.otherVersions]);
  return eb.and([
    eb(filter('assessments.status'), 'in', [...CONCLUDED]),
    eb('assessments.id', 'not in', lacking),
    ...(chapter.otherVersions.length === 0 ? [] : [eb('assessments.id', 'not in', ofOtherVersions)]),
  ]);
}

function loses({ version, place }: PlaceInVersion) {
  const { position, values } = losingCharacters(place);
  return sql<SqlBool>`(lost_items.version = ${version}
    AND substr(lost_items.items, ${sql.lit(position)}, 1) IN (${sql.join(values)}))`;
}

/** Divisions that each contain the assessments, and the filters that the table of lost items knows itself. */
export type LostFilter = Pick<ResultFilter, 'concludedFrom' | 'concludedTo'> & {
  readonly lost: readonly PlaceInVersion[];
  readonly divisions: readonly string[];
  readonly level?: readonly Level[] | undefined;
};

/** The reviews that lost points at an item. */
export function losingReviews(db: Db, { lost, divisions, level, concludedFrom, concludedTo }: LostFilter) {
  let losing = db.selectFrom('lost_items').where((eb) => eb.or(lost.map(loses)));
  if (level?.length) losing = losing.where('lost_items.level', 'in', [...level]);
  if (concludedFrom !== undefined)
    losing = losing.where('lost_items.concluded_at', '>=', dayBounds(concludedFrom).from);
  if (concludedTo !== undefined) losing = losing.where('lost_items.concluded_at', '<', dayBounds(concludedTo).until);
  if (divisions.length === 0) return losing;
  // A review belongs to the division of its station.
  return losing.where('lost_items.station_id', 'in', (eb) =>
    eb
      .selectFrom('users')
      .select('users.id')
      .where('users.role', '=', 'station')
      .where((of) => of.and(divisions.map((division) => within(of, 'users.division', division)))),
  );
}

/** Whether an assessment that a list walks lost points at the item. */
function losesItself(eb: Assessments, lost: readonly PlaceInVersion[]): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('lost_items')
      .select('lost_items.items')
      .whereRef('lost_items.station_id', '=', 'assessments.station_id')
      .whereRef('lost_items.version', '=', 'assessments.standard_version')
      .whereRef('lost_items.assessment_id', '=', 'assessments.id')
      .where((of) => of.or(lost.map(loses))),
  );
}
