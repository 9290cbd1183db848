import type { Role } from './roles.ts';

/** Where a station is, as somebody of a role names it: city and county; a city or county unit knows its city. */
export function placeFor(role: Role, divisionName: string): string {
  const isLocal = role === 'city_manager' || role === 'county_manager';
  return (isLocal && divisionName.split('/').slice(1).join('/')) || divisionName;
}
