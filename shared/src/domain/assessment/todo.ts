import type { Role } from '../accounts/roles.ts';
import type { Level, Status } from './statuses.ts';
import { isOfUnit, type Unit } from './stepUnits.ts';

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
 * The meaning of the list filter `waiting=true` for each role; `rules.waiting` explains it on screens. If the four-eyes
 * rule refuses the regular unit, the assessment waits for the unit above (`standInFor` in stepUnits.ts).
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

/** Whether an assessment in the caller's scope waits for the caller; the list filter is the same rule in SQL. */
export function waitsFor(
  assessment: {
    status: Status;
    level: Level;
    division: string;
    experts: readonly { id: string; concluded: boolean }[];
    /** The unit that takes the step instead of the regular one. */
    standIn?: Unit | null;
  },
  caller: { id: string; role: Role; division: string | null },
): boolean {
  const { status, level, division, experts, standIn = null } = assessment;
  if (standIn !== null) return isOfUnit(caller, standIn);
  return WAITING[caller.role].some((row) => {
    if (!row.status.includes(status) || row.levels?.includes(level) === false) return false;
    if (row.only === 'ownDivision') return division === caller.division;
    if (row.only === 'notConcluded') return experts.some(({ id, concluded }) => id === caller.id && !concluded);
    return true;
  });
}
