import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { dayOf } from '@shp/shared/domain/lib/days';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { type Rated, scoreStep } from '@shp/shared/domain/lib/lists';
import { ratedName } from '@shp/shared/text/ratedName';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';

/** The text of one filter value of any list, for its chip. */
export function useFilterText(): (key: string, value: unknown) => string {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const { chips } = web.list;
  const named = (names: object, value: unknown) => (names as Record<string, string>)[String(value)] ?? String(value);
  return (key, value) => {
    switch (key) {
      case 'status':
        return named(common.statuses, value);
      case 'level':
        return named(common.levels, value);
      case 'role':
        return named(common.roles, value);
      case 'specialty':
        return named(common.specialties, value);
      case 'province':
      case 'city':
      case 'county':
      case 'division':
        return divisionPath(String(value)).split('/').at(-1) ?? '';
      case 'rated':
        return ratedName(common, value === true ? 'any' : (value as Rated));
      case 'expiring':
        return chips.expiring(Number(value));
      case 'capacityFrom':
      case 'capacityTo':
        return `${common.filters[key]}${common.marks.colon}${Number(value).toLocaleString(LANG_TAGS[lang])}`;
      case 'from':
      case 'to':
      case 'firstFrom':
      case 'firstTo':
      case 'concludedFrom':
      case 'concludedTo':
        return chips[key](String(value));
      case 'stationScore':
      case 'expertScore':
        return chips[key](scoreStep(Number(value)));
      case 'chapter':
      case 'lost':
        return chips[key](String(value).split('@')[0] ?? '');
      case 'expertWork':
        return named(chips.expertWork, value);
      case 'updatedSince':
        return chips.updatedSince(dayOf(String(value)));
      case 'submitted':
        return common.filters.submitted;
      default:
        return named(chips, key);
    }
  };
}
