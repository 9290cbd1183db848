import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { cityOf, contains, countyOf, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { LEVELS } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';
import type { ReactNode } from 'react';
import { useText } from '../../../core/i18n/texts.ts';
import { optionsOf, useDivisions } from '../../../core/useDivisions.ts';
import { type OverviewFilter, useOverviewFilter } from './filter.ts';
import { useOverviewText } from './texts.ts';

/** The years that the filter offers. */
const YEARS = 6;

type Option = readonly [value: string, label: string];

/** Division, level and year; the address holds them. */
export function Filters({
  filter: { own, division, level, year },
  children,
}: {
  filter: OverviewFilter;
  children?: ReactNode;
}) {
  const { common, web } = useText();
  const text = useOverviewText();
  const { set } = useOverviewFilter();
  const divisions = useDivisions();
  const city = cityOf(division);
  const thisYear = Number(dayOf(new Date()).slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, ago) => String(thisYear - ago));
  return (
    <Box component="search" aria-label={text.filters} sx={ROW}>
      {own === PROVINCE && (
        <Choice
          label={web.list.city}
          all={web.all}
          value={city ?? ''}
          options={optionsOf(divisions, 'city')}
          onChange={(value) => set({ division: value })}
        />
      )}
      {countyOf(own) === null && city !== null && (
        <Choice
          label={web.list.county}
          all={web.all}
          value={countyOf(division) ?? ''}
          options={optionsOf(divisions, 'county', city).filter(([code]) => contains(own, code))}
          onChange={(value) => set({ division: value ?? (city === own ? null : city) })}
        />
      )}
      <Choice
        label={common.assessment.level}
        all={web.all}
        value={String(level ?? '')}
        options={LEVELS.map((one) => [String(one), common.levels[one]])}
        onChange={(value) => set({ level: value })}
      />
      <Choice
        label={text.year}
        all={text.lastYears}
        value={year ?? ''}
        options={[...new Set([...years, ...(year === null ? [] : [year])])].map((one) => [one, one])}
        onChange={(value) => set({ year: value })}
      />
      {children}
    </Box>
  );
}

type ChoiceProps = {
  label: string;
  /** The name of the choice that filters nothing. */
  all: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string | null) => void;
};

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value || null)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{all}</option>
      {options.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </TextField>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  '& > .MuiTextField-root': { width: { xs: 'calc(50% - 6px)', sm: 160 } },
} as const;
