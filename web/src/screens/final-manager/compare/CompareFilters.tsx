import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type Serial1, wordingIn } from '@shp/shared/domain/standard/standard';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useFinalText } from '../texts.ts';

/** `chapter`: null for all chapters. */
type Filters = {
  readonly chapter: string | null;
  readonly differ: boolean;
  readonly wide: boolean;
  /** In the standard's order; otherwise the largest spread comes first. */
  readonly inOrder: boolean;
};

/** Filter and order of the items, stored in the address so that they survive a reload. */
export function useCompareFilters() {
  const [params, setParams] = useSearchParams();
  const [filters, setFilters] = useState<Filters>({
    chapter: params.get('chapter'),
    differ: params.has('differ'),
    wide: params.has('wide'),
    inOrder: params.has('inOrder'),
  });
  function set(change: Partial<Filters>) {
    setFilters((before) => ({ ...before, ...change }));
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(change)) {
          if (value) next.set(key, value === true ? '1' : value);
          else next.delete(key);
        }
        return next;
      },
      { replace: true },
    );
  }
  return { filters, set };
}

type Props = {
  sections: readonly Serial1[];
  filters: Filters;
  /** The number of items that each filter by difference leaves. */
  counts: { readonly differ: number; readonly wide: number };
  onChange: (change: Partial<Filters>) => void;
};

/** Chooses the items to compare and their order. */
export function CompareFilters({ sections, filters, counts, onChange }: Props) {
  const { compare: words } = useFinalText();
  const { common } = useText();
  const { lang } = usePreferences();
  const counted = (label: string, count: number) => label + common.marks.brackets(String(count));
  const native = { select: { native: true }, inputLabel: { shrink: true } } as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, pt: 1 }}>
      <TextField
        select
        label={words.chapter}
        value={filters.chapter ?? ''}
        onChange={(event) => onChange({ chapter: event.target.value || null })}
        slotProps={native}
        sx={{ width: { xs: '100%', sm: 260 } }}
      >
        <option value="">{words.allChapters}</option>
        {sections.map(({ serial, title, titleEn }) => (
          <option key={serial} value={serial}>
            {serial} {wordingIn(lang, title, titleEn)}
          </option>
        ))}
      </TextField>
      <TextField
        select
        label={words.order}
        value={filters.inOrder ? 'standard' : 'spread'}
        onChange={(event) => onChange({ inOrder: event.target.value === 'standard' })}
        slotProps={native}
        sx={{ width: { xs: '100%', sm: 200 } }}
      >
        <option value="spread">{words.orders.spread}</option>
        <option value="standard">{words.orders.standard}</option>
      </TextField>
      <FormControlLabel
        label={counted(words.differ, counts.differ)}
        control={<Checkbox checked={filters.differ} onChange={(_, differ) => onChange({ differ })} />}
      />
      <FormControlLabel
        label={counted(words.wide, counts.wide)}
        control={<Checkbox checked={filters.wide} onChange={(_, wide) => onChange({ wide })} />}
      />
    </Box>
  );
}
