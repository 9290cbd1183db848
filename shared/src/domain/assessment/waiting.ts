import type { Role } from '../accounts/roles.ts';
import type { Level, Status } from './statuses.ts';

/**
 * A rule for assessments that wait for a role, within the caller's scope (docs/spec/domain.md#lifecycle). No `levels`
 * means all levels. `only: ownDivision`: the station's division is the caller's, not one below it; `only:
 * notConcluded`: the caller is assigned and has not concluded.
 */
export type Waiting = {
  readonly status: readonly Status[];
  readonly levels?: readonly Level[];
  readonly only?: 'ownDivision' | 'notConcluded';
};

/**
 * The meaning of the list filter `waiting=true` for each role. If the four-eyes rule refuses the regular unit,
 * the assessment waits for the unit above (`standInFor` in stepUnits.ts).
 */
export const WAITING: Record<Role, readonly Waiting[]> = {
  station: [{ status: ['draft', 'returned'] }],
  county_manager: [{ status: ['submitted'] }],
  city_manager: [
    { status: ['submitted'], only: 'ownDivision' },
    { status: ['first_passed', 'reviewed'], levels: [3] },
  ],
  province_manager: [{ status: ['first_passed', 'reviewed'], levels: [1, 2] }],
  expert: [{ status: ['reviewing'], only: 'notConcluded' }],
  admin: [],
  ministry_manager: [],
  supervisor: [],
  guest: [],
};

/**
 * Whether lists offer the filter to a role. Not to administrators: assessments wait for them only if the rule refuses
 * every unit below, and the call's filter finds those too.
 */
export function hasTodo(role: Role): boolean {
  return WAITING[role].length > 0;
}
