import { type Kysely, type Migration, sql } from 'kysely';
import { dialectOf, schemaScript } from '../frozen.ts';

type Review = { id: string; station_id: string; version: string; level: number; concluded_at: string; scores: string };
type Sums = { items: number[][] };
type SumsRow = { place: string; month: string; level: number; version: string; sums: string };

const AT_ONCE = 2000;
const ITEMS_PER_CHARACTER = 6;

const TABLE = `CREATE TABLE lost_items (
  station_id TEXT NOT NULL REFERENCES users (id),
  version TEXT NOT NULL,
  assessment_id TEXT NOT NULL REFERENCES assessments (id),
  level INTEGER NOT NULL,
  concluded_at TEXT NOT NULL,
  items TEXT NOT NULL,
  PRIMARY KEY (station_id, version, assessment_id)
) WITHOUT ROWID`;

/** A bit for each item, six in a character; the first character is a zero. */
function lostItems(lost: readonly (number | null)[]): string {
  const bits = Array<number>(Math.ceil(lost.length / ITEMS_PER_CHARACTER)).fill(0);
  for (const [place, value] of lost.entries()) {
    const at = Math.floor(place / ITEMS_PER_CHARACTER);
    if (value !== null && value > 0) bits[at] = (bits[at] ?? 0) | (1 << (place % ITEMS_PER_CHARACTER));
  }
  return String.fromCharCode(...bits.map((one) => one + 48));
}

/** The items that each concluded review lost points at, by station; the sums no longer count such reviews. */
export default {
  async up(db: Kysely<unknown>) {
    await sql.raw(schemaScript(dialectOf(db), TABLE)).execute(db);
    for (let after = ''; ; ) {
      const { rows } = await sql<Review>`SELECT id, station_id, standard_version AS version, level, concluded_at, scores
        FROM review_figures JOIN assessments ON assessments.id = review_figures.assessment_id
        WHERE id > ${after} AND concluded_at IS NOT NULL ORDER BY id LIMIT ${sql.lit(AT_ONCE)}`.execute(db);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      for (const { id, station_id, version, level, concluded_at, scores } of rows) {
        const { lost } = JSON.parse(scores) as { lost: (number | null)[] };
        await sql`INSERT INTO lost_items (station_id, version, assessment_id, level, concluded_at, items)
          VALUES (${station_id}, ${version}, ${id}, ${level}, ${concluded_at}, ${lostItems(lost)})`.execute(db);
      }
    }
    const { rows: stored } = await sql<SumsRow>`SELECT * FROM score_sums`.execute(db);
    for (const { place, month, level, version, sums } of stored) {
      const parsed = JSON.parse(sums) as Sums;
      const shorter = JSON.stringify({ ...parsed, items: parsed.items.map((item) => item.slice(0, 2)) });
      await sql`UPDATE score_sums SET sums = ${shorter}
        WHERE place = ${place} AND month = ${month} AND level = ${level} AND version = ${version}`.execute(db);
    }
  },
} satisfies Migration;
