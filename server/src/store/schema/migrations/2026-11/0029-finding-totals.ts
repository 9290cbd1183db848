import { chinaDay, type Dialect, migration, onRows, schemaScript } from '../frozen.ts';

/** The places in which a finding counts: the region, its city, its own division. */
const PLACES = (division: string) => [`''`, `substr(${division}, 1, 4)`, division];
/** The days in which it counts: all days, and the day of its making. */
const daysOf = (dialect: Dialect, time: string) => [`''`, chinaDay(dialect, time)];

const counted = (dialect: Dialect) =>
  PLACES('division')
    .flatMap((place) =>
      daysOf(dialect, 'created_at').map(
        (day) => `SELECT ${place} AS division, ${day} AS day, state, count(*) AS count FROM findings GROUP BY 1, 2, 3`,
      ),
    )
    .join(' UNION ALL ');

const gained = (dialect: Dialect) => `INSERT INTO finding_totals (division, day, state, count)
  SELECT places.place, days.day, NEW.state, 1
    FROM (${PLACES('NEW.division')
      .map((place) => `SELECT ${place} AS place`)
      .join(' UNION ALL ')}) AS places
    CROSS JOIN (${daysOf(dialect, 'NEW.created_at')
      .map((day) => `SELECT ${day} AS day`)
      .join(' UNION ALL ')}) AS days
    WHERE true
  ON CONFLICT (division, day, state) DO UPDATE SET count = finding_totals.count + 1`;

function lost(dialect: Dialect): string {
  const there = `division IN (${PLACES('OLD.division')}) AND day IN (${daysOf(dialect, 'OLD.created_at')})
    AND state = OLD.state`;
  return `UPDATE finding_totals SET count = count - 1 WHERE ${there};
    DELETE FROM finding_totals WHERE count = 0 AND ${there}`;
}

/** Counter of findings by place, day and state, and an index of a state's findings by the day of their making. */
export default migration(
  'CREATE INDEX findings_state_created ON findings (state, created_at, id, division, due, serial)',
  (dialect) => [
    schemaScript(
      dialect,
      `CREATE TABLE finding_totals (
  division TEXT NOT NULL,
  day TEXT NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (division, day, state)
) WITHOUT ROWID`,
    ),
    `INSERT INTO finding_totals (division, day, state, count) ${counted(dialect)}`,
    ...onRows(
      dialect,
      'findings',
      ['division', 'state', 'created_at'],
      { gained: gained(dialect), lost: lost(dialect) },
      'findings',
    ),
  ],
);
