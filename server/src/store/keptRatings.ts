import { sql } from 'kysely';
import { type Dialect, onRows, schemaScript } from './dialect.ts';
import type { Db } from './schema.ts';

/**
 * `ratings`: until which day a station that is not deleted has a rating of a level or a better one. `rating_ends`: how
 * many stations there are of each such day. Both are kept by the database in the transaction of each change, so that the
 * stations of a level on any day are counted by days, of which three years have some thousand, and not by stations.
 */
export function ratings(dialect: Dialect): string[] {
  const both = (key: string, when: (row: Row) => string) => ({
    gained: rated(`NEW.${key}`, when('NEW')),
    lost: rated(`OLD.${key}`, when('OLD')),
  });
  return [
    ...TABLES.map((table) => schemaScript(dialect, table)),
    ...onRows(dialect, 'ratings', ['until'], { gained: ended('NEW', 1), lost: ended('OLD', -1) }),
    ratingsFilled,
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

type Row = 'NEW' | 'OLD';

const TABLES = [
  `CREATE TABLE ratings (
    station_id TEXT NOT NULL,
    level INTEGER NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (station_id, level)
  ) WITHOUT ROWID`,
  `CREATE TABLE rating_ends (
    level INTEGER NOT NULL,
    until TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (level, until)
  ) WITHOUT ROWID`,
];

const untils = (condition: string) => `SELECT a.station_id, levels.level AS level, max(a.valid_until) AS until
  FROM assessments a JOIN users u ON u.id = a.station_id AND u.is_deleted = 0
    JOIN (SELECT 1 AS level UNION ALL SELECT 2 UNION ALL SELECT 3) levels ON a.level <= levels.level
  WHERE a.status = 'passed' AND a.is_deleted = 0 AND a.valid_until IS NOT NULL AND ${condition}
  GROUP BY a.station_id, levels.level`;

/** Fills the ratings from all assessments; their days follow by themselves. */
export const ratingsFilled = `INSERT INTO ratings (station_id, level, until) ${untils('1 = 1')}`;

const rated = (station: string, when: string) => `DELETE FROM ratings WHERE station_id = ${station} AND ${when};
  INSERT INTO ratings (station_id, level, until) ${untils(`a.station_id = ${station} AND ${when}`)}`;

const ended = (row: Row, count: 1 | -1) => `INSERT INTO rating_ends (level, until, count)
  VALUES (${row}.level, ${row}.until, ${count})
  ON CONFLICT (level, until) DO UPDATE SET count = rating_ends.count + (${count})`;

/** What {@link ratings} keeps, by looking at every assessment. */
export const ratingsNow = () =>
  sql<{ station_id: string; level: number; until: string }>`(${sql.raw(untils('1 = 1'))})`;

/** The stations whose best rating on a day is of level 2, and of level 3. */
export async function ratedOn(db: Db, day: string): Promise<{ level2: number; level3: number }> {
  const rows = await db
    .selectFrom('rating_ends')
    .select(({ fn }) => ['level', fn.sum<number>('count').as('count')])
    .where('level', 'in', [1, 2, 3])
    .where('until', '>=', day)
    .groupBy('level')
    .execute();
  // Of this level or a better one.
  const [one = 0, two = 0, three = 0] = [1, 2, 3].map((level) => rows.find((row) => row.level === level)?.count);
  return { level2: two - one, level3: three - two };
}
