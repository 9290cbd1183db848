import { contains } from '../accounts/divisions.ts';
import { type DutyHolder, hasDuty } from '../accounts/duties.ts';
import { MANAGERS, type Role } from '../accounts/roles.ts';
import type { Level, Status } from './statuses.ts';

/** Who takes a step. `system`: the server takes it automatically, see `systemStep`. */
export type Actor = 'station' | 'firstManager' | 'finalManager' | 'system';
/** The name of a step on buttons and in histories (`rules.steps`). */
export type StepName =
  | 'submit'
  | 'takeBack'
  | 'withdraw'
  | 'passFirst'
  | 'return'
  | 'startReview'
  | 'endReview'
  | 'reopenReview'
  | 'propose'
  | 'stopProposal'
  | 'pass'
  | 'fail'
  | 'revoke';
/** Conditions of a step; `steps.ts` checks them, `rules.conditions` has the texts. */
export type StepCondition =
  | 'submittable'
  | 'description'
  | 'minAssigned'
  | 'allConcluded'
  | 'minConcluded'
  | 'managerConclusion'
  | 'qualifies'
  | 'fourEyesFirst'
  | 'fourEyes'
  | 'minIndependent'
  | 'publicDaysOver';
/**
 * What a step does besides setting the status and writing the event:
 * - `submission`: set `submittedAt` and store a read-only copy of form, self scores and file list; the first submission
 *   also fixes thresholds, minExperts, minIndependentExperts and validYears;
 * - `archiveConclusions`: move the experts' and the manager's conclusions into history, leave the scores;
 * - `dropUnconcluded`: experts that have not concluded no longer count;
 * - `reopenConclusions`: reopen the experts' conclusions, leave the scores;
 * - `propose`: the status stays; store the wording of the findings and show the decision on the public list;
 * - `endProposal`: take it off the public list; the stored wording goes into the conclusion, if it becomes one;
 * - `conclude`: set `concludedAt`;
 * - `startValidity`: set `validUntil` (`validUntil()` in days.ts); `endValidity`: end it (`revokedUntil()`).
 */
export type Effect =
  | 'submission'
  | 'archiveConclusions'
  | 'dropUnconcluded'
  | 'reopenConclusions'
  | 'propose'
  | 'endProposal'
  | 'conclude'
  | 'startValidity'
  | 'endValidity';

/**
 * How a decision to pass is made (docs/spec/domain.md#proposals). `atOnce`: it takes effect at once; `proposed`: it is
 * shown as a proposal first; `running`: such a proposal is shown now.
 */
export type Publication = 'atOnce' | 'proposed' | 'running';
/** How the decision on an assessment is made, as the server sent it. */
export function publicationOf(assessment: { proposedUntil?: unknown; proposable?: unknown }): Publication {
  if (assessment.proposedUntil) return 'running';
  return assessment.proposable ? 'proposed' : 'atOnce';
}

/** What the rows of a status depend on besides the status. */
export type LifecycleFacts = { status: Status; everReturned: boolean; publication?: Publication };

/**
 * One row of the lifecycle. A row applies only if its `when` holds. `to`: where the step leads, with `propose` once the
 * proposal is over.
 */
export type LifecycleRow = {
  readonly name: StepName;
  readonly from: readonly Status[];
  readonly to: Status;
  readonly by: Actor;
  readonly when?: When;
  readonly needs: readonly StepCondition[];
  readonly effects: readonly Effect[];
};

type When = 'neverReturned' | 'everReturned' | Publication | 'notRunning';
const WHEN: Record<When, (of: LifecycleFacts) => boolean> = {
  neverReturned: ({ everReturned }) => !everReturned,
  everReturned: ({ everReturned }) => everReturned,
  atOnce: ({ publication = 'atOnce' }) => publication === 'atOnce',
  proposed: ({ publication }) => publication === 'proposed',
  running: ({ publication }) => publication === 'running',
  notRunning: ({ publication }) => publication !== 'running',
};

const row = (
  name: StepName,
  from: readonly Status[],
  to: Status,
  by: Actor,
  needs: readonly StepCondition[] = [],
  effects: readonly Effect[] = [],
): LifecycleRow => ({ name, from, to, by, needs, effects });

const TO_PASS: readonly StepCondition[] = ['managerConclusion', 'qualifies', 'fourEyes', 'minIndependent'];

/**
 * The lifecycle of an assessment (docs/spec/domain.md#lifecycle). `submittable` combines the three conditions of the
 * first row: nothing missing, applications open, level open. Form, scores, files and evidence are frozen in every
 * status except {@link EDITABLE}.
 */
export const LIFECYCLE: readonly LifecycleRow[] = [
  row('submit', ['draft', 'returned'], 'submitted', 'station', ['submittable'], ['submission']),
  { ...row('takeBack', ['submitted'], 'draft', 'station'), when: 'neverReturned' },
  { ...row('takeBack', ['submitted'], 'returned', 'station'), when: 'everReturned' },
  row('withdraw', ['submitted', 'returned'], 'withdrawn', 'station'),
  row('passFirst', ['submitted'], 'first_passed', 'firstManager', ['fourEyesFirst']),
  row('return', ['submitted'], 'returned', 'firstManager', ['description'], ['archiveConclusions']),
  row('startReview', ['first_passed'], 'reviewing', 'finalManager', ['minAssigned']),
  row('return', ['first_passed'], 'returned', 'finalManager', ['description'], ['archiveConclusions']),
  row('endReview', ['reviewing'], 'reviewed', 'system', ['allConcluded', 'minConcluded'], ['dropUnconcluded']),
  row('endReview', ['reviewing'], 'reviewed', 'finalManager', ['description', 'minConcluded'], ['dropUnconcluded']),
  {
    ...row('reopenReview', ['reviewed'], 'reviewing', 'finalManager', ['description'], ['reopenConclusions']),
    when: 'notRunning',
  },
  {
    ...row('return', ['reviewed'], 'returned', 'finalManager', ['description'], ['archiveConclusions']),
    when: 'notRunning',
  },
  { ...row('pass', ['reviewed'], 'passed', 'finalManager', TO_PASS, ['conclude', 'startValidity']), when: 'atOnce' },
  { ...row('propose', ['reviewed'], 'passed', 'finalManager', TO_PASS, ['propose']), when: 'proposed' },
  {
    ...row('pass', ['reviewed'], 'passed', 'system', ['publicDaysOver'], ['endProposal', 'conclude', 'startValidity']),
    when: 'running',
  },
  {
    ...row('stopProposal', ['reviewed'], 'reviewed', 'finalManager', ['description'], ['endProposal']),
    when: 'running',
  },
  {
    ...row(
      'fail',
      ['reviewed'],
      'failed',
      'finalManager',
      ['managerConclusion', 'fourEyes', 'minIndependent'],
      ['conclude'],
    ),
    when: 'notRunning',
  },
  row('revoke', ['passed'], 'revoked', 'finalManager', ['description'], ['endValidity']),
];

/** Statuses in which form, self scores, files and evidence can be changed. */
export const EDITABLE: readonly Status[] = ['draft', 'returned'];

/** The roles that take steps; every other role gets 403 (docs/spec/wire.md#details). */
export const STEP_ROLES = ['admin', ...MANAGERS, 'station'] as const satisfies readonly Role[];

/** The caller; `division` is that of the account. */
export type Caller = DutyHolder & { id: string; division: string | null };
/** `division` is the station's division, `station` the id of the station's account. */
export type Place = { station: string; division: string; level: Level };

/** Whether the caller is a manager of a division that contains the station. */
export function isFirstManager(
  { role, division }: Pick<Caller, 'role' | 'division'>,
  place: Pick<Place, 'division'>,
): boolean {
  return (MANAGERS as readonly Role[]).includes(role) && division !== null && contains(division, place.division);
}

/** Level 3: the city_manager of the station's city or the province_manager; levels 1 and 2: the province_manager. */
export function isFinalManager(caller: Caller, place: Pick<Place, 'division' | 'level'>): boolean {
  const fits = caller.role === 'province_manager' || (caller.role === 'city_manager' && place.level === 3);
  return fits && isFirstManager(caller, place);
}

function isActor(actor: Actor, caller: Caller, place: Place): boolean {
  if (actor === 'system') return false;
  if (caller.role === 'admin') return hasDuty(caller, 'system');
  if (actor === 'station') return caller.role === 'station' && caller.id === place.station;
  return actor === 'firstManager' ? isFirstManager(caller, place) : isFinalManager(caller, place);
}

/** The rows that apply in a status, for all actors. */
export function rowsFrom(of: LifecycleFacts): LifecycleRow[] {
  return LIFECYCLE.filter((row) => row.from.includes(of.status) && (row.when === undefined || WHEN[row.when](of)));
}

/** The status after a step. */
export function statusAfter({ effects, to }: LifecycleRow, from: Status): Status {
  return effects.includes('propose') ? from : to;
}

/**
 * The rows that the caller may take, one per target status. If two actors can reach the same status (`submitted` →
 * `returned`), an administrator acts as the manager.
 */
export function rowsOf(assessment: Place & LifecycleFacts, caller: Caller): readonly LifecycleRow[] {
  const rows = rowsFrom(assessment).filter(({ by }) => isActor(by, caller, assessment));
  return rows.filter(({ to, by }) => by !== 'station' || !rows.some((other) => other.to === to && other.by !== by));
}
