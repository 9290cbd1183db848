import { type Dialect, migration, onRows, schemaScript } from './frozen.ts';

type Row = 'NEW' | 'OLD';

const PLACE = `(role, is_deleted, coalesce(division, ''))`;

const added = (row: Row, count: 1 | -1) => `INSERT INTO user_totals (role, is_deleted, division, count)
  VALUES (${row}.role, ${row}.is_deleted, ${row}.division, ${count})
  ON CONFLICT ${PLACE} DO UPDATE SET count = user_totals.count + (${count})`;

const userTotals = (dialect: Dialect) => [
  schemaScript(
    dialect,
    `CREATE TABLE user_totals (
  role TEXT NOT NULL,
  is_deleted INTEGER NOT NULL,
  division TEXT,
  count INTEGER NOT NULL
)`,
  ),
  `CREATE UNIQUE INDEX user_totals_place ON user_totals ${PLACE}`,
  `INSERT INTO user_totals (role, is_deleted, division, count)
  SELECT role, is_deleted, division, count(*) FROM users GROUP BY 1, 2, 3`,
  ...onRows(dialect, 'users', ['role', 'is_deleted', 'division'], { gained: added('NEW', 1), lost: added('OLD', -1) }),
];

const untils = (condition: string) => `SELECT a.station_id, levels.level AS level, max(a.valid_until) AS until
  FROM assessments a JOIN users u ON u.id = a.station_id AND u.is_deleted = 0
    JOIN (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3) levels ON a.level <= levels.level
  WHERE a.status = 'passed' AND a.is_deleted = 0 AND a.valid_until IS NOT NULL AND ${condition}
  GROUP BY a.station_id, levels.level`;

const rated = (station: string, when: string) => `DELETE FROM ratings WHERE station_id = ${station} AND ${when};
  INSERT INTO ratings (station_id, level, until) ${untils(`a.station_id = ${station} AND ${when}`)}`;

const ended = (row: Row, count: 1 | -1) => `INSERT INTO rating_ends (level, until, count)
  VALUES (${row}.level, ${row}.until, ${count})
  ON CONFLICT (level, until) DO UPDATE SET count = rating_ends.count + (${count})`;

function ratings(dialect: Dialect): string[] {
  const both = (key: string, when: (row: Row) => string) => ({
    gained: rated(`NEW.${key}`, when('NEW')),
    lost: rated(`OLD.${key}`, when('OLD')),
  });
  return [
    schemaScript(
      dialect,
      `CREATE TABLE ratings (
    station_id TEXT NOT NULL,
    level INTEGER NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (station_id, level)
  ) WITHOUT ROWID`,
    ),
    schemaScript(
      dialect,
      `CREATE TABLE rating_ends (
    level INTEGER NOT NULL,
    until TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (level, until)
  ) WITHOUT ROWID`,
    ),
    ...onRows(dialect, 'ratings', ['until'], { gained: ended('NEW', 1), lost: ended('OLD', -1) }),
    `INSERT INTO ratings (station_id, level, until) ${untils('1 = 1')}`,
    ...onRows(
      dialect,
      'assessments',
      ['status', 'level', 'valid_until', 'is_deleted'],
      both('station_id', (row) => `${row}.status = 'passed'`),
      'rated',
    ),
    ...onRows(
      dialect,
      'users',
      ['is_deleted'],
      both('id', (row) => `${row}.role = 'station'`),
      'rated_stations',
    ),
  ];
}

/** Counters of users, and ratings: lists find their rows and totals without reading rows that they do not show. */
export default migration(
  `
    DROP INDEX assessments_status;
    CREATE INDEX assessments_status ON assessments
      (is_deleted, status, division, submitted_at NULLS FIRST, created_at, level, id);
    DROP INDEX assessments_station;
    CREATE INDEX assessments_station ON assessments
      (station_id, is_deleted, status, level, division, submitted_at, created_at, id);
    CREATE INDEX assessment_experts_open ON assessment_experts (assessment_id, expert_id) WHERE concluded_at IS NULL;
    CREATE INDEX users_account ON users (role, is_deleted, account_key, id);
    CREATE INDEX users_login ON users (role, is_deleted, last_login_at NULLS FIRST, id);
    CREATE INDEX users_capacity ON users (role, is_deleted, capacity NULLS FIRST, id);
    CREATE INDEX users_search ON users (role, is_deleted, division, name, account_key, created_at, id);
  `,
  (dialect) => [...userTotals(dialect), ...ratings(dialect)],
);
