import type { Output } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Texts } from '../../texts.ts';

const WHOLE_REGION: readonly Role[] = ['admin', 'ministry_manager', 'province_manager'];

/** Whether the own figures of a role are those of the whole region. */
export function isOfWholeRegion(role: Role): boolean {
  return WHOLE_REGION.includes(role);
}

/** What a caller's figures are of, where it is not the whole region: a division, or the stations linked to the account. */
export function ownRegion(
  { role, division }: Pick<User, 'role' | 'division'>,
  { views }: Texts,
  regions: Output<'GET statistics/ratings'> | null,
): string {
  if (role === 'supervisor') {
    return regions === null ? '' : views.home.linked(regions.reduce((sum, { stations }) => sum + stations, 0));
  }
  return division === null || isOfWholeRegion(role) ? '' : divisionPath(division);
}
