import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';

/** Where a station is: city and county; a city or county unit knows its city. */
export function placeOf({ station: { divisionName } }: AssessmentRow, role: Role): string {
  const isLocal = role === 'city_manager' || role === 'county_manager';
  return (isLocal && divisionName.split('/').slice(1).join('/')) || divisionName;
}
