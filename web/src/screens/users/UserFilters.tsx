import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { SPECIALTIES } from '@shp/shared/domain/accounts/profiles';
import { UNIT_ROLES, type UserKind } from '@shp/shared/domain/accounts/roles';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { CAPACITIES } from '@shp/shared/domain/lib/lists';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { optionsOf, useDivisions } from '../../core/useDivisions.ts';
import { CityFilter, DivisionFilters } from '../../ui/list/DivisionFilters.tsx';
import { FilterRow, RangeFilter, SelectFilter, TextFilter, useFilter } from '../../ui/list/filters.tsx';
import { RatingFilters } from '../../ui/list/RatingFilters.tsx';

/** Filters of a user list, the recycle bin first; `children` stand beside it. */
export function UserFilters({ kind, children }: { kind: UserKind; children?: ReactNode }) {
  const { common, web } = useText();
  const divisions = useDivisions();
  return (
    <FilterRow
      fixed={['isDeleted']}
      first={
        <>
          {children ? (
            <Box sx={BESIDE}>
              <BinSwitch />
              {children}
            </Box>
          ) : (
            <BinSwitch />
          )}
          <TextFilter
            source={kind === 'stations' ? 'filter' : 'keyword'}
            label={kind === 'experts' ? web.list.person : web.list.keyword}
          />
        </>
      }
    >
      {kind === 'managers' && (
        <>
          <SelectFilter
            source="role"
            label={common.fields.role}
            options={UNIT_ROLES.map((role) => [role, common.roles[role]])}
          />
          <CityFilter />
        </>
      )}
      {kind === 'experts' && (
        <>
          <SelectFilter
            source="specialty"
            label={common.fields.specialties}
            options={SPECIALTIES.map((key) => [key, common.specialties[key]])}
          />
          <SelectFilter source="division" label={web.list.division} options={optionsOf(divisions, 'city')} />
        </>
      )}
      {kind === 'stations' && (
        <>
          <RatingFilters />
          <RangeFilter label={common.filters.capacity}>
            <CapacityFilter source="capacityFrom" label={common.filters.capacity} />
            <CapacityFilter source="capacityTo" />
          </RangeFilter>
          <DivisionFilters />
        </>
      )}
    </FilterRow>
  );
}

/** The switch with a button at the other end of its line. */
const BESIDE = { display: 'flex', justifyContent: 'space-between', width: '100%' } as const;

/** A limit of the stations' capacity; the first of the two shows the label of both. */
function CapacityFilter({ source, label = '' }: { source: 'capacityFrom' | 'capacityTo'; label?: string }) {
  const { common } = useText();
  const { lang } = usePreferences();
  const { values } = useFilter();
  const chosen = values[source];
  // An address may have a capacity that is not offered.
  const offered = [...new Set<number>([...CAPACITIES, ...(typeof chosen === 'number' ? [chosen] : [])])];
  return (
    <SelectFilter
      source={source}
      label={label}
      spoken={common.filters[source]}
      none={common.filters.anyCapacity}
      options={offered.sort((a, b) => a - b).map((kw) => [String(kw), kw.toLocaleString(LANG_TAGS[lang])])}
    />
  );
}

function BinSwitch() {
  const { web } = useText();
  const { values, set } = useFilter();
  const { onUnselectItems } = useListContext();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={values.isDeleted === true}
      onChange={(_, deleted: boolean | null) => {
        if (deleted === null) return;
        onUnselectItems();
        set({ isDeleted: deleted });
      }}
    >
      <ToggleButton value={false}>{web.list.inUse}</ToggleButton>
      <ToggleButton value={true}>{web.list.recycleBin}</ToggleButton>
    </ToggleButtonGroup>
  );
}
