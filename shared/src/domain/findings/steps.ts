import { hasDuty, isAdminFor } from '../accounts/duties.ts';
import { isAbsent } from '../assessment/fields.ts';
import { type Actor, type Caller, isFirstManager } from '../assessment/lifecycle.ts';
import type { FindingState } from './finding.ts';

/** The name of a step on buttons and in histories (`rules.findingSteps`). */
export type FindingStepName = 'plan' | 'finish' | 'close' | 'sendBack';
/** What a step needs; `due` is a day that is not over. */
export type FindingNeed = 'text' | 'due';
/** What a step may have. */
type FindingMay = 'due' | 'files';

/** One row of the table of steps. */
export type FindingStep = {
  readonly name: FindingStepName;
  readonly from: FindingState;
  readonly to: FindingState;
  readonly by: Extract<Actor, 'station' | 'firstManager'>;
  readonly needs: readonly FindingNeed[];
  readonly may: readonly FindingMay[];
};

/** The steps of a finding (docs/spec/domain.md#findings). An administrator may take all of them. */
export const FINDING_STEPS: readonly FindingStep[] = [
  { name: 'plan', from: 'open', to: 'planned', by: 'station', needs: ['text', 'due'], may: ['due', 'files'] },
  { name: 'finish', from: 'planned', to: 'done', by: 'station', needs: ['text'], may: ['files'] },
  { name: 'close', from: 'done', to: 'closed', by: 'firstManager', needs: [], may: ['files'] },
  { name: 'sendBack', from: 'done', to: 'planned', by: 'firstManager', needs: ['text'], may: ['due', 'files'] },
];

/** The roles that take steps of findings, and that may add one. */
export const FINDING_ROLES = ['admin', 'province_manager', 'city_manager', 'county_manager', 'station'] as const;

/** The station that a finding belongs to; `division` is the station's. */
export type FindingPlace = { readonly station: string; readonly division: string };

function isActor(by: FindingStep['by'], caller: Caller, place: FindingPlace): boolean {
  if (caller.role === 'admin') return hasDuty(caller, 'system');
  return by === 'station' ? isOwnStation(caller, place) : isFirstManager(caller, place);
}

const isOwnStation = (caller: Caller, { station }: FindingPlace) => caller.role === 'station' && caller.id === station;

/** The steps that the caller may take from a state. */
export function findingSteps(state: FindingState, place: FindingPlace, caller: Caller): FindingStep[] {
  return FINDING_STEPS.filter(({ from, by }) => from === state && isActor(by, caller, place));
}

/** Whether the caller may add files as evidence, for a step to come. A closed finding takes no more. */
export function mayAddEvidence(state: FindingState, place: FindingPlace, caller: Caller): boolean {
  return (
    state !== 'closed' && (isAdminFor(caller, 'system') || isOwnStation(caller, place) || isFirstManager(caller, place))
  );
}

/** What is wrong with the input of a step, by its key. */
export type FindingFault = 'required' | 'pastDay' | 'unwanted';
export type FindingVerdict =
  | { readonly ok: true; readonly step: FindingStep }
  | { readonly ok: false; readonly code: 'transition_not_allowed'; readonly allowed: readonly FindingState[] }
  | {
      readonly ok: false;
      readonly code: 'incomplete';
      readonly faults: Readonly<Partial<Record<'text' | 'due', FindingFault>>>;
    };

/** Judges `finding/step`: the row of the table, or why it is refused. `today` is the day in China. */
export function judgeFindingStep(
  state: FindingState,
  place: FindingPlace,
  caller: Caller,
  asked: { readonly to: FindingState; readonly text: string; readonly due?: string | undefined },
  today: string,
): FindingVerdict {
  const steps = findingSteps(state, place, caller);
  const step = steps.find(({ to }) => to === asked.to);
  if (!step) return { ok: false, code: 'transition_not_allowed', allowed: steps.map(({ to }) => to) };
  const faults: Partial<Record<'text' | 'due', FindingFault>> = {};
  if (step.needs.includes('text') && isAbsent(asked.text)) faults.text = 'required';
  if (asked.due === undefined) {
    if (step.needs.includes('due')) faults.due = 'required';
  } else if (!step.may.includes('due')) faults.due = 'unwanted';
  else if (asked.due < today) faults.due = 'pastDay';
  return Object.keys(faults).length === 0 ? { ok: true, step } : { ok: false, code: 'incomplete', faults };
}
