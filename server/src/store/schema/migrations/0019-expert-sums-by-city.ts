import { type Kysely, type Migration, sql } from 'kysely';
import { dialectOf, schemaScript } from './frozen.ts';

/** Frozen like the SQL of a migration: the sums that statistics kept of experts when this was released. */
type Review = { id: string; division: string; concluded_at: string; experts: string };
type Expert = { expert: string; difference: number | null; days: number };
type Sums = { concluded: number; panels: number; sum: number; squares: number; days: number[] };

const AT_ONCE = 2000;
const CHINA_MS = 8 * 3_600_000;

const TABLE = `CREATE TABLE expert_sums (
  place TEXT NOT NULL,
  expert_id TEXT NOT NULL REFERENCES users (id),
  month TEXT NOT NULL,
  concluded INTEGER NOT NULL,
  panels INTEGER NOT NULL,
  sum BIGINT NOT NULL,
  squares BIGINT NOT NULL,
  days TEXT NOT NULL,
  PRIMARY KEY (place, expert_id, month)
) WITHOUT ROWID`;

/** Adds up reviews by place, expert and month; the key is JSON. */
function summed(reviews: readonly Review[]): Map<string, Sums> {
  const found = new Map<string, Sums>();
  for (const { division, concluded_at, experts } of reviews) {
    const month = new Date(Date.parse(concluded_at) + CHINA_MS).toISOString().slice(0, 7);
    for (const { expert, difference, days } of JSON.parse(experts) as Expert[]) {
      for (const place of ['', division.slice(0, 4)]) {
        const key = JSON.stringify([place, expert, month]);
        const sums = found.get(key) ?? { concluded: 0, panels: 0, sum: 0, squares: 0, days: [] };
        sums.concluded += 1;
        sums.days.push(days);
        if (difference !== null) {
          sums.panels += 1;
          sums.sum += difference;
          sums.squares += difference * difference;
        }
        found.set(key, sums);
      }
    }
  }
  return found;
}

async function write(db: Kysely<unknown>, found: ReadonlyMap<string, Sums>): Promise<void> {
  for (const [key, { concluded, panels, sum, squares, days }] of found) {
    const [place, expert, month] = JSON.parse(key) as [string, string, string];
    await sql`INSERT INTO expert_sums (place, expert_id, month, concluded, panels, sum, squares, days)
      VALUES (${place}, ${expert}, ${month}, ${concluded}, ${panels}, ${sum}, ${squares}, ${days.join(',')})
      ON CONFLICT (place, expert_id, month) DO UPDATE SET concluded = expert_sums.concluded + excluded.concluded,
        panels = expert_sums.panels + excluded.panels, sum = expert_sums.sum + excluded.sum,
        squares = expert_sums.squares + excluded.squares, days = expert_sums.days || ',' || excluded.days`.execute(db);
  }
}

/**
 * Sums of experts by city too, each place's rows side by side, so that a city's statistics do not read each of its reviews; and the capacity in the
 * index by which stations are counted.
 */
export default {
  async up(db: Kysely<unknown>) {
    await sql`DROP INDEX users_division`.execute(db);
    await sql`CREATE INDEX users_division ON users (role, is_deleted, division, id, capacity)`.execute(db);
    await sql`DROP TABLE expert_sums`.execute(db);
    await sql.raw(schemaScript(dialectOf(db), TABLE)).execute(db);
    for (let after = ''; ; ) {
      const { rows } = await sql<Review>`SELECT id, division, concluded_at, review_figures.experts
        FROM review_figures JOIN assessments ON assessments.id = review_figures.assessment_id
        WHERE id > ${after} AND concluded_at IS NOT NULL ORDER BY id LIMIT ${sql.lit(AT_ONCE)}`.execute(db);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      await write(db, summed(rows));
    }
  },
} satisfies Migration;
