import { cityOf, countyOf, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { optionsOf, useDivisions } from '../../core/useDivisions.ts';
import { SelectFilter, useFilter } from './filters.tsx';

/** City and county, unless the caller's division leaves no choice. */
export function DivisionFilters() {
  const { web } = useText();
  const { division } = useUser();
  const { values } = useFilter();
  const divisions = useDivisions();
  const own = division ?? PROVINCE;
  const city = cityOf(own) ?? (typeof values.city === 'string' ? values.city : null);
  if (countyOf(own) !== null) return null;
  return (
    <>
      {cityOf(own) === null && (
        <SelectFilter source="city" label={web.list.city} options={optionsOf(divisions, 'city')} without={['county']} />
      )}
      {city !== null && (
        <SelectFilter source="county" label={web.list.county} options={optionsOf(divisions, 'county', city)} />
      )}
    </>
  );
}
