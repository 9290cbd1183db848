import { toTenths } from '@shp/shared/domain/lib/rational';
import { sql } from 'kysely';
import { wholePrint } from '../assessments/print.ts';
import { fileOf } from '../store/repositories/files.ts';
import { storePrint } from '../store/repositories/printedConclusions.ts';
import type { ConclusionsTable, Db } from '../store/schema/schema.ts';
import { insertMany } from './bulkInsert.ts';
import type { DemoFile } from './files.ts';
import { type Concluded, withAdvice } from './findings.ts';
import type { DemoSources, History } from './history.ts';
import type { Sheet } from './scores.ts';
import { iso } from './times.ts';

/** Sheets repeat, so the database copies them: one row per item, and one draw per sheet in use. */
type Workshop = {
  demo_sheets: { sheet: number; place: number; serial: string; score: number | null; missing: number; reason: string };
  demo_draws: { assessment_id: string; owner_id: string; expert: number; sheet: number; scored: number; at: string };
};

/** Creates the tables from which score rows are copied; {@link dropScoreSheets} drops them. */
export async function createScoreSheets(db: Db, sheets: readonly Sheet[]): Promise<void> {
  await sql`CREATE TEMPORARY TABLE demo_sheets (sheet INTEGER, place INTEGER, serial TEXT, score INTEGER, missing INTEGER,
    reason TEXT, PRIMARY KEY (sheet, place))`.execute(db);
  await sql`CREATE TEMPORARY TABLE demo_draws (assessment_id TEXT, owner_id TEXT, expert INTEGER, sheet INTEGER,
    scored INTEGER, at TEXT)`.execute(db);
  const lines = sheets.flatMap(({ id, items }) =>
    items.map(({ serial, score, missing, reason }, place) => {
      const tenths = score === null ? null : toTenths(score);
      return { sheet: id, place, serial, score: tenths, missing: missing ? 1 : 0, reason };
    }),
  );
  await insertMany(db.withTables<Workshop>(), 'demo_sheets', lines);
}

/** Drops the temporary tables. */
export async function dropScoreSheets(db: Db): Promise<void> {
  await db.schema.dropTable('demo_sheets').execute();
  await db.schema.dropTable('demo_draws').execute();
}

/**
 * Inserts scores item by item, the copies made at submissions and conclusions, and the prints. Returns the printed
 * problems.
 */
export async function insertDetails(
  db: Db,
  { random, today }: DemoSources,
  histories: readonly History[],
  files: ReadonlyMap<string, readonly DemoFile[]>,
): Promise<Concluded[]> {
  await insertMany(db.withTables<Workshop>(), 'demo_draws', histories.flatMap(draws));
  await copyScores(db);
  await db.withTables<Workshop>().deleteFrom('demo_draws').execute();
  const submissions = histories.flatMap(({ row, submissions, own }) =>
    submissions.map((copy, place) => {
      const list = JSON.stringify((files.get(row.id) ?? []).map((file) => fileOf(file.row)));
      return { assessment_id: row.id, no: place + 1, ...copy, scores: own.sheet.json, files: list };
    }),
  );
  const conclusions = histories.flatMap(({ row, panel }) =>
    panel.given.map(({ seat: { expert, sheet }, at, text }): ConclusionsTable => {
      const by = { by_id: expert.row.id, by_name: expert.row.name };
      return { id: random.id(at), assessment_id: row.id, kind: 'expert', ...by, text, scores: sheet.json, at: iso(at) };
    }),
  );
  await insertMany(db, 'submissions', submissions);
  await insertMany(db, 'conclusions', conclusions);
  return printConcluded(db, histories, today);
}

async function printConcluded(db: Db, histories: readonly History[], today: number): Promise<Concluded[]> {
  const printed: Concluded[] = [];
  for (const history of histories) {
    const { row, concluded } = history;
    if (concluded === null) continue;
    const { stored, problems } = await wholePrint(db, concluded, (found) => withAdvice(concluded, found, today));
    await storePrint(db, row, stored);
    printed.push({ history, problems });
  }
  return printed;
}

function draws({ row, own, panel }: History): Workshop['demo_draws'][] {
  const draw = { assessment_id: row.id };
  const at = row.scores_at ?? row.created_at;
  return [
    { ...draw, owner_id: row.station_id, expert: 0, sheet: own.sheet.id, scored: own.scored, at },
    ...panel.seats.map(({ expert, sheet, scored, scoredAt }) => {
      return { ...draw, owner_id: expert.row.id, expert: 1, sheet: sheet.id, scored, at: iso(scoredAt) };
    }),
  ];
}

async function copyScores(db: Db): Promise<void> {
  const lines = sql`s.serial, s.score, s.missing, s.reason, d.owner_id, d.at
    FROM demo_draws d JOIN demo_sheets s ON s.sheet = d.sheet AND s.place < d.scored`;
  await sql`INSERT INTO station_scores (assessment_id, serial, score, missing, reason, by_id, at)
    SELECT d.assessment_id, ${lines} WHERE d.expert = 0`.execute(db);
  await sql`INSERT INTO expert_scores (assessment_id, expert_id, serial, score, missing, reason, by_id, at)
    SELECT d.assessment_id, d.owner_id, ${lines} WHERE d.expert = 1`.execute(db);
  await sql`INSERT INTO contributions (assessment_id, kind, user_id, at)
    SELECT assessment_id, CASE expert WHEN 1 THEN 'expertScores' ELSE 'selfScores' END, owner_id, at
      FROM demo_draws WHERE scored > 0
    UNION ALL SELECT assessment_id, 'form', owner_id, at FROM demo_draws WHERE expert = 0`.execute(db);
}
