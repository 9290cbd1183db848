import type { Reasons } from '@shp/shared/api/errors';
import type { scores } from '@shp/shared/api/scores';
import { mayScoreFor } from '@shp/shared/domain/assessment/permissions';
import { scoreProblems, submissionProblems } from '@shp/shared/domain/assessment/submission';
import { fromTenths, toTenths } from '@shp/shared/domain/lib/rational';
import { checkScoreItem, type ScoreEntry, sameScore } from '@shp/shared/domain/standard/scoreItems';
import { countScored, scoreSum } from '@shp/shared/domain/standard/scoring';
import {
  chapterItems,
  chapterOf,
  findChapter,
  itemsBySerial,
  type Serial1,
} from '@shp/shared/domain/standard/standard';
import { wireProblem } from '@shp/shared/text/problems';
import { rulesTexts } from '@shp/shared/text/rules';
import { isBlind } from '../assessments/blindness.ts';
import { inScope } from '../assessments/inScope.ts';
import {
  isEditable,
  loadReview,
  resultOf,
  rulesOf,
  scoresChangedAt,
  submissionOf,
  sumSavedAt,
} from '../assessments/load.ts';
import { incomplete, objectOf, refuseByStatus } from '../assessments/steps.ts';
import { assignedExpert, expertsFor, shownToStation, wireScores } from '../assessments/visibility.ts';
import type { Changes } from '../audit/append.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError, invalid, notFound } from '../httpError.ts';
import { type AssessmentRecord, type AssignedExpert, updateAssessment } from '../store/repositories/assessments.ts';
import { evidenceCounts } from '../store/repositories/files.ts';
import { touchExpert } from '../store/repositories/review.ts';
import { expertScores, putScores, type StoredScore, stationScores } from '../store/repositories/scores.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { standardOf } from '../store/repositories/standards.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller, Write } from '../types.ts';

async function chapter(db: Db, row: AssessmentRecord, s1: string): Promise<Serial1> {
  const found = findChapter(await standardOf(db, row.standard_version), s1);
  if (!found) throw notFound();
  return found;
}

async function sumOf(db: Db, row: AssessmentRecord, scores: readonly StoredScore[]) {
  const { thresholds } = rulesOf(row, await readSettings(db));
  return scoreSum(await standardOf(db, row.standard_version), scores, thresholds);
}

/** @throws HttpError if an item does not fit the standard or appears twice. */
async function checkEntries(
  db: Db,
  row: AssessmentRecord,
  entries: readonly ScoreEntry[],
  s1: string | undefined,
): Promise<void> {
  const bySerial = itemsBySerial(await standardOf(db, row.standard_version));
  const reasons: Reasons = {};
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const elsewhere = s1 !== undefined && chapterOf(entry.serial) !== s1;
    const reason =
      elsewhere || seen.has(entry.serial)
        ? ({ code: 'invalid' } as const)
        : checkScoreItem(entry, bySerial.get(entry.serial));
    if (reason) reasons[`items.${index}`] = reason;
    seen.add(entry.serial);
  }
  if (Object.keys(reasons).length > 0) throw invalid(reasons);
}

/**
 * Stores a batch of scores completely or not at all; never overwrites what another user has written meanwhile (`was`).
 */
async function saveScores(
  write: Write,
  caller: Caller,
  row: AssessmentRecord,
  expert: AssignedExpert | null,
  entries: readonly ScoreEntry[],
): Promise<StoredScore[]> {
  const { db, now } = write;
  const stored = new Map((await storedScores(db, row, expert)).map((item) => [item.serial, item]));
  const stale = entries.filter(({ serial, was }) => was !== undefined && !sameScore(was, stored.get(serial)));
  const differing = stale.filter((entry) => !sameScore(entry, stored.get(entry.serial)));
  if (differing.length > 0) {
    const current = wireScores(
      entries.flatMap(({ serial }) => stored.get(serial) ?? []),
      expert?.id ?? row.station_id,
    );
    const changed = (text: { errors: { conflict: string } }) => text.errors.conflict;
    throw new HttpError('conflict', {
      fields: Object.fromEntries(differing.map(({ serial }) => [serial, changed])),
      current,
    });
  }
  const fresh = entries.filter((entry) => !sameScore(entry, stored.get(entry.serial)));
  if (fresh.length > 0) {
    await putScores(db, row, expert?.id ?? null, fresh, caller.id, now);
    if (expert === null) {
      await updateAssessment(db, row, { scores_at: scoresChangedAt(row, now) }, now, 'keep');
    } else {
      await updateAssessment(db, row, {}, now, 'keep', 'notBlind');
      await touchExpert(db, row, expert.id, now);
    }
  }
  await write.audit({ object: objectOf(row), changes: scoreChanges(fresh, stored, expert) });
  for (const { was: _, ...item } of fresh) stored.set(item.serial, { ...item, byId: caller.id });
  return [...stored.values()];
}

function storedScores(db: Db, row: AssessmentRecord, expert: AssignedExpert | null): Promise<StoredScore[]> {
  return expert === null ? stationScores(db, row) : expertScores(db, row, expert.id);
}

function scoreChanges(
  fresh: readonly ScoreEntry[],
  stored: ReadonlyMap<string, StoredScore>,
  expert: AssignedExpert | null,
): Changes {
  const auditValue = (item: Omit<ScoreEntry, 'was'> | undefined) =>
    item ? { score: item.score, missing: item.missing, reason: item.reason } : null;
  const changes: Changes = Object.fromEntries(
    fresh.map((entry) => [entry.serial, [auditValue(stored.get(entry.serial)), auditValue(entry)]]),
  );
  if (expert === null) return changes;
  const { id, name } = expert;
  return {
    expert: [
      { id, name },
      { id, name },
    ],
    ...changes,
  };
}

export const scoreRoutes: Handlers<keyof typeof scores> = {
  async 'GET assessment/standard'({ asm_id }, context) {
    const row = await inScope(context.read, context.caller, asm_id);
    const { version, title, full, sections } = await standardOf(context.read, row.standard_version);
    return { version, title, full, sections };
  },

  async 'GET assessment/standard/serial1'({ id, s1 }, context) {
    return chapter(context.read, await inScope(context.read, context.caller, id), s1);
  },

  async 'GET assessment/standard/serial1/titles'({ id }, context) {
    const row = await inScope(context.read, context.caller, id);
    const standard = await standardOf(context.read, row.standard_version);
    const scores = await stationScores(context.read, row);
    const evidence = await evidenceCounts(context.read, row.id);
    return standard.sections.map((section) => {
      const items = chapterItems(section);
      const { serial, title, titleEn, score } = section;
      return {
        serial,
        title,
        ...(titleEn === undefined ? {} : { titleEn }),
        score,
        items: items.length,
        stationScored: countScored(items, scores),
        evidence: items.reduce((count, item) => count + (evidence.get(item.serial) ?? 0), 0),
        itemsWithEvidence: items.filter(({ serial }) => evidence.has(serial)).length,
      };
    });
  },

  async 'GET assessment/station_scores'({ id, s1 }, context) {
    const row = await inScope(context.read, context.caller, id);
    await chapter(context.read, row, s1);
    return wireScores(await stationScores(context.read, row, s1), row.station_id);
  },

  async 'POST assessment/station_scores'({ id, s1, items }, context) {
    const { caller } = context;
    return context.write(async (write) => {
      const row = await inScope(write.db, caller, id);
      await checkEntries(write.db, row, items, s1);
      if (!isEditable(row.status)) await refuseByStatus(write, caller, row);
      const scores = await saveScores(write, caller, row, null, items);
      return { sum: await sumOf(write.db, row, scores) };
    });
  },

  async 'GET assessment/all_expert_scores'({ id, s1 }, context) {
    const { read: db, caller } = context;
    const row = await inScope(db, caller, id);
    await chapter(db, row, s1);
    if (caller.role === 'station') return shownToStation(db, row, s1);
    const all = [];
    for (const { id: expertId, name } of await expertsFor(db, caller, row)) {
      all.push({ expertId, name, items: wireScores(await expertScores(db, row, expertId, s1), expertId) });
    }
    return all;
  },

  async 'GET assessment/result'({ id }, context) {
    const { read: db, caller } = context;
    const row = await inScope(db, caller, id);
    if (isBlind(caller, row.status)) return null;
    const { experts, rules } = await loadReview(db, row, null);
    return resultOf(db, row, experts, rules.thresholds);
  },

  async 'GET assessment/expert_scores'({ id, expertId, s1 }, context) {
    const row = await inScope(context.read, context.caller, id);
    await chapter(context.read, row, s1);
    const expert = await assignedExpert(context.read, row, context.caller, expertId);
    return wireScores(await expertScores(context.read, row, expert.id, s1), expert.id);
  },

  async 'POST assessment/expert_scores'({ id, s1, items, expertId }, context) {
    const { caller } = context;
    if (caller.role === 'admin' && expertId === undefined) throw invalid({ expertId: { code: 'required' } });
    return context.write(async (write) => {
      const row = await inScope(write.db, caller, id);
      if (caller.role === 'expert' && expertId !== undefined && expertId !== caller.id) throw notFound();
      const expert = await assignedExpert(write.db, row, caller, expertId ?? caller.id);
      await checkEntries(write.db, row, items, s1);
      const { facts } = await loadReview(write.db, row, null);
      if (!mayScoreFor(facts, expert.id)) await refuseByStatus(write, caller, row);
      const scores = await saveScores(write, caller, row, expert, items);
      return { sum: await sumOf(write.db, row, scores) };
    });
  },

  async 'POST assessment/save_station_score'({ id }, context) {
    const { caller } = context;
    return context.write(async (write) => {
      const row = await inScope(write.db, caller, id);
      if (!isEditable(row.status)) await refuseByStatus(write, caller, row);
      const scores = await stationScores(write.db, row);
      const problems = scoreProblems(await standardOf(write.db, row.standard_version), scores);
      if (problems.length > 0) throw incomplete(problems);
      const sum = await sumOf(write.db, row, scores);
      const stationScore = toTenths(sum.score100);
      await updateAssessment(
        write.db,
        row,
        { station_score: stationScore, self_saved_at: sumSavedAt(row, write.now) },
        write.now,
        'keep',
      );
      await write.audit({
        object: objectOf(row),
        changes: { stationScore: [row.station_score === null ? null : fromTenths(row.station_score), sum.score100] },
      });
      return { sum };
    });
  },

  async 'GET assessment/sum_expert_score'({ id, expertId }, context) {
    const row = await inScope(context.read, context.caller, id);
    const expert = await assignedExpert(context.read, row, context.caller, expertId);
    return sumOf(context.read, row, await expertScores(context.read, row, expert.id));
  },

  async 'GET assessment/sum_station_score'({ id }, context) {
    const row = await inScope(context.read, context.caller, id);
    return sumOf(context.read, row, await stationScores(context.read, row));
  },

  async 'GET assessment/validate_station_submit'({ id }, context) {
    const row = await inScope(context.read, context.caller, id);
    const problems = submissionProblems(await submissionOf(context.read, row, await readSettings(context.read)));
    const text = rulesTexts[context.lang];
    return { ok: problems.length === 0, problems: problems.map((problem) => wireProblem(problem, text)) };
  },
};
