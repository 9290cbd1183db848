import { migration, onRows } from './frozen.ts';

const SENT = (at: string) => `CASE WHEN ${at} IS NULL THEN 0 ELSE 1 END`;

const filled = (place: string) => `INSERT INTO assessment_totals (division, status, level, sent, count)
  SELECT ${place}, status, level, ${SENT('first_submitted_at')}, count(*) FROM assessments WHERE is_deleted = 0
  GROUP BY 1, 2, 3, 4`;

const added = (
  row: 'NEW' | 'OLD',
  count: 1 | -1,
) => `INSERT INTO assessment_totals (division, status, level, sent, count)
  SELECT places.place, ${row}.status, ${row}.level, ${SENT(`${row}.first_submitted_at`)}, ${count}
    FROM (SELECT ${row}.division AS place UNION ALL SELECT '') AS places WHERE ${row}.is_deleted = 0
  ON CONFLICT (division, status, level, sent) DO UPDATE SET count = assessment_totals.count + (${count})`;

/** Counters of assessments, so that the exact total of a list costs the same at any number of rows. */
export default migration(
  `CREATE TABLE assessment_totals (
  division TEXT NOT NULL,
  status TEXT NOT NULL,
  level INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (division, status, level, sent)
) WITHOUT ROWID`,
  (dialect) => [
    filled('division'),
    filled(`''`),
    ...onRows(dialect, 'assessments', ['division', 'status', 'level', 'first_submitted_at', 'is_deleted'], {
      gained: added('NEW', 1),
      lost: added('OLD', -1),
    }),
  ],
);
