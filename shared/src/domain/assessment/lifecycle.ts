import { contains } from '../accounts/divisions.ts';
import { MANAGERS, type Role } from '../accounts/roles.ts';
import type { Level, Status } from './statuses.ts';

/** Who makes a step. `system`: it happens by itself, see `systemStep`. */
export type Actor = 'station' | 'firstManager' | 'finalManager' | 'system';
/** What a step is called on buttons and in histories (`rules.steps`). */
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
/** Conditions of a step; `steps.ts` judges them, `rules.conditions` says them. */
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
 * What a step does beside setting the status and writing the event:
 * - `submission`: `submittedAt` is set, a read-only copy of form, self scores and the list of files is kept; the first
 *   one also pins thresholds, minExperts, minIndependentExperts and validYears;
 * - `archiveConclusions`: experts' and manager's conclusions move into history, scores stay;
 * - `dropUnconcluded`: experts that have not concluded no longer count;
 * - `reopenConclusions`: experts' conclusions reopen, scores stay;
 * - `conclude`: `concludedAt` is set;
 * - `startValidity`: `validUntil` is set (`validUntil()` in days.ts); `endValidity`: it ends (`revokedUntil()`).
 */
export type Effect =
  | 'submission'
  | 'archiveConclusions'
  | 'dropUnconcluded'
  | 'reopenConclusions'
  | 'conclude'
  | 'startValidity'
  | 'endValidity';

/** One row of the lifecycle. `when` tells two ends of one step apart: a row whose `when` fails does not exist. */
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
 * The lifecycle of an assessment (docs/spec/domain.md#lifecycle), row by row. `submittable` holds the three conditions of the
 * first row: nothing missing, applications open, level open. Form, scores, files and evidence are frozen in every
 * status but {@link EDITABLE}.
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

/** The roles that have any row in the lifecycle; any other is refused with 403 (docs/spec/wire.md#details). */
export const STEP_ROLES = ['admin', ...MANAGERS, 'station'] as const satisfies readonly Role[];

/** Who asks. `division` as in the account. */
export type Caller = { id: string; role: Role; division: string | null };
/** Where an assessment stands: `division` is that of its station, `station` the station's account. */
export type Place = { station: string; division: string; level: Level };

/** Any manager whose division contains the station. */
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

/** Rows out of a status, whoever makes the step. */
export function rowsFrom({ status, everReturned }: { status: Status; everReturned: boolean }): LifecycleRow[] {
  return LIFECYCLE.filter(
    (row) => row.from.includes(status) && (row.when === undefined || (row.when === 'everReturned') === everReturned),
  );
}

/**
 * The rows that a caller's role has from where an assessment stands, one a target. Where two actors reach the same
 * status (`submitted` → `returned`), an administrator acts as the manager.
 */
export function rowsOf(
  assessment: Place & { status: Status; everReturned: boolean },
  caller: Caller,
): readonly LifecycleRow[] {
  const rows = rowsFrom(assessment).filter(({ by }) => isActor(by, caller, assessment));
  return rows.filter(({ to, by }) => by !== 'station' || !rows.some((other) => other.to === to && other.by !== by));
}
