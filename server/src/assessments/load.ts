import type { Form } from '@shp/shared/domain/assessment/form';
import { commonMakersOf, conflictOf } from '@shp/shared/domain/assessment/fourEyes';
import { type Caller, EDITABLE, type Publication, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { AssessmentFacts, FourEyesFacts } from '@shp/shared/domain/assessment/steps';
import { guardedStepFrom, unitsFor } from '@shp/shared/domain/assessment/stepUnits';
import { type Submission, submissionProblems } from '@shp/shared/domain/assessment/submission';
import type { Settings, Thresholds } from '@shp/shared/domain/settings';
import { type ReviewResult, reviewResult, scoreSum } from '@shp/shared/domain/standard/scoring';
import { lastMakers } from '../store/repositories/accountMakers.ts';
import type { AssessmentRecord, AssignedExpert } from '../store/repositories/assessments.ts';
import { fileCategoriesPresent, uploadsUnfinished } from '../store/repositories/files.ts';
import { accountsOf, fourEyesRecord } from '../store/repositories/fourEyes.ts';
import { expertScores, stationScores } from '../store/repositories/scores.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { standardOf } from '../store/repositories/standards.ts';
import { accountNames } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import { expertsFor } from './visibility.ts';

export type Rules = {
  thresholds: Thresholds;
  minExperts: number;
  minIndependentExperts: number;
  validYears: number;
};

/**
 * The rules of a review: fixed at the first submission; before it, the present settings (docs/spec/domain.md#settings).
 */
export function rulesOf(row: AssessmentRecord, settings: Settings): Rules {
  // Submissions older than this rule are exempt from it.
  if (row.rules !== null)
    return { minIndependentExperts: 0, ...(JSON.parse(row.rules) as Omit<Rules, 'minIndependentExperts'>) };
  const { thresholds, minExperts, minIndependentExperts, validYears } = settings;
  return { thresholds, minExperts, minIndependentExperts, validYears };
}

export type Review = { row: AssessmentRecord; rules: Rules; experts: AssignedExpert[]; facts: AssessmentFacts };

/**
 * Loads what the lifecycle needs to judge the steps of `caller` (null: the system). Loads only what a step of this
 * caller from this status reads.
 */
export async function loadReview(db: Db, row: AssessmentRecord, caller: Caller | null): Promise<Review> {
  const settings = await readSettings(db);
  const rules = rulesOf(row, settings);
  const experts = await expertsFor(db, caller, row);
  const place = {
    station: row.station_id,
    division: row.division,
    level: row.level,
    status: row.status,
    everReturned: row.ever_returned === 1,
    publication: publicationOf(row, settings),
  };
  const needs = new Set(caller === null ? [] : rowsOf(place, caller).flatMap((step) => step.needs));
  const problems = needs.has('submittable') ? submissionProblems(await submissionOf(db, row, settings)) : [];
  const result = needs.has('qualifies') ? await resultOf(db, row, experts, rules.thresholds) : null;
  const guarded = needs.has('fourEyes') || needs.has('fourEyesFirst');
  const fourEyes = guarded && caller !== null ? await fourEyesFacts(db, row, caller) : NOT_GUARDED;
  const makers =
    needs.has('minIndependent') && rules.minIndependentExperts > 0 ? await expertMakers(db, experts) : NONE;
  const facts: AssessmentFacts = {
    ...place,
    rules,
    experts: counting(experts).map(({ id, concludedAt }) => ({ id, concluded: concludedAt !== null })),
    managerConclusion: row.manager_conclusion !== null,
    submission: () => problems,
    result: () => result,
    fourEyes: () => fourEyes,
    expertMakers: () => makers,
  };
  return { row, rules, experts, facts };
}

/** How a decision to pass is made: a proposal that runs ends as it began, whatever the setting says since. */
export function publicationOf({ proposed_until }: AssessmentRecord, { publicDays }: Settings): Publication {
  if (proposed_until !== null) return 'running';
  return publicDays > 0 ? 'proposed' : 'atOnce';
}

/** The experts who were not dropped. */
export function counting(experts: readonly AssignedExpert[]): AssignedExpert[] {
  return experts.filter(({ dropped }) => !dropped);
}

/** Everything that decides whether the station may submit. */
export async function submissionOf(db: Db, row: AssessmentRecord, settings: Settings): Promise<Submission> {
  return {
    level: row.level,
    settings,
    thresholds: rulesOf(row, settings).thresholds,
    form: JSON.parse(row.form) as Form,
    standard: await standardOf(db, row.standard_version),
    scores: await stationScores(db, row),
    selfScore: selfScoreState(row),
    files: await fileCategoriesPresent(db, row.id),
    uploads: await uploadsUnfinished(db, row.id),
  };
}

function selfScoreState(row: AssessmentRecord): Submission['selfScore'] {
  if (row.self_saved_at === null) return 'absent';
  return row.scores_at !== null && row.scores_at > row.self_saved_at ? 'stale' : 'current';
}

/**
 * The time of a score change: always later than the last saved sum, even within one millisecond or if the clock stands
 * still.
 */
export function scoresChangedAt({ self_saved_at }: AssessmentRecord, now: string): string {
  if (self_saved_at === null || now > self_saved_at) return now;
  return new Date(Date.parse(self_saved_at) + 1).toISOString();
}

/** The time of a saved sum: never before the scores it adds up. */
export function sumSavedAt({ scores_at }: AssessmentRecord, now: string): string {
  return scores_at !== null && scores_at > now ? scores_at : now;
}

/** The mean over the experts who concluded; null if none has. */
export async function resultOf(
  db: Db,
  row: AssessmentRecord,
  experts: readonly AssignedExpert[],
  thresholds: Thresholds,
): Promise<ReviewResult | null> {
  const standard = await standardOf(db, row.standard_version);
  const sums = [];
  for (const { id, concludedAt } of counting(experts)) {
    if (concludedAt !== null) sums.push(scoreSum(standard, await expertScores(db, row, id), thresholds));
  }
  return reviewResult(sums, thresholds);
}

const NOT_GUARDED: FourEyesFacts = {
  createdAt: '',
  firstSubmittedAt: null,
  contributions: [],
  links: [],
  nameOf: (id) => ({ name: id, account: '' }),
  accounts: [],
};

const NONE: ReturnType<AssessmentFacts['expertMakers']> = new Map();

/** Loads names and possible deputies only if a step is refused or has a hint, which is rare. */
async function fourEyesFacts(db: Db, row: AssessmentRecord, caller: Caller): Promise<FourEyesFacts> {
  const step = guardedStepFrom(row.status);
  if (step === null) return NOT_GUARDED;
  const known = await fourEyesRecord(db, row, [caller.id]);
  const conflict = conflictOf(known, step, caller.id);
  const makers = conflict === null ? commonMakersOf(known, step, caller.id) : [];
  if (conflict === null && makers.length === 0) return { ...NOT_GUARDED, ...known };
  const accounts = conflict === null ? [] : await accountsOf(db, unitsFor(step, row));
  const all =
    accounts.length === 0 ? known : await fourEyesRecord(db, row, [caller.id, ...accounts.map(({ id }) => id)]);
  const named = [...(conflict ? [conflict.account] : []), ...makers.flatMap(({ account, maker }) => [account, maker])];
  const names = await accountNames(db, new Set([...named, ...accounts.map(({ id }) => id)]));
  return { ...all, accounts, nameOf: (id) => names.get(id) ?? { name: id, account: '' } };
}

async function expertMakers(db: Db, experts: readonly AssignedExpert[]) {
  return lastMakers(
    db,
    experts.map(({ id }) => id),
  );
}

/** Whether the form, self scores, files and evidence can be changed. */
export function isEditable(status: Status): boolean {
  return EDITABLE.includes(status);
}
