import type { Role } from '../accounts/roles.ts';
import type { Level, Status } from './statuses.ts';
import { isOfUnit, type Unit } from './stepUnits.ts';
import { WAITING } from './waiting.ts';

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
