import { cityOf, countyOf, PROVINCE } from '../accounts/divisions.ts';
import { MANAGERS, type Role, type UserRole } from '../accounts/roles.ts';
import { conflictOf, type FourEyesRecord, type GuardedStep } from './fourEyes.ts';
import type { Level, Status } from './statuses.ts';

/** The unit with this role and division; several accounts can belong to it. */
export type Unit = { role: UserRole; division: string | null };
/** The roles that take steps under the four-eyes rule. */
export const GUARDED_STEP_ROLES = ['admin', ...MANAGERS] as const satisfies readonly UserRole[];

export function takesGuardedSteps(role: Role): boolean {
  return (GUARDED_STEP_ROLES as readonly Role[]).includes(role);
}

/** An active account of a unit. */
export type UnitAccount = Unit & { id: string };

/** The four-eyes step that comes next in a status; null if none does. */
export function guardedStepFrom(status: Status): GuardedStep | null {
  if (status === 'submitted') return 'firstReview';
  return status === 'reviewed' ? 'conclusion' : null;
}

/** The units that may take a guarded step: the regular unit first, then the units above it, lowest first. */
export function unitsFor(step: GuardedStep, place: { division: string; level: Level }): readonly Unit[] {
  const county = countyOf(place.division);
  const city = cityOf(place.division);
  const units: Unit[] = [];
  if (step === 'firstReview' && county !== null) units.push({ role: 'county_manager', division: county });
  if (city !== null && (step === 'firstReview' || place.level === 3))
    units.push({ role: 'city_manager', division: city });
  return [...units, { role: 'province_manager', division: PROVINCE }, { role: 'admin', division: null }];
}

export function isOfUnit(
  account: { role: Role; division: string | null },
  unit: { role: Role; division: string | null },
): boolean {
  return account.role === unit.role && account.division === unit.division;
}

/**
 * The unit that must take a guarded step instead of the regular unit: the nearest unit above with an account that the
 * four-eyes rule permits. Null if the regular unit takes the step: an account of it may, or it has no account at all.
 * Returns the regular unit if the rule permits no account of any unit.
 */
export function standInFor(
  record: FourEyesRecord,
  step: GuardedStep,
  units: readonly Unit[],
  accounts: readonly UnitAccount[],
): Unit | null {
  const [usual] = units;
  if (!usual || !accounts.some((account) => isOfUnit(account, usual))) return null;
  const unit = units.find((one) => openAccounts(record, step, one, accounts).length > 0);
  if (unit === undefined) return usual;
  return unit === usual ? null : unit;
}

/** The accounts that may take a refused step instead: those of the lowest unit that has any. */
export function standInAccounts<A extends UnitAccount>(
  record: FourEyesRecord,
  step: GuardedStep,
  units: readonly Unit[],
  accounts: readonly A[],
): readonly A[] {
  for (const unit of units) {
    const open = openAccounts(record, step, unit, accounts);
    if (open.length > 0) return open;
  }
  return [];
}

function openAccounts<A extends UnitAccount>(
  record: FourEyesRecord,
  step: GuardedStep,
  unit: Unit,
  accounts: readonly A[],
): A[] {
  return accounts.filter((account) => isOfUnit(account, unit) && conflictOf(record, step, account.id) === null);
}
