import type { User } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';

const WHOLE_REGION: readonly Role[] = ['admin', 'ministry_manager', 'province_manager'];

/** Whether the own figures of a role are those of the whole region. */
export function isOfWholeRegion(role: Role): boolean {
  return WHOLE_REGION.includes(role);
}

/** The division that a caller's figures are of, where they are not of the whole region. */
export function ownRegion({ role, division }: Pick<User, 'role' | 'division'>): string {
  return division === null || isOfWholeRegion(role) ? '' : divisionPath(division);
}
