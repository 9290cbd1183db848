import { contains, findDivision, PROVINCE } from './divisions.ts';
import { type DutyHolder, hasDuty } from './duties.ts';
import { type Role, UNIT_ROLES, type UserRole } from './roles.ts';

/** The roles that each role may create, change, delete, recover and reset (docs/spec/wire.md#calls "Users"). */
export const MANAGES: Record<Role, readonly UserRole[]> = {
  admin: [...UNIT_ROLES, 'expert', 'station', 'supervisor'],
  province_manager: ['city_manager', 'county_manager', 'expert', 'station', 'supervisor'],
  city_manager: ['expert', 'station'],
  county_manager: ['station'],
  ministry_manager: [],
  expert: [],
  station: [],
  supervisor: [],
  guest: [],
};

/** The division levels allowed for a role; null means no division. */
const DIVISION_LEVELS: Record<UserRole, readonly ('province' | 'city' | 'county' | null)[]> = {
  admin: [null],
  ministry_manager: [null],
  supervisor: [null],
  province_manager: ['province'],
  city_manager: ['city'],
  county_manager: ['county'],
  station: ['county', 'city'],
  expert: [null, 'province', 'city', 'county'],
};

/** Whether a division (or null) is valid for the role. */
export function divisionFits(role: UserRole, division: string | null): boolean {
  const level = division === null ? null : findDivision(division)?.level;
  return level !== undefined && DIVISION_LEVELS[role].includes(level);
}

/** Whether accounts of this role can have a division, so that a form shows the field. */
export function hasDivision(role: UserRole): boolean {
  return DIVISION_LEVELS[role].some((level) => level !== null);
}

/** Whether an account of this role must have a division. */
export function needsDivision(role: UserRole): boolean {
  return !DIVISION_LEVELS[role].includes(null);
}

/** Whether a manager may manage accounts of `role` in `division`. The server checks both the old and the new values. */
export function mayManage(
  caller: DutyHolder & { division: string | null },
  target: { role: UserRole; division: string | null },
): boolean {
  if (!MANAGES[caller.role].includes(target.role)) return false;
  if (caller.role === 'admin') return hasDuty(caller, 'security');
  if (caller.division === null) return false;
  if (target.division === null) return caller.division === PROVINCE;
  return contains(caller.division, target.division);
}
