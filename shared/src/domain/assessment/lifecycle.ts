import { contains } from '../accounts/divisions.ts';
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
  | 'minIndependent';
/**
 * What a step does besides setting the status and writing the event:
 * - `submission`: set `submittedAt` and store a read-only copy of form, self scores and file list; the first submission
 *   also fixes thresholds, minExperts, minIndependentExperts and validYears;
 * - `archiveConclusions`: move the experts' and the manager's conclusions into history, leave the scores;
 * - `dropUnconcluded`: experts that have not concluded no longer count;
 * - `reopenConclusions`: reopen the experts' conclusions, leave the scores;
 * - `conclude`: set `concludedAt`;
 * - `startValidity`: set `validUntil` (`validUntil()` in days.ts); `endValidity`: end it (`revokedUntil()`).
 */
export type Effect =
  | 'submission'
  | 'archiveConclusions'
  | 'dropUnconcluded'
  | 'reopenConclusions'
  | 'conclude'
  | 'startValidity'
  | 'endValidity';

/** One row of the lifecycle. `when` selects between two rows of one step; a row applies only if its `when` holds. */
export type LifecycleRow = {
  readonly name: StepName;
  readonly from: readonly Status[];
  readonly to: Status;
  readonly by: Actor;
  readonly when?: 'neverReturned' | 'everReturned';
  readonly needs: readonly StepCondition[];
  readonly effects: readonly Effect[];
};

const row = (
  name: StepName,
  from: readonly Status[],
  to: Status,
  by: Actor,
  needs: readonly StepCondition[] = [],
  effects: readonly Effect[] = [],
): LifecycleRow => ({ name, from, to, by, needs, effects });

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
  row('reopenReview', ['reviewed'], 'reviewing', 'finalManager', ['description'], ['reopenConclusions']),
  row('return', ['reviewed'], 'returned', 'finalManager', ['description'], ['archiveConclusions']),
  row(
    'pass',
    ['reviewed'],
    'passed',
    'finalManager',
    ['managerConclusion', 'qualifies', 'fourEyes', 'minIndependent'],
    ['conclude', 'startValidity'],
  ),
  row(
    'fail',
    ['reviewed'],
    'failed',
    'finalManager',
    ['managerConclusion', 'fourEyes', 'minIndependent'],
    ['conclude'],
  ),
  row('revoke', ['passed'], 'revoked', 'finalManager', ['description'], ['endValidity']),
];

/** Statuses in which form, self scores, files and evidence can be changed. */
export const EDITABLE: readonly Status[] = ['draft', 'returned'];

/** The roles that take steps; every other role gets 403 (docs/spec/wire.md#details). */
export const STEP_ROLES = ['admin', ...MANAGERS, 'station'] as const satisfies readonly Role[];

/** The caller; `division` is that of the account. */
export type Caller = { id: string; role: Role; division: string | null };
/** `division` is the station's division, `station` the id of the station's account. */
export type Place = { station: string; division: string; level: Level };

/** Whether the caller is a manager of a division that contains the station. */
export function isFirstManager({ role, division }: Caller, place: Pick<Place, 'division'>): boolean {
  return (MANAGERS as readonly Role[]).includes(role) && division !== null && contains(division, place.division);
}

/** Level 3: the city_manager of the station's city or the province_manager; levels 1 and 2: the province_manager. */
export function isFinalManager(caller: Caller, place: Pick<Place, 'division' | 'level'>): boolean {
  const fits = caller.role === 'province_manager' || (caller.role === 'city_manager' && place.level === 3);
  return fits && isFirstManager(caller, place);
}

function isActor(actor: Actor, caller: Caller, place: Place): boolean {
  if (actor === 'system') return false;
  if (caller.role === 'admin') return true;
  if (actor === 'station') return caller.role === 'station' && caller.id === place.station;
  return actor === 'firstManager' ? isFirstManager(caller, place) : isFinalManager(caller, place);
}

/** The rows that apply in a status, for all actors. */
export function rowsFrom({ status, everReturned }: { status: Status; everReturned: boolean }): LifecycleRow[] {
  return LIFECYCLE.filter(
    (row) => row.from.includes(status) && (row.when === undefined || (row.when === 'everReturned') === everReturned),
  );
}

/**
 * The rows that the caller may take, one per target status. If two actors can reach the same status (`submitted` →
 * `returned`), an administrator acts as the manager.
 */
export function rowsOf(
  assessment: Place & { status: Status; everReturned: boolean },
  caller: Caller,
): readonly LifecycleRow[] {
  const rows = rowsFrom(assessment).filter(({ by }) => isActor(by, caller, assessment));
  return rows.filter(({ to, by }) => by !== 'station' || !rows.some((other) => other.to === to && other.by !== by));
}
