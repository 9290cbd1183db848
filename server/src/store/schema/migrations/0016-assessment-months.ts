import { chinaDay, type Dialect, migration, onRows, schemaScript } from './frozen.ts';

const ending = (row: string) =>
  `CASE WHEN ${row}status IN ('passed', 'revoked') THEN 'passed' WHEN ${row}status = 'failed' THEN 'failed' ELSE '' END`;
const month = (dialect: Dialect, row: string) => `substr(${chinaDay(dialect, `${row}first_submitted_at`)}, 1, 7)`;
const counts = (row: string) => `${row}is_deleted = 0 AND ${row}first_submitted_at IS NOT NULL`;

const gained = (dialect: Dialect) => `INSERT INTO assessment_months (division, month, level, ending, count)
  SELECT NEW.division, ${month(dialect, 'NEW.')}, NEW.level, ${ending('NEW.')}, 1 WHERE ${counts('NEW.')}
  ON CONFLICT (division, month, level, ending) DO UPDATE SET count = assessment_months.count + 1`;

const lost = (dialect: Dialect) => `UPDATE assessment_months SET count = count - 1
  WHERE ${counts('OLD.')} AND division = OLD.division AND month = ${month(dialect, 'OLD.')} AND level = OLD.level
    AND ending = ${ending('OLD.')}`;

/** Counter of applications by month for the statistics, and an index of the reviews under way. */
export default migration(
  `
    CREATE INDEX assessments_in_stage ON assessments (status, status_since, division, level, station_id)
      WHERE is_deleted = 0 AND status IN ('submitted', 'first_passed', 'reviewing', 'reviewed');
  `,
  (dialect) => [
    schemaScript(
      dialect,
      `CREATE TABLE assessment_months (
  division TEXT NOT NULL,
  month TEXT NOT NULL,
  level INTEGER NOT NULL,
  ending TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (division, month, level, ending)
) WITHOUT ROWID`,
    ),
    `INSERT INTO assessment_months (division, month, level, ending, count)
      SELECT division, ${month(dialect, '')} AS month, level, ${ending('')} AS ending, count(*) AS count
        FROM assessments WHERE ${counts('')} GROUP BY 1, 2, 3, 4`,
    ...onRows(
      dialect,
      'assessments',
      ['division', 'status', 'level', 'first_submitted_at', 'is_deleted'],
      { gained: gained(dialect), lost: lost(dialect) },
      'months',
    ),
  ],
);
