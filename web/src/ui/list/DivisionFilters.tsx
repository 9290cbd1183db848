import { cityOf, countyOf, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { optionsOf, useDivisions } from '../../core/useDivisions.ts';
import { SelectFilter, useFilter } from './filters.tsx';

/** City and county, unless the caller's division leaves no choice. */
export function DivisionFilters() {
  return (
    <>
      <CityFilter />
      <CountyFilter />
    </>
  );
}

export function CityFilter() {
  const { web } = useText();
  const { division } = useUser();
  const divisions = useDivisions();
  if (cityOf(division ?? PROVINCE) !== null) return null;
  return (
    <SelectFilter source="city" label={web.list.city} options={optionsOf(divisions, 'city')} without={['county']} />
  );
}

/** The counties of the chosen city, or of the caller's. */
export function CountyFilter() {
  const { web } = useText();
  const { division } = useUser();
  const { values } = useFilter();
  const divisions = useDivisions();
  const own = division ?? PROVINCE;
  const city = cityOf(own) ?? (typeof values.city === 'string' ? values.city : null);
  if (countyOf(own) !== null || city === null) return null;
  return <SelectFilter source="county" label={web.list.county} options={optionsOf(divisions, 'county', city)} />;
}
