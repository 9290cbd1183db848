import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useText } from '../../texts.ts';

const TYPING_MS = 400;

/** A list's filter values, and a way to change some of them; they stand in the address bar. */
export function useFilter() {
  const { filterValues, setFilters } = useListContext();
  const values: Record<string, unknown> = filterValues;
  return { values, set: (change: Record<string, unknown>) => setFilters({ ...values, ...change }) };
}

/** The row of a list's filters, with a button that clears them. `kept` are filters that clearing leaves. */
export function FilterRow({ children, kept = [] }: { children: ReactNode; kept?: readonly string[] }) {
  const { web } = useText();
  const { values } = useFilter();
  const { setFilters } = useListContext();
  const used = Object.keys(values).some((key) => !kept.includes(key));
  const clear = () => setFilters(Object.fromEntries(Object.entries(values).filter(([key]) => kept.includes(key))));
  return (
    <Box component="search" aria-label={web.list.filters} sx={ROW}>
      {children}
      {used && <Button onClick={clear}>{web.list.clearFilters}</Button>}
    </Box>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  pt: 1,
  mb: 2,
  '& > .MuiTextField-root': { width: { xs: '100%', sm: 150 } },
  '& > .MuiTextField-root:has([type=search])': { width: { xs: '100%', sm: 190 } },
  '& > .MuiTextField-root:has([type=date])': { width: { xs: '100%', sm: 165 } },
} as const;

type Props = { source: string; label: string };

/** Text that filters a moment after the last key. */
export function TextFilter({ source, label }: Props) {
  const { values, set } = useFilter();
  const kept = String(values[source] ?? '');
  const [typed, setTyped] = useState(kept);
  const latest = useRef(set);
  latest.current = set;

  useEffect(() => setTyped(kept), [kept]);
  useEffect(() => {
    if (typed === kept) return;
    const timer = setTimeout(() => latest.current({ [source]: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, kept, source]);

  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 100 } }}
    />
  );
}

/** One of some values, or all. */
export function SelectFilter({
  source,
  label,
  options,
  also = {},
}: Props & { options: readonly (readonly [value: string, label: string])[]; also?: Record<string, unknown> }) {
  const { web } = useText();
  const { values, set } = useFilter();
  return (
    <TextField
      select
      label={label}
      value={values[source] ?? ''}
      onChange={(event) => set({ ...also, [source]: event.target.value })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{web.all}</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </TextField>
  );
}

/** Any number of some values. */
export function ManyFilter<V extends string | number>({
  source,
  label,
  options,
}: Props & { options: readonly (readonly [value: V, label: string])[] }) {
  const { values, set } = useFilter();
  return (
    <TextField
      select
      label={label}
      value={values[source] ?? []}
      onChange={(event) => set({ [source]: event.target.value })}
      slotProps={{ select: { multiple: true } }}
    >
      {options.map(([value, name]) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A day. */
export function DateFilter({ source, label }: Props) {
  const { values, set } = useFilter();
  return (
    <TextField
      type="date"
      label={label}
      value={values[source] ?? ''}
      onChange={(event) => set({ [source]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
