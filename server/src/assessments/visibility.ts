import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { chapterOf } from '@shp/shared/domain/standard/standard';
import { notFound } from '../httpError.ts';
import { type AssessmentRecord, type AssignedExpert, expertsOf } from '../store/repositories/assessments.ts';
import { lastRound } from '../store/repositories/events.ts';
import { expertConclusions } from '../store/repositories/review.ts';
import type { StoredScore } from '../store/repositories/scores.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { isBlind } from './blindness.ts';

/**
 * What a station sees of its experts' work (docs/spec/wire.md#calls `all_expert_scores`): the scores that concluded the
 * last finished round, without the experts' names. Nothing before that, and nothing of a running round.
 */
export async function shownToStation(
  db: Db,
  row: AssessmentRecord,
  s1: string,
): Promise<{ expertId: string; name: string; items: ScoreItem[] }[]> {
  const round = await lastRound(db, row);
  if (!round) return [];
  const conclusions = await expertConclusions(db, row, round);
  return conclusions.map(({ scores }) => ({
    expertId: '',
    name: '',
    items: (JSON.parse(scores) as ScoreItem[]).filter(({ serial }) => chapterOf(serial) === s1),
  }));
}

/**
 * The experts that the caller (null: the system) may see; an expert under blind review sees only itself. The others are
 * not read at all, so that their number does not show in the time of a response.
 */
export async function expertsFor(
  db: Db,
  caller: Parameters<typeof isBlind>[0] | null,
  row: AssessmentRecord,
): Promise<AssignedExpert[]> {
  const only = caller !== null && isBlind(caller, row.status) ? caller.id : undefined;
  return (await expertsOf(db, [row.id], only)).get(row.id) ?? [];
}

/**
 * An assigned expert, if the caller may read its scores. @throws HttpError `not_found` if none, or another expert while
 * blind.
 */
export async function assignedExpert(
  db: Db,
  row: AssessmentRecord,
  caller: Caller,
  expertId: string,
): Promise<AssignedExpert> {
  const expert = (await expertsFor(db, caller, row)).find(({ id }) => id === expertId);
  if (!expert) throw notFound();
  return expert;
}

/** Items in wire form; marks those that an administrator wrote instead of the owner. */
export function wireScores(items: readonly StoredScore[], owner: string): (ScoreItem & { byAdmin?: boolean })[] {
  return items.map(({ byId, ...item }) => (byId === owner ? item : { ...item, byAdmin: true }));
}
