import type { Role } from '../accounts/roles.ts';
import type { Thresholds } from '../settings.ts';
import { type ReviewResult, shortfall } from '../standard/scoring.ts';
import { isAbsent } from './fields.ts';
import { commonMakersOf, conflictOf, type FourEyesRecord, type GuardedStep, type NamedAccount } from './fourEyes.ts';
import {
  type Caller,
  type LifecycleRow,
  type Place,
  type Publication,
  rowsFrom,
  rowsOf,
  STEP_ROLES,
  type StepCondition,
} from './lifecycle.ts';
import type { Problem } from './problems.ts';
import type { Status } from './statuses.ts';
import { isOfUnit, standInAccounts, takesGuardedSteps, type Unit, type UnitAccount, unitsFor } from './stepUnits.ts';

/**
 * The facts of an assessment that the lifecycle needs. The functions are called only if a row has their condition, so
 * the caller can load these facts lazily.
 */
export type AssessmentFacts = Place & {
  status: Status;
  /** Whether the assessment was ever returned. */
  everReturned: boolean;
  /** Fixed at the first submission. */
  rules: { minExperts: number; minIndependentExperts: number; thresholds: Thresholds };
  /** The experts that count: assigned, and not dropped when the review was ended early. */
  experts: readonly { id: string; concluded: boolean }[];
  /** How a decision to pass is made now; by default at once. */
  publication?: Publication;
  /** Whether the days of a running proposal are over. */
  publicDaysOver?: boolean;
  /** Whether the manager has written a conclusion. */
  managerConclusion: boolean;
  /** The result of `submissionProblems`. */
  submission: () => readonly Problem[];
  /** The result of `reviewResult` for the experts that have concluded. */
  result: () => ReviewResult | null;
  /** The contributions to the assessment, and how to display the accounts. */
  fourEyes: () => FourEyesFacts;
  /**
   * For each expert, the account that created the expert's account or last reset its password; null or absent if no
   * other account did.
   */
  expertMakers: () => ReadonlyMap<string, (Unit & { id: string }) | null>;
};

export type FourEyesFacts = FourEyesRecord & {
  nameOf: (account: string) => NamedAccount;
  /** The active accounts of the units that could take the step. */
  accounts: readonly UnitAccount[];
};

/**
 * A step that the caller's role has in this status. `problems` prevent it; `hints` are shown before the step and stored
 * in its event.
 */
export type Step = {
  row: LifecycleRow;
  to: Status;
  allowed: boolean;
  problems: readonly Problem[];
  hints: readonly Problem[];
};

/**
 * The caller's steps with the problems that prevent them (`assessment/next_steps`). The description is not checked
 * here, because the caller sends it with the step.
 */
export function steps(facts: AssessmentFacts, caller: Caller): Step[] {
  return rowsOf(facts, caller).map((row) => {
    const problems = row.needs.flatMap((condition) => PROBLEMS[condition](facts, caller));
    const hints = row.needs.flatMap((condition) => HINTS[condition]?.(facts, caller) ?? []);
    return { row, to: row.to, allowed: problems.length === 0, problems, hints };
  });
}

/** The statuses into which the caller may move the assessment now (`Assessment.actions`). */
export function actions(facts: AssessmentFacts, caller: Caller): Status[] {
  return steps(facts, caller).flatMap(({ to, allowed }) => (allowed ? [to] : []));
}

export type StepVerdict =
  | { ok: true; row: LifecycleRow; hints: readonly Problem[] }
  | { ok: false; code: 'forbidden' }
  | { ok: false; code: 'transition_not_allowed'; status: Status; allowed: Status[] }
  | { ok: false; code: 'incomplete'; problems: readonly Problem[] };

/** Checks `add_event`: returns the row with its effects, or why the step is refused (docs/spec/wire.md#details). */
export function judgeStep(facts: AssessmentFacts, caller: Caller, to: Status, description: string): StepVerdict {
  if (!(STEP_ROLES as readonly Role[]).includes(caller.role)) return { ok: false, code: 'forbidden' };
  const step = steps(facts, caller).find((one) => one.to === to);
  if (!step) {
    return { ok: false, code: 'transition_not_allowed', status: facts.status, allowed: actions(facts, caller) };
  }
  const described = !step.row.needs.includes('description') || !isAbsent(description);
  const problems: Problem[] = [...step.problems];
  if (!described) problems.push({ part: 'form', code: 'descriptionMissing' });
  return problems.length === 0
    ? { ok: true, row: step.row, hints: step.hints }
    : { ok: false, code: 'incomplete', problems };
}

/**
 * The automatic step that is due now; null if none is. Call it under the assessment's lock after every conclusion,
 * change of experts and deletion of an expert (docs/spec/domain.md#lifecycle).
 */
export function systemStep(facts: AssessmentFacts): LifecycleRow | null {
  const row = rowsFrom(facts).find(({ by }) => by === 'system');
  return row?.needs.every((condition) => PROBLEMS[condition](facts, NOBODY).length === 0) ? row : null;
}

const NOBODY: Caller = { id: '', role: 'guest', division: null };

const PROBLEMS: Record<StepCondition, (facts: AssessmentFacts, caller: Caller) => readonly Problem[]> = {
  submittable: ({ submission }) => submission(),
  description: () => [],
  minAssigned: ({ experts, rules }) => tooFew('minAssigned', rules.minExperts, experts.length),
  allConcluded: ({ experts }) => tooFew('minConcluded', experts.length, concluded(experts)),
  minConcluded: ({ experts, rules }) => tooFew('minConcluded', rules.minExperts, concluded(experts)),
  managerConclusion: ({ managerConclusion }) =>
    managerConclusion ? [] : [{ part: 'form', code: 'conclusionMissing' }],
  qualifies: ({ result, level, rules }) => {
    const reached = result();
    if (!reached) return tooFew('minConcluded', rules.minExperts, 0);
    const lacking = shortfall(reached, level, rules.thresholds);
    return lacking ? [{ part: 'score', code: 'notQualified', shortfall: lacking }] : [];
  },
  fourEyesFirst: (facts, caller) => fourEyesProblems(facts, caller, 'firstReview'),
  fourEyes: (facts, caller) => fourEyesProblems(facts, caller, 'conclusion'),
  minIndependent: ({ experts, rules, expertMakers }, caller) => {
    const needed = rules.minIndependentExperts;
    if (needed === 0) return [];
    const makers = expertMakers();
    const independent = experts.filter((expert) => {
      const maker = makers.get(expert.id) ?? null;
      return expert.concluded && (maker === null || (maker.id !== caller.id && !isOfUnit(maker, caller)));
    });
    return tooFew('minIndependent', needed, independent.length);
  },
  publicDaysOver: ({ publicDaysOver = false }) => (publicDaysOver ? [] : [{ part: 'form', code: 'publicDaysLeft' }]),
};

const HINTS: Partial<Record<StepCondition, (facts: AssessmentFacts, caller: Caller) => readonly Problem[]>> = {
  fourEyesFirst: (facts, caller) => commonMakerHints(facts, caller, 'firstReview'),
  fourEyes: (facts, caller) => commonMakerHints(facts, caller, 'conclusion'),
};

/** Hints contain account names, including experts': only managers and administrators may read them. */
export function mayReadHints(role: Role): boolean {
  return takesGuardedSteps(role);
}

function fourEyesProblems(facts: AssessmentFacts, caller: Caller, step: GuardedStep): Problem[] {
  const known = facts.fourEyes();
  const conflict = conflictOf(known, step, caller.id);
  if (conflict === null) return [];
  const { kind, relation, account } = conflict;
  const instead = standInAccounts(known, step, unitsFor(step, facts), known.accounts);
  const names = { account: known.nameOf(account), instead: instead.map(({ id }) => known.nameOf(id)) };
  return [{ part: 'form', code: 'fourEyes', step, kind, relation, ...names }];
}

function commonMakerHints(facts: AssessmentFacts, caller: Caller, step: GuardedStep): Problem[] {
  const known = facts.fourEyes();
  if (conflictOf(known, step, caller.id) !== null) return [];
  return commonMakersOf(known, step, caller.id).map(({ kind, account, maker }) => {
    return { part: 'form', code: 'commonMaker', kind, account: known.nameOf(account), maker: known.nameOf(maker) };
  });
}

function concluded(experts: AssessmentFacts['experts']): number {
  return experts.filter((expert) => expert.concluded).length;
}

function tooFew(code: 'minAssigned' | 'minConcluded' | 'minIndependent', needed: number, present: number): Problem[] {
  return present < needed ? [{ part: 'score', code, needed, present }] : [];
}
