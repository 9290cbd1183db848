import { divisionPrefix } from '@shp/shared/domain/accounts/divisions';
import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import { type Expression, type ExpressionBuilder, type QueryExecutorProvider, type SqlBool, sql } from 'kysely';
import { chinaDay, type Dialect, dialectOf } from '../db/dialect.ts';
import { within } from '../lists/scope.ts';
import type { AssessmentDaysTable, Db, Schema } from '../schema/schema.ts';

/*
 * `assessment_totals`: number of assessments by division, status, level and whether ever submitted. `assessment_days`:
 * by day of submission, status and level, for the whole region, each city including its counties, and each division.
 * Triggers update both in the transaction of each change, so that an exact total costs the same at any number of rows.
 */

/** Division of the rows that count the whole region. */
export const REGION = '';

/** Fills `assessment_totals` from all assessments. */
export const fillTotalsSql = ['division', `'${REGION}'`].map(
  (place) => `INSERT INTO assessment_totals (division, status, level, sent, count)
  SELECT ${place}, status, level, CASE WHEN first_submitted_at IS NULL THEN 0 ELSE 1 END, count(*) FROM assessments
  WHERE is_deleted = 0 GROUP BY 1, 2, 3, 4`,
);

const days = (dialect: Dialect) =>
  [`'${REGION}'`, 'substr(division, 1, 4)', 'division']
    .map(
      (
        place,
      ) => `SELECT ${place} AS division, ${chinaDay(dialect, 'submitted_at')} AS day, status, level, count(*) AS count
        FROM assessments WHERE is_deleted = 0 AND submitted_at IS NOT NULL GROUP BY 1, 2, 3, 4`,
    )
    .join(' UNION ALL ');

/** Fills `assessment_days` from all assessments. */
export const fillDaysSql = (dialect: Dialect) =>
  `INSERT INTO assessment_days (division, day, status, level, count) ${days(dialect)}`;

/** The correct content of `assessment_days`, computed from every assessment. */
export const daysFromRows = (db: QueryExecutorProvider) => sql<AssessmentDaysTable>`(${sql.raw(days(dialectOf(db)))})`;

/** A filter by the columns of the counters. */
export type CountedFilter = {
  /** Divisions that each contain the assessments. */
  divisions?: readonly string[];
  status?: readonly Status[] | undefined;
  level?: readonly Level[] | undefined;
  /** Whether ever submitted; with days, all are. */
  submitted?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** A condition on status, level and division. */
  where?: ((eb: ExpressionBuilder<Schema, 'assessments'>) => Expression<SqlBool>) | undefined;
};

/** The number of assessments that match a filter. */
export async function countAssessments(db: Db, filter: CountedFilter): Promise<number> {
  const { status, level, where } = filter;
  const isDated = filter.from !== undefined || filter.to !== undefined;
  let rows = isDated ? inDays(db, filter) : inDivisions(db, filter);
  if (status?.length) rows = rows.where('status', 'in', status);
  if (level?.length) rows = rows.where('level', 'in', level);
  if (where) rows = rows.where((eb) => where(eb as never));
  const { total } = await rows.select(({ fn }) => fn.sum<number | null>('count').as('total')).executeTakeFirstOrThrow();
  return total ?? 0;
}

/** The alias `assessments` lets a list's conditions apply to the counters. */
function inDivisions(db: Db, { divisions = [], submitted }: CountedFilter) {
  let rows = db.selectFrom('assessment_totals as assessments');
  if (submitted !== undefined) rows = rows.where('sent', '=', submitted ? 1 : 0);
  if (divisions.length === 0) return rows.where('division', '=', REGION);
  for (const division of divisions) rows = rows.where((eb) => within(eb as never, 'assessments.division', division));
  return rows;
}

function inDays(db: Db, { divisions = [], from, to }: CountedFilter) {
  const [place = REGION] = divisions.map(divisionPrefix).sort((one, other) => other.length - one.length);
  // Two divisions have rows in common only if one contains the other.
  const isPlace = divisions.every((division) => place.startsWith(divisionPrefix(division)));
  let rows = db.selectFrom('assessment_days as assessments').where('division', '=', isPlace ? place : 'none');
  if (from) rows = rows.where('day', '>=', from);
  if (to) rows = rows.where('day', '<=', to);
  return rows as unknown as ReturnType<typeof inDivisions>;
}
