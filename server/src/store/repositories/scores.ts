import { fromTenths, toTenths } from '@shp/shared/domain/lib/rational';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { chapterOf, compareSerials } from '@shp/shared/domain/standard/standard';
import type { ExpressionBuilder } from 'kysely';
import type { Db, StationScoresTable } from '../schema/schema.ts';
import type { AssessmentRecord } from './assessments.ts';
import { recordContribution } from './fourEyes.ts';

type Assessment = Pick<AssessmentRecord, 'id'>;
/** A stored item with its author. */
export type StoredScore = ScoreItem & { byId: string };

/** A row of station or expert scores, in points. */
export function scoreOf(row: StationScoresTable): StoredScore {
  return {
    serial: row.serial,
    score: row.score === null ? null : fromTenths(row.score),
    missing: row.missing === 1,
    reason: row.reason,
    byId: row.by_id,
  };
}

function inOrder(rows: StationScoresTable[], s1: string | undefined): StoredScore[] {
  const wanted = s1 === undefined ? rows : rows.filter((row) => chapterOf(row.serial) === s1);
  return wanted.map(scoreOf).sort((a, b) => compareSerials(a.serial, b.serial));
}

/** The station's own scores, of one chapter or all. */
export async function stationScores(db: Db, of: Assessment, s1?: string): Promise<StoredScore[]> {
  return inOrder(await db.selectFrom('station_scores').selectAll().where('assessment_id', '=', of.id).execute(), s1);
}

/** One expert's scores, of one chapter or all. */
export async function expertScores(db: Db, of: Assessment, expert: string, s1?: string): Promise<StoredScore[]> {
  const rows = await db
    .selectFrom('expert_scores')
    .selectAll()
    .where('assessment_id', '=', of.id)
    .where('expert_id', '=', expert)
    .execute();
  return inOrder(rows, s1);
}

/** One expert's scores of several assessments, each with its version of the standard. */
export async function scoresByAssessment(
  db: Db,
  ids: readonly string[],
  expert: string,
): Promise<{ id: string; version: string; scores: StoredScore[] }[]> {
  if (ids.length === 0) return [];
  const assessments = await db
    .selectFrom('assessments')
    .select(['id', 'standard_version'])
    .where('id', 'in', [...ids])
    .execute();
  const rows = await db
    .selectFrom('expert_scores')
    .selectAll()
    .where('assessment_id', 'in', [...ids])
    .where('expert_id', '=', expert)
    .execute();
  return assessments.map(({ id, standard_version: version }) => ({
    id,
    version,
    scores: rows.filter(({ assessment_id }) => assessment_id === id).map(scoreOf),
  }));
}

/** The experts with scores. */
export async function scoredExperts(db: Db, of: Assessment): Promise<Set<string>> {
  const rows = await db
    .selectFrom('expert_scores')
    .select('expert_id')
    .distinct()
    .where('assessment_id', '=', of.id)
    .execute();
  return new Set(rows.map((row) => row.expert_id));
}

/** The columns that a written item replaces. */
function asWritten(eb: ExpressionBuilder<{ excluded: StationScoresTable }, 'excluded'>) {
  return {
    score: eb.ref('excluded.score'),
    missing: eb.ref('excluded.missing'),
    reason: eb.ref('excluded.reason'),
    by_id: eb.ref('excluded.by_id'),
    at: eb.ref('excluded.at'),
  };
}

/** Upserts items. `expert` null: the station's own. */
export async function putScores(
  db: Db,
  of: Assessment,
  expert: string | null,
  items: readonly ScoreItem[],
  by: string,
  at: string,
): Promise<void> {
  const rows = items.map(({ serial, score, missing, reason }) => ({
    assessment_id: of.id,
    serial,
    score: score === null ? null : toTenths(score),
    missing: missing ? 1 : 0,
    reason,
    by_id: by,
    at,
  }));
  if (expert === null) {
    await db
      .insertInto('station_scores')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['assessment_id', 'serial']).doUpdateSet(asWritten))
      .execute();
  } else {
    await db
      .insertInto('expert_scores')
      .values(rows.map((row) => ({ ...row, expert_id: expert })))
      .onConflict((conflict) => conflict.columns(['assessment_id', 'expert_id', 'serial']).doUpdateSet(asWritten))
      .execute();
  }
  await recordContribution(db, of, expert === null ? 'selfScores' : 'expertScores', by, at);
}
