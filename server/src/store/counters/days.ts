import { type QueryExecutorProvider, sql } from 'kysely';
import { chinaDay, type Dialect, dialectOf } from '../db/dialect.ts';
import type { AssessmentDaysTable } from '../schema/schema.ts';

/*
 * `assessment_days`: how many assessments there are of each day of submission, status and level: in the whole region, in
 * each city with all that lies below it, and in each division itself. Triggers keep it in the transaction of each change,
 * so that the exact total of any days is a sum over their days in one place, and not over their assessments.
 */

/** Where an assessment counts: everywhere, in its city, in its own division. */
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

/** Fills the totals of days from all assessments. */
export const daysFilled = (dialect: Dialect) =>
  `INSERT INTO assessment_days (division, day, status, level, count) ${days(dialect)}`;

/** What `assessment_days` has, computed from every assessment. */
export const daysNow = (db: QueryExecutorProvider) => sql<AssessmentDaysTable>`(${sql.raw(days(dialectOf(db)))})`;
