import type { Role } from '../accounts/roles.ts';
import type { Level, Status } from './statuses.ts';
import { isOfUnit, type Unit } from './stepUnits.ts';

/**
 * One kind of assessment that waits for a role (docs/spec/domain.md#lifecycle), inside the caller's scope:
 * `levels` absent is every level; `only` `ownDivision`: the station belongs to the caller's division itself, not to one
 * below; `only` `notConcluded`: the caller is assigned and has not concluded.
 */
export type Waiting = {
  readonly status: readonly Status[];
  readonly levels?: readonly Level[];
  readonly only?: 'ownDivision' | 'notConcluded';
};

/**
 * What `waiting=true` of the list means for each role; the explanation on screens is `rules.waiting`. Where the four-eyes
 * rule refuses the unit whose turn it is, the assessment waits for the unit above instead (`standInFor` in turns.ts).
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
 * Whether assessments ordinarily wait for a role, so that lists offer that filter. For an administrator they wait only
 * where every unit below is refused; the call's filter finds those too.
 */
export function everWaits(role: Role): boolean {
  return WAITING[role].length > 0;
}

/** Whether an assessment in the caller's scope waits for that caller; the list's filter says the same in SQL. */
export function waitsFor(
  assessment: {
    status: Status;
    level: Level;
    division: string;
    experts: readonly { id: string; concluded: boolean }[];
    /** The unit for which it waits in place of the usual one. */
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
