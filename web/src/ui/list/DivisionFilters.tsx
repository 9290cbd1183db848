import { cityOf, contains, countyOf, DIVISIONS, type DivisionLevel, PROVINCE } from '@shp/shared/domain/divisions';
import { useUser } from '../../session.ts';
import { useText } from '../../texts.ts';
import { SelectFilter, useFilter } from './filters.tsx';

const within = (level: DivisionLevel, division: string) =>
  DIVISIONS.filter((one) => one.level === level && contains(division, one.code)).map(
    ({ code, name }) => [code, name] as const,
  );

/** City and county, as far as the caller's own division leaves a choice. */
export function DivisionFilters() {
  const { web } = useText();
  const { division } = useUser();
  const { values } = useFilter();
  const own = division ?? PROVINCE;
  const city = cityOf(own) ?? (typeof values.city === 'string' ? values.city : null);
  if (countyOf(own) !== null) return null;
  return (
    <>
      {cityOf(own) === null && (
        <SelectFilter source="city" label={web.list.city} options={within('city', own)} without={['county']} />
      )}
      {city !== null && <SelectFilter source="county" label={web.list.county} options={within('county', city)} />}
    </>
  );
}
