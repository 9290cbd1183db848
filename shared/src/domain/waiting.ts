import type { Role } from './roles.ts';
import type { Level, Status } from './statuses.ts';

/**
 * One kind of assessment that waits for a role (DOMAIN.md section 1), inside the caller's scope:
 * `levels` absent is every level; `only` `ownDivision`: the station belongs to the caller's division itself, not to one
 * below; `only` `notConcluded`: the caller is assigned and has not concluded.
 */
export type Waiting = {
  readonly status: readonly Status[];
  readonly levels?: readonly Level[];
  readonly only?: 'ownDivision' | 'notConcluded';
};

/** What `waiting=true` of the list means for each role; the explanation on screens is `rules.waiting`. */
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

/** Whether assessments ever wait for a role. */
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
  },
  caller: { id: string; role: Role; division: string | null },
): boolean {
  const { status, level, division, experts } = assessment;
  return WAITING[caller.role].some((row) => {
    if (!row.status.includes(status) || row.levels?.includes(level) === false) return false;
    if (row.only === 'ownDivision') return division === caller.division;
    if (row.only === 'notConcluded') return experts.some(({ id, concluded }) => id === caller.id && !concluded);
    return true;
  });
}
