import { type Effect, type LifecycleRow, statusAfter } from '@shp/shared/domain/assessment/lifecycle';
import { type Problem, problemKey } from '@shp/shared/domain/assessment/problems';
import type { Remark } from '@shp/shared/domain/assessment/remarks';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { actions, judgeStep, systemStep } from '@shp/shared/domain/assessment/steps';
import type { GivenFinding } from '@shp/shared/domain/findings/finding';
import { dayOf, revokedUntil, validUntil } from '@shp/shared/domain/lib/days';
import { reviewFigures, withSum } from '@shp/shared/domain/statistics/review';
import type { Common } from '@shp/shared/text/en/common';
import type { Rules } from '@shp/shared/text/en/rules';
import { problemText } from '@shp/shared/text/problems';
import { makeFindings, withManagerTexts } from '../findings/make.ts';
import { HttpError, invalid } from '../httpError.ts';
import { notifyOfStep } from '../notices/notify.ts';
import { storeProposal, takeProposal } from '../store/proposals/proposals.ts';
import {
  type AssessmentRecord,
  findAssessment,
  resultColumns,
  unconcludedReviews,
  updateAssessment,
} from '../store/repositories/assessments.ts';
import { refreshEscalations } from '../store/repositories/escalations.ts';
import { appendEvent } from '../store/repositories/events.ts';
import { filesForSubmission } from '../store/repositories/files.ts';
import { storePrint } from '../store/repositories/printedConclusions.ts';
import {
  concludedExperts,
  dropUnconcluded,
  reopenExperts,
  storeConclusion,
  storeSubmission,
} from '../store/repositories/review.ts';
import { expertScores, stationScores } from '../store/repositories/scores.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { standardOf } from '../store/repositories/standards.ts';
import { namesOf } from '../store/repositories/users.ts';
import type { AssessmentsTable, Db } from '../store/schema/schema.ts';
import { concludedOf, storeReview } from '../store/statistics/reviewSums.ts';
import type { Caller, Write } from '../types.ts';
import { loadReview, type Review, resultOf, rulesOf } from './load.ts';
import { wholePrint } from './print.ts';
import { checkVersion, publicDaysFrom } from './view.ts';

/** `findings`: how the final manager words the findings of a conclusion. */
type StepInput = { description: string; remarks: readonly Remark[]; findings?: readonly GivenFinding[] | undefined };
/** `version`: the version that the caller has seen, if the request names it. */
type StepRequest = StepInput & { version: number | undefined };

/**
 * Takes a step of the lifecycle for a caller, within the caller's transaction. @throws HttpError if the step is not
 * allowed.
 */
export async function takeStep(
  write: Write,
  caller: Caller,
  row: AssessmentRecord,
  to: Status,
  { version, ...input }: StepRequest,
): Promise<AssessmentRecord> {
  const review = await loadReview(write.db, row, caller);
  const verdict = judgeStep(review.facts, caller, to, input.description);
  if (input.findings !== undefined && to !== 'passed' && to !== 'failed')
    throw invalid({ findings: { code: 'unknownKey' } });
  if (!verdict.ok) {
    if (verdict.code === 'forbidden') throw new HttpError('forbidden');
    if (verdict.code === 'incomplete') throw incomplete(verdict.problems);
    throw notAllowed(verdict.status, verdict.allowed);
  }
  // The station may have taken the application back and submitted it again: a reviewer must not pass an unseen version.
  await checkVersion(write.db, caller, row, version);
  return applyAudited(write, review, verdict.row, { ...input, by: caller, hints: verdict.hints });
}

/**
 * Takes the automatic step if it is due. Call it after every conclusion and every change of experts, in the same
 * transaction.
 */
export async function takeAutomaticStep(write: Write, row: AssessmentRecord): Promise<AssessmentRecord> {
  const review = await loadReview(write.db, row, null);
  const step = systemStep(review.facts);
  if (step === null) return row;
  return applyAudited(write, review, step, BY_ITSELF);
}

/** Makes a proposed decision the decision if its public days are over; null if they are not, or it was stopped. */
export async function settleProposal(write: Write, id: string): Promise<AssessmentRecord | null> {
  const row = await findAssessment(write.db, { kind: 'all' }, id);
  if (!row?.proposed_until) return null;
  const review = await loadReview(write.db, row, null);
  const step = systemStep({ ...review.facts, publicDaysOver: row.proposed_until < dayOf(write.now) });
  return step === null ? null : applyAudited(write, review, step, BY_ITSELF);
}

/** Takes the automatic step of every review that only waited for this expert. Call it when the account is deleted. */
export async function takeAutomaticStepsWithout(write: Write, expert: string): Promise<void> {
  for (const id of await unconcludedReviews(write.db, expert)) {
    const row = await findAssessment(write.db, { kind: 'all' }, id);
    if (row) await takeAutomaticStep(write, row);
  }
}

/** How the audit names an assessment. */
export const objectOf = (row: AssessmentRecord) => ({ kind: 'assessment', id: row.id, name: row.number });

/** 409 `incomplete`: names every problem by its item, field, category or rule. */
export function incomplete(problems: readonly Problem[]): HttpError {
  const textOf = (problem: Problem) => (common: Common, rules: Rules) => problemText(problem, { common, rules });
  const fields = Object.fromEntries(problems.map((problem) => [problemKey(problem), textOf(problem)]));
  const [only, ...others] = problems;
  return new HttpError('incomplete', only && others.length === 0 ? { fields, message: textOf(only) } : { fields });
}

/** 409 `transition_not_allowed`: names the present status and the possible next ones. */
function notAllowed(status: Status, allowed: readonly Status[]): HttpError {
  return new HttpError('transition_not_allowed', {
    fields: {
      status: (text) =>
        text.refused.statusIs(
          text.statuses[status],
          allowed.map((one) => text.statuses[one]),
        ),
    },
  });
}

/** @throws HttpError if the present status does not allow the call; names the steps that the caller can take. */
export async function refuseByStatus(write: Write, caller: Caller, row: AssessmentRecord): Promise<never> {
  const { facts } = await loadReview(write.db, row, caller);
  throw notAllowed(row.status, actions(facts, caller));
}

type Act = StepInput & { by: Caller | null; hints: readonly Problem[] };

const BY_ITSELF: Act = { description: '', remarks: [], by: null, hints: [] };

async function applyAudited(write: Write, review: Review, step: LifecycleRow, act: Act): Promise<AssessmentRecord> {
  const { row } = review;
  const after = await apply(write, review, step, act);
  const proposal = [row.proposed_until, after.proposed_until] as const;
  await write.audit({
    object: objectOf(after),
    changes: {
      status: [row.status, after.status],
      ...(proposal[0] !== proposal[1] && { proposedUntil: [...proposal] }),
    },
  });
  return after;
}

async function apply(write: Write, review: Review, step: LifecycleRow, act: Act): Promise<AssessmentRecord> {
  const { db, now } = write;
  const { row } = review;
  const status = statusAfter(step, row.status);
  const worded = row.proposed_until === null ? (act.findings ?? []) : await takeProposal(db, row);
  const set: Partial<AssessmentsTable> = { status };
  if (step.name === 'return') set.ever_returned = 1;
  for (const effect of step.effects) Object.assign(set, await EFFECTS[effect](write, review));
  let after = await updateAssessment(db, row, set, now, 'bump');
  if (step.effects.some((effect) => CHANGES_RESULT.has(effect))) after = await refreshResult(write, after);
  const by = act.by === null ? null : { id: act.by.id, name: act.by.name, role: act.by.role };
  await appendEvent(db, row, {
    from: row.status,
    status,
    description: act.description.trim(),
    remarks: act.remarks,
    at: now,
    by,
    hints: act.hints,
    proposedUntil: after.proposed_until,
  });
  await refreshEscalations(db, [row.id]);
  await notifyOfStep(write, after, step, by?.id ?? null);
  if (step.effects.includes('propose')) {
    await wholePrint(db, after, (found) => withManagerTexts(found, worded, after.proposed_until));
    await storeProposal(db, after, worded);
  }
  if (step.effects.includes('conclude')) await conclude(write, after, { worded, by });
  return after;
}

/** Everything that a conclusion makes. `by` null is the system: then the wording was checked at the proposal. */
async function conclude(
  write: Write,
  row: AssessmentRecord,
  { worded, by }: { worded: readonly GivenFinding[]; by: Pick<Caller, 'id' | 'name' | 'role'> | null },
): Promise<void> {
  const earliest = by === null ? null : dayOf(write.now);
  const { stored, problems } = await wholePrint(write.db, row, (found) => withManagerTexts(found, worded, earliest));
  await storePrint(write.db, row, stored);
  await makeFindings(write, row, problems, by);
  write.concluded(row.id);
  await storeFigures(write.db, row);
}

const CHANGES_RESULT = new Set<Effect>(['archiveConclusions', 'dropUnconcluded', 'reopenConclusions']);

/** What each effect of the lifecycle table does; returns the columns to set. */
const EFFECTS: Record<Effect, (write: Write, review: Review) => Promise<Partial<AssessmentsTable>>> = {
  async submission({ db, now }, { row }) {
    const rules = JSON.stringify(rulesOf(row, await readSettings(db)));
    const scores = (await stationScores(db, row)).map(({ serial, score, missing, reason }) => ({
      serial,
      score,
      missing,
      reason,
    }));
    await storeSubmission(db, row, {
      at: now,
      form: row.form,
      scores: JSON.stringify(scores),
      files: JSON.stringify(await filesForSubmission(db, row.id)),
    });
    return { submitted_at: now, first_submitted_at: row.first_submitted_at ?? now, rules: row.rules ?? rules };
  },
  async archiveConclusions(write, { row }) {
    await reopenExperts(write.db, row, 'clear');
    return archiveManager(write, row);
  },
  async dropUnconcluded({ db }, { row }) {
    await dropUnconcluded(db, row);
    return {};
  },
  async reopenConclusions({ db }, { row }) {
    await reopenExperts(db, row, 'keep');
    return {};
  },
  async propose({ db, now }) {
    return { proposed_until: (await publicDaysFrom(db, now)).until };
  },
  async endProposal() {
    return { proposed_until: null };
  },
  async conclude({ now }) {
    return { concluded_at: now };
  },
  async startValidity({ now }, { rules }) {
    return { valid_until: validUntil(now, rules.validYears) };
  },
  async endValidity({ now }, { row }) {
    return { valid_until: row.valid_until === null ? dayOf(now) : revokedUntil(row.valid_until, now) };
  },
};

async function archiveManager({ db, now }: Write, row: AssessmentRecord): Promise<Partial<AssessmentsTable>> {
  if (row.manager_conclusion === null || row.manager_conclusion_by === null) return {};
  const by = row.manager_conclusion_by;
  await storeConclusion(db, row, {
    kind: 'manager',
    by_id: by,
    by_name: (await namesOf(db, new Set([by]))).get(by) ?? '',
    text: row.manager_conclusion,
    scores: '[]',
    at: row.manager_conclusion_at ?? now,
  });
  return { manager_conclusion: null, manager_conclusion_by: null, manager_conclusion_at: null };
}

/** Recalculates the review's result and stores the columns that lists and exports show. */
export async function refreshResult({ db, now }: Write, row: AssessmentRecord): Promise<AssessmentRecord> {
  const { rules, experts } = await loadReview(db, row, null);
  const result = await resultOf(db, row, experts, rules.thresholds);
  return updateAssessment(db, row, resultColumns(result), now, 'keep', 'notBlind');
}

/** Stores the figures of a review that was just concluded, for statistics. */
export async function storeFigures(db: Db, row: AssessmentRecord): Promise<void> {
  const standard = await standardOf(db, row.standard_version);
  const panel = [];
  for (const one of await concludedExperts(db, row)) {
    panel.push({ ...one, ...withSum(standard, await expertScores(db, row, one.expert)) });
  }
  const own = withSum(standard, await stationScores(db, row));
  await storeReview(db, concludedOf(row), reviewFigures(standard, own, panel));
}
