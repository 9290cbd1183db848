import { type QueryExecutorProvider, sql } from 'kysely';
import { chinaDay, type Dialect, dialectOf } from '../db/dialect.ts';
import type { AssessmentDaysTable } from '../schema/schema.ts';

/*
 * `assessment_days`: number of assessments by day of submission, status and level, for the whole region, each city
 * including its counties, and each division. Triggers update it in the transaction of each change, so that a total over
 * days is a sum of these rows, not a count of assessments.
 */

/** The places in which an assessment counts: the region, its city, its own division. */
const PLACES = (division: string) => [`''`, `substr(${division}, 1, 4)`, division];

const days = (dialect: Dialect) =>
  PLACES('division')
    .map(
      (
        place,
      ) => `SELECT ${place} AS division, ${chinaDay(dialect, 'submitted_at')} AS day, status, level, count(*) AS count
        FROM assessments WHERE is_deleted = 0 AND submitted_at IS NOT NULL GROUP BY 1, 2, 3, 4`,
    )
    .join(' UNION ALL ');

/** Fills the table from all assessments. */
export const daysFilled = (dialect: Dialect) =>
  `INSERT INTO assessment_days (division, day, status, level, count) ${days(dialect)}`;

/** The correct content of `assessment_days`, computed from every assessment. */
export const daysNow = (db: QueryExecutorProvider) => sql<AssessmentDaysTable>`(${sql.raw(days(dialectOf(db)))})`;
