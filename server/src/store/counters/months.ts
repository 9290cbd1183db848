import { type QueryExecutorProvider, sql } from 'kysely';
import { chinaDay, type Dialect, dialectOf } from '../db/dialect.ts';
import type { AssessmentMonthsTable } from '../schema/schema.ts';

/*
 * `assessment_months`: number of assessments by division, month of the first submission, level and ending. Triggers
 * update it in the transaction of each change, so that three years by month are a sum of these rows.
 */

/** How an assessment ended (`domain/statistics/progress.ts`), as SQL. */
export const ENDING = `CASE WHEN status IN ('passed', 'revoked') THEN 'passed' WHEN status = 'failed' THEN 'failed' ELSE '' END`;
/** The month of the first submission, as SQL. */
export const firstMonth = (dialect: Dialect) => `substr(${chinaDay(dialect, 'first_submitted_at')}, 1, 7)`;

const counted = (dialect: Dialect) => `SELECT division, ${firstMonth(dialect)} AS month, level, ${ENDING} AS ending,
    count(*) AS count
  FROM assessments WHERE is_deleted = 0 AND first_submitted_at IS NOT NULL GROUP BY 1, 2, 3, 4`;

/** Fills the table from all assessments. */
export const monthsFilled = (dialect: Dialect) =>
  `INSERT INTO assessment_months (division, month, level, ending, count) ${counted(dialect)}`;

/** The correct content of `assessment_months`, computed from every assessment. */
export const monthsNow = (db: QueryExecutorProvider) =>
  sql<AssessmentMonthsTable>`(${sql.raw(counted(dialectOf(db)))})`;
