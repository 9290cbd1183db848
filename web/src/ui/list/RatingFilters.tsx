import { EXPIRING_DAYS, RATED } from '@shp/shared/domain/lib/lists';
import { ratedName } from '@shp/shared/text/ratedName';
import { useText } from '../../core/i18n/texts.ts';
import { SelectFilter } from './filters.tsx';

/** Filters for stations by their best current rating: its level, and the days until it ends. */
export function RatingFilters() {
  const { common } = useText();
  return (
    <>
      <SelectFilter
        source="rated"
        label={common.fields.rating}
        options={RATED.map((rated) => [rated, ratedName(common, rated)])}
      />
      <SelectFilter
        source="expiring"
        label={common.filters.expiring}
        options={EXPIRING_DAYS.map((number) => [String(number), common.filters.withinDays(number)])}
      />
    </>
  );
}
