import { type QueryExecutorProvider, sql } from 'kysely';
import { chinaDay, type Dialect, dialectOf, onRows, schemaScript } from './dialect.ts';
import type { AssessmentDaysTable } from './schema.ts';

/**
 * How many assessments there are of each day of submission, status and level: in the whole region, in each city with all
 * that lies below it, and in each division itself. Kept by the database in the transaction of each change, so that the
 * exact total of any days is a sum over their days in one place, and not over their assessments.
 */
export function assessmentDays(dialect: Dialect): string[] {
  return [
    schemaScript(dialect, TABLE),
    daysFilled(dialect),
    ...onRows(
      dialect,
      'assessments',
      ['division', 'status', 'level', 'submitted_at', 'is_deleted'],
      { gained: gained(dialect), lost: lost(dialect) },
      'days',
    ),
  ];
}

const TABLE = `CREATE TABLE assessment_days (
  division TEXT NOT NULL,
  day TEXT NOT NULL,
  status TEXT NOT NULL,
  level INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (division, day, status, level)
) WITHOUT ROWID`;

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

const gained = (dialect: Dialect) => `INSERT INTO assessment_days (division, day, status, level, count)
  SELECT places.place, ${chinaDay(dialect, 'NEW.submitted_at')}, NEW.status, NEW.level, 1
    FROM (${PLACES('NEW.division')
      .map((place) => `SELECT ${place} AS place`)
      .join(' UNION ALL ')}) AS places
    WHERE NEW.is_deleted = 0 AND NEW.submitted_at IS NOT NULL
  ON CONFLICT (division, day, status, level) DO UPDATE SET count = assessment_days.count + 1`;

function lost(dialect: Dialect): string {
  const there = `division IN (${PLACES('OLD.division')}) AND day = ${chinaDay(dialect, 'OLD.submitted_at')}
    AND status = OLD.status AND level = OLD.level`;
  // What was under way on a day is soon gone from it: rows of nothing would be most of the table.
  return `UPDATE assessment_days SET count = count - 1 WHERE OLD.is_deleted = 0 AND ${there};
    DELETE FROM assessment_days WHERE count = 0 AND ${there}`;
}

/** What {@link assessmentDays} keeps, by looking at every assessment. */
export const daysNow = (db: QueryExecutorProvider) => sql<AssessmentDaysTable>`(${sql.raw(days(dialectOf(db)))})`;
