import { type Kysely, type Migration, sql } from 'kysely';
import { dialectOf, schemaScript } from './frozen.ts';

/** Frozen like the SQL of a migration: what statistics kept of a concluded review when this was released. */
type Standard = { sections: { children: { items: { serial: string; score: number }[] }[] }[] };
type Review = {
  id: string;
  division: string;
  level: number;
  version: string;
  concluded_at: string;
};
type Score = { assessment_id: string; expert_id: string; serial: string; score: number | null; missing: number };
type Judge = { assessment_id: string; expert_id: string; assigned_at: string; concluded_at: string };
type Scores = {
  self: number | null;
  experts: number | null;
  chapters: [number | null, number | null][];
  lost: (number | null)[];
};
type Expert = { expert: string; difference: number | null; days: number };
type ScoreSums = { reviews: number; chapters: number[][]; items: number[][]; self: number[]; experts: number[] };
type ExpertSums = { concluded: number; panels: number; sum: number; squares: number; days: number[] };

const AT_ONCE = 50;
/** Sums are written after so many reviews, so that few are in memory: reviews come in the order of their creation. */
const SUMMED_AT_ONCE = 2000;
const PARTS = 720_720;
const STEPS = 20;
const DAY_MS = 86_400_000;
const CHINA_MS = 8 * 3_600_000;

const chaptersOf = ({ sections }: Standard) => sections.map(({ children }) => children.flatMap(({ items }) => items));
const tenths = (points: number) => Math.round(points * 10);

/** A fraction in tenths of a percent, rounded half up. */
function rate(got: bigint, full: bigint): number | null {
  return full === 0n ? null : Number((2000n * got + full) / (2n * full));
}

/** Points got and points that count of each chapter, in tenths. */
function sumsOf(standard: Standard, scores: ReadonlyMap<string, Score>): { got: bigint; full: bigint }[] {
  return chaptersOf(standard).map((items) => {
    let [got, full] = [0, 0];
    for (const { serial, score } of items) {
      const given = scores.get(serial);
      if (given?.missing === 1) continue;
      full += tenths(score);
      got += given?.score ?? 0;
    }
    return { got: BigInt(got), full: BigInt(full) };
  });
}

function whole(sums: readonly { got: bigint; full: bigint }[]): { got: bigint; full: bigint } {
  return sums.reduce((a, b) => ({ got: a.got + b.got, full: a.full + b.full }), { got: 0n, full: 0n });
}

/** The mean of fractions as a rate, over those that have one. */
function meanRate(fractions: readonly { got: bigint; full: bigint }[]): number | null {
  const known = fractions.filter(({ full }) => full > 0n);
  const [first, ...others] = known;
  if (!first) return null;
  const sum = others.reduce((a, b) => ({ got: a.got * b.full + b.got * a.full, full: a.full * b.full }), {
    got: first.got,
    full: first.full,
  });
  return rate(sum.got, sum.full * BigInt(known.length));
}

function scoresOf(standard: Standard, own: ReadonlyMap<string, Score>, panel: readonly ReadonlyMap<string, Score>[]) {
  const ownSums = sumsOf(standard, own);
  const sums = panel.map((items) => sumsOf(standard, items));
  const total = whole(ownSums);
  const scores: Scores = {
    self: own.size === 0 ? null : (rate(total.got, total.full) ?? 0),
    experts: sums.length === 0 ? null : (meanRate(sums.map(whole)) ?? 0),
    chapters: ownSums.map(({ got, full }, place) => [
      own.size === 0 ? null : rate(got, full),
      meanRate(sums.flatMap((chapters) => chapters[place] ?? [])),
    ]),
    lost: chaptersOf(standard)
      .flat()
      .map(({ serial, score }) => {
        const given = panel.flatMap((items) => {
          const item = items.get(serial);
          return item && item.missing === 0 && item.score !== null ? [tenths(score) - item.score] : [];
        });
        const lost = given.reduce((sum, one) => sum + one, 0);
        return given.length === 0 ? null : Math.round((lost * PARTS) / given.length);
      }),
  };
  return { scores, own: sums.map((one) => rate(whole(one).got, whole(one).full) ?? 0) };
}

function expertsOf(judges: readonly Judge[], scores: readonly number[]): Expert[] {
  const sum = scores.reduce((total, score) => total + score, 0);
  return judges.map(({ expert_id, assigned_at, concluded_at }, place) => {
    const n = (sum - scores.length * (scores[place] ?? 0)) * 100;
    const size = Math.floor((2 * Math.abs(n) + scores.length) / (2 * scores.length));
    const elapsed = Math.max(0, Date.parse(concluded_at) - Date.parse(assigned_at));
    return {
      expert: expert_id,
      difference: scores.length < 2 ? null : n < 0 && size > 0 ? -size : size,
      days: Math.floor((20 * elapsed + DAY_MS) / (2 * DAY_MS)),
    };
  });
}

function addScores(sums: ScoreSums, { self, experts, chapters, lost }: Scores): void {
  sums.reviews += 1;
  for (const [place, rates] of chapters.entries()) {
    for (const [which, value] of rates.entries()) {
      if (value === null) continue;
      add(sums.chapters[place], 2 * which, value);
      add(sums.chapters[place], 2 * which + 1, 1);
    }
  }
  for (const [place, value] of lost.entries()) {
    if (value === null) continue;
    for (const [which, more] of [value, 1, value > 0 ? 1 : 0].entries()) add(sums.items[place], which, more);
  }
  for (const [steps, score] of [
    [sums.self, self],
    [sums.experts, experts],
  ] as const) {
    if (score !== null) add(steps, Math.min(STEPS - 1, Math.floor(score / 50)), 1);
  }
}

function add(to: number[] | undefined, place: number, more: number): void {
  if (to) to[place] = (to[place] ?? 0) + more;
}

const zeros = (rows: number, columns: number) => Array.from({ length: rows }, () => Array<number>(columns).fill(0));

/** Sums in memory, by key in JSON. */
class Sums {
  readonly scores = new Map<string, ScoreSums>();
  readonly experts = new Map<string, ExpertSums>();

  add({ division, level, version, concluded_at }: Review, scores: Scores, experts: readonly Expert[]): void {
    const month = new Date(Date.parse(concluded_at) + CHINA_MS).toISOString().slice(0, 7);
    for (const place of ['', division.slice(0, 4)]) {
      const key = JSON.stringify([place, month, level, version]);
      const sums = this.scores.get(key) ?? {
        reviews: 0,
        chapters: zeros(scores.chapters.length, 4),
        items: zeros(scores.lost.length, 3),
        self: Array<number>(STEPS).fill(0),
        experts: Array<number>(STEPS).fill(0),
      };
      addScores(sums, scores);
      this.scores.set(key, sums);
    }
    for (const { expert, difference, days } of experts) {
      const key = JSON.stringify([expert, month]);
      const sums = this.experts.get(key) ?? { concluded: 0, panels: 0, sum: 0, squares: 0, days: [] };
      sums.concluded += 1;
      sums.days.push(days);
      if (difference !== null) {
        sums.panels += 1;
        sums.sum += difference;
        sums.squares += difference * difference;
      }
      this.experts.set(key, sums);
    }
  }

  async write(db: Kysely<unknown>): Promise<void> {
    for (const [key, added] of this.scores) {
      const [place, month, level, version] = JSON.parse(key) as [string, string, number, string];
      const here = sql`place = ${place} AND month = ${month} AND level = ${level} AND version = ${version}`;
      const { rows } = await sql<{ sums: string }>`SELECT sums FROM score_sums WHERE ${here}`.execute(db);
      const [kept] = rows;
      if (kept) merge(added, JSON.parse(kept.sums) as ScoreSums);
      const sums = JSON.stringify(added);
      if (kept) await sql`UPDATE score_sums SET sums = ${sums} WHERE ${here}`.execute(db);
      else
        await sql`INSERT INTO score_sums (place, month, level, version, sums)
          VALUES (${place}, ${month}, ${level}, ${version}, ${sums})`.execute(db);
    }
    for (const [key, { concluded, panels, sum, squares, days }] of this.experts) {
      const [expert, month] = JSON.parse(key) as [string, string];
      await sql`INSERT INTO expert_sums (expert_id, month, concluded, panels, sum, squares, days)
        VALUES (${expert}, ${month}, ${concluded}, ${panels}, ${sum}, ${squares}, ${days.join(',')})
        ON CONFLICT (expert_id, month) DO UPDATE SET concluded = expert_sums.concluded + excluded.concluded,
          panels = expert_sums.panels + excluded.panels, sum = expert_sums.sum + excluded.sum,
          squares = expert_sums.squares + excluded.squares, days = expert_sums.days || ',' || excluded.days`.execute(
        db,
      );
    }
    this.scores.clear();
    this.experts.clear();
  }
}

function merge(sums: ScoreSums, other: ScoreSums): void {
  sums.reviews += other.reviews;
  for (const key of ['chapters', 'items'] as const) {
    for (const [row, values] of other[key].entries())
      for (const [at, value] of values.entries()) add(sums[key][row], at, value);
  }
  for (const key of ['self', 'experts'] as const)
    for (const [at, value] of other[key].entries()) add(sums[key], at, value);
}

const TABLES = `CREATE TABLE review_figures (
  assessment_id TEXT PRIMARY KEY REFERENCES assessments (id),
  scores TEXT NOT NULL,
  experts TEXT NOT NULL
);
CREATE TABLE score_sums (
  place TEXT NOT NULL,
  month TEXT NOT NULL,
  level INTEGER NOT NULL,
  version TEXT NOT NULL,
  sums TEXT NOT NULL,
  PRIMARY KEY (place, month, level, version)
);
CREATE TABLE expert_sums (
  expert_id TEXT NOT NULL REFERENCES users (id),
  month TEXT NOT NULL,
  concluded INTEGER NOT NULL,
  panels INTEGER NOT NULL,
  sum BIGINT NOT NULL,
  squares BIGINT NOT NULL,
  days TEXT NOT NULL,
  PRIMARY KEY (expert_id, month)
)`;

/** What statistics keep of concluded reviews, with their sums. A review without scores of items has none. */
export default {
  async up(db: Kysely<unknown>) {
    for (const table of schemaScript(dialectOf(db), TABLES).split(';')) await sql.raw(table).execute(db);
    const standards = new Map<string, Standard>();
    const sums = new Sums();
    let summed = 0;
    for (let after = ''; ; ) {
      const { rows: reviews } = await sql<Review>`SELECT id, division, level, standard_version AS version, concluded_at
        FROM assessments WHERE concluded_at IS NOT NULL AND is_deleted = 0 AND id > ${after}
        ORDER BY id LIMIT ${sql.lit(AT_ONCE)}`.execute(db);
      const last = reviews.at(-1);
      if (!last) break;
      after = last.id;
      for (const { version } of reviews) {
        if (standards.has(version)) continue;
        const { rows } = await sql<{ body: string }>`SELECT body FROM standards WHERE version = ${version}`.execute(db);
        if (rows[0]) standards.set(version, JSON.parse(rows[0].body) as Standard);
      }
      summed += await keep(db, reviews, standards, sums);
      if (summed < SUMMED_AT_ONCE) continue;
      summed = 0;
      await sums.write(db);
    }
    await sums.write(db);
  },
} satisfies Migration;

async function keep(
  db: Kysely<unknown>,
  reviews: readonly Review[],
  standards: ReadonlyMap<string, Standard>,
  sums: Sums,
): Promise<number> {
  const ids = sql`(${sql.join(reviews.map(({ id }) => id))})`;
  const { rows: own } = await sql<Score>`SELECT assessment_id, '' AS expert_id, serial, score, missing
    FROM station_scores WHERE assessment_id IN ${ids}`.execute(db);
  const { rows: given } = await sql<Score>`SELECT assessment_id, expert_id, serial, score, missing
    FROM expert_scores WHERE assessment_id IN ${ids}`.execute(db);
  const { rows: judges } = await sql<Judge>`SELECT assessment_id, expert_id, assigned_at, concluded_at
    FROM assessment_experts WHERE assessment_id IN ${ids} AND dropped = 0 AND concluded_at IS NOT NULL
    ORDER BY assigned_at, expert_id`.execute(db);
  const sheets = new Map<string, Map<string, Score>>();
  for (const score of [...own, ...given]) {
    const key = score.assessment_id + score.expert_id;
    const sheet = sheets.get(key) ?? new Map<string, Score>();
    sheets.set(key, sheet.set(score.serial, score));
  }
  const scored = new Set(given.map(({ assessment_id }) => assessment_id));
  let kept = 0;
  for (const review of reviews) {
    const standard = standards.get(review.version);
    if (!standard || !scored.has(review.id)) continue;
    const panel = judges.filter(({ assessment_id }) => assessment_id === review.id);
    const { scores, own: each } = scoresOf(
      standard,
      sheets.get(review.id) ?? new Map(),
      panel.map(({ expert_id }) => sheets.get(review.id + expert_id) ?? new Map()),
    );
    const experts = expertsOf(panel, each);
    await sql`INSERT INTO review_figures (assessment_id, scores, experts)
      VALUES (${review.id}, ${JSON.stringify(scores)}, ${JSON.stringify(experts)})`.execute(db);
    sums.add(review, scores, experts);
    kept += 1;
  }
  return kept;
}
