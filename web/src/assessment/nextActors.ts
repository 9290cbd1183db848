import { cityOf, countyOf, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import { waitsFor } from '@shp/shared/domain/assessment/todo';

type Where = { status: Status; level: Level; station: { division: string } };

/** Roles that act next, by the same rule as the to-do lists; empty at the end. */
export function nextActors({ status, level, station: { division } }: Where): Role[] {
  const somebody = { id: '', concluded: false };
  const turns = (role: Role, own: string | null) =>
    own !== null &&
    waitsFor({ status, level, division, experts: [somebody] }, { id: somebody.id, role, division: own });
  const places: [Role, string | null][] = [
    ['station', division],
    ['county_manager', countyOf(division)],
    ['city_manager', cityOf(division)],
    ['province_manager', PROVINCE],
    ['expert', division],
  ];
  return places.filter(([role, own]) => turns(role, own)).map(([role]) => role);
}
