import { chinaDay, type Dialect, jsonTexts, migration, onRows, schemaScript } from './frozen.ts';

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
  // Delete rows with a count of 0: open assessments soon change their status, so most rows would be empty.
  return `UPDATE assessment_days SET count = count - 1 WHERE OLD.is_deleted = 0 AND ${there};
    DELETE FROM assessment_days WHERE count = 0 AND ${there}`;
}

const assessmentDays = (dialect: Dialect) => [
  schemaScript(
    dialect,
    `CREATE TABLE assessment_days (
  division TEXT NOT NULL,
  day TEXT NOT NULL,
  status TEXT NOT NULL,
  level INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (division, day, status, level)
) WITHOUT ROWID`,
  ),
  `INSERT INTO assessment_days (division, day, status, level, count) ${days(dialect)}`,
  ...onRows(
    dialect,
    'assessments',
    ['division', 'status', 'level', 'submitted_at', 'is_deleted'],
    { gained: gained(dialect), lost: lost(dialect) },
    'days',
  ),
];

const PLACE = `(specialty, is_deleted, coalesce(division, ''))`;

const held = (dialect: Dialect, row: string) => jsonTexts(dialect, `${row}.profile`, 'specialties');

const added = (dialect: Dialect, row: 'NEW' | 'OLD', count: 1 | -1) => `INSERT INTO specialty_totals
    (specialty, role, is_deleted, division, count)
  SELECT DISTINCT held.value, ${row}.role, ${row}.is_deleted, ${row}.division, ${count}
    FROM ${held(dialect, row)} WHERE ${row}.role = 'expert'
  ON CONFLICT ${PLACE} DO UPDATE SET count = specialty_totals.count + (${count})`;

const specialtyTotals = (dialect: Dialect) => [
  schemaScript(
    dialect,
    `CREATE TABLE specialty_totals (
  specialty TEXT NOT NULL,
  role TEXT NOT NULL,
  is_deleted INTEGER NOT NULL,
  division TEXT,
  count INTEGER NOT NULL
)`,
  ),
  `CREATE UNIQUE INDEX specialty_totals_place ON specialty_totals ${PLACE}`,
  `INSERT INTO specialty_totals (specialty, role, is_deleted, division, count) SELECT held.value AS specialty, role, is_deleted, division,
    count(DISTINCT users.id) AS count
  FROM users CROSS JOIN ${held(dialect, 'users')} WHERE role = 'expert' GROUP BY 1, 2, 3, 4`,
  ...onRows(
    dialect,
    'users',
    ['profile', 'is_deleted', 'division'],
    { gained: added(dialect, 'NEW', 1), lost: added(dialect, 'OLD', -1) },
    'specialties',
  ),
];

/** Counters by day and by specialty, and indexes for old rows, for far pages, and for ranges of days. */
export default migration(
  `
    DROP INDEX assessments_rated;
    DROP INDEX assessments_created;
    CREATE INDEX assessments_created ON assessments
      (is_deleted, created_at, id, status, division, level, submitted_at);
    CREATE INDEX assessments_status_created ON assessments
      (is_deleted, status, created_at, id, division, level, submitted_at);
    CREATE INDEX assessments_status_submitted ON assessments
      (is_deleted, status, submitted_at NULLS FIRST, id, division, level);
  `,
  (dialect) => [...assessmentDays(dialect), ...specialtyTotals(dialect)],
);
