import { stem } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { WAITING } from '@shp/shared/domain/assessment/todo';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type AssessmentFilter, divisionsOf, isDated, placeOf } from '../lists/assessmentFilters.ts';
import { within } from '../lists/scope.ts';
import { waitsFor } from '../lists/todoFilter.ts';
import type { AssessmentTotalsTable, Db } from '../schema/schema.ts';

/*
 * `assessment_totals`: number of assessments by division, status and level. Triggers update it in the transaction of
 * each change, so that the exact total of a list costs the same at any number of rows.
 */

const SENT = (at: string) => `CASE WHEN ${at} IS NULL THEN 0 ELSE 1 END`;

/** Fills the table from all assessments. */
export const totalsFilled = ['division', `''`].map(
  (place) => `INSERT INTO assessment_totals (division, status, level, sent, count)
  SELECT ${place}, status, level, ${SENT('first_submitted_at')}, count(*) FROM assessments WHERE is_deleted = 0
  GROUP BY 1, 2, 3, 4`,
);

/** Division of the rows of `assessment_totals` and `assessment_days` that count the whole region. */
export const REGION = '';

/** Total from the counter tables, or null if the filter uses other columns. */
export function toldTotal(db: Db, scope: Scope, filter: AssessmentFilter) {
  const { status, level, waiting, station, updatedSince, submitted } = filter;
  const inPlace = scope.kind === 'all' || scope.kind === 'division';
  if (!inPlace || station || updatedSince) return null;
  const divisions = [...placeOf(scope), ...divisionsOf(filter)];
  // Such a filter concerns two places, and `assessment_days` counts one place at a time.
  if (isDated(filter) && waiting && WAITING[waiting.role].some(({ only }) => only === 'ownDivision')) return null;
  // `assessment_days` has only submitted assessments. The alias `assessments` lets the list's conditions apply to the
  // counters.
  if (isDated(filter) && submitted === false) return null;
  const kept = isDated(filter) ? inDays(db, divisions, filter) : inDivisions(db, divisions, submitted);
  return kept
    .select(({ fn }) => fn.sum<number | null>('count').as('total'))
    .where(({ eb, and }) =>
      and([
        ...(status?.length ? [eb('status', 'in', status)] : []),
        ...(level?.length ? [eb('level', 'in', level)] : []),
        // The few four-eyes exceptions are counted separately.
        ...(waiting ? [waitsFor(eb as never, { ...waiting, given: [], taken: [] })] : []),
      ]),
    );
}

type Totals = SelectQueryBuilder<{ assessments: AssessmentTotalsTable }, 'assessments', object>;

function inDivisions(db: Db, divisions: readonly string[], submitted: boolean | undefined): Totals {
  let totals = db.selectFrom('assessment_totals as assessments');
  if (submitted !== undefined) totals = totals.where('sent', '=', submitted ? 1 : 0);
  if (divisions.length === 0) return totals.where('division', '=', REGION) as unknown as Totals;
  return totals.where(({ eb, and }) =>
    and(divisions.map((division) => within(eb as never, 'assessments.division', division))),
  ) as unknown as Totals;
}

function inDays(db: Db, divisions: readonly string[], { from, to }: AssessmentFilter): Totals {
  const [place = REGION] = divisions.map(stem).sort((one, other) => other.length - one.length);
  // Two divisions have rows in common only if one contains the other.
  const isPlace = divisions.every((division) => place.startsWith(stem(division)));
  let totals = db.selectFrom('assessment_days as assessments').where('division', '=', isPlace ? place : 'none');
  if (from) totals = totals.where('day', '>=', from);
  if (to) totals = totals.where('day', '<=', to);
  return totals as unknown as Totals;
}

/** The total of a filter if the counters know it, and the region-wide number of assessments for `anywhere`. */
export async function keptTotals(
  db: Db,
  told: ReturnType<typeof toldTotal>,
  anywhere: AssessmentFilter,
): Promise<{ total: number | null; all: number }> {
  const everywhere = toldTotal(db, { kind: 'all' }, anywhere);
  const kept = await db
    .selectNoFrom([
      told?.as('total') ?? sql<null>`NULL`.as('total'),
      everywhere?.as('all') ?? sql<null>`NULL`.as('all'),
    ])
    .executeTakeFirstOrThrow();
  return { total: told && (kept.total ?? 0), all: kept.all ?? 0 };
}
