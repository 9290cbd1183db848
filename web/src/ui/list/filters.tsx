import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { dayBounds, dayOf, isDate } from '@shp/shared/domain/lib/days';
import {
  Children,
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useListContext } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { DateField } from '../fields/DateField.tsx';
import { useFolded } from '../menu/useFolded.tsx';
import { useFilterText } from './useFilterText.ts';

const TYPING_MS = 400;

type Values = Record<string, unknown>;

type Row = {
  /** Filter changes that the list does not show yet, so that several at once do not undo each other. */
  ahead: { current: Values };
  /** The filters whose controls are in sight. */
  setInSight: Dispatch<SetStateAction<readonly string[]>>;
};
const RowContext = createContext<Row | null>(null);

/**
 * A list's filter values, and a function that changes some of them; the address holds them. Empty values and false are
 * removed. `control`: the filter whose control asks, which needs no chip while it is in sight.
 */
export function useFilter(control?: string) {
  const { filterValues, setFilters } = useListContext();
  const { ahead, setInSight } = useContext(RowContext) ?? {};
  const values: Values = filterValues;
  useLayoutEffect(() => {
    if (control === undefined) return;
    setInSight?.((all) => [...all, control]);
    return () => setInSight?.((all) => all.filter((one) => one !== control));
  }, [control, setInSight]);
  const set = (change: Values) => {
    const wanted = { ...ahead?.current, ...change };
    if (ahead) ahead.current = wanted;
    setFilters(Object.fromEntries(Object.entries({ ...values, ...wanted }).filter(([, value]) => value !== false)));
  };
  return { values, set };
}

type RowProps = {
  /** What stays in sight on a phone too. */
  first: ReactNode;
  /** On a phone on demand. */
  children?: ReactNode;
  /** Rarer filters, shown on demand. */
  more?: ReactNode;
  /** Buttons after the filters, or on a phone under ⋯, and their name. */
  last?: ReactNode;
  lastName?: string;
  /** Filters that clearing leaves, and that have no chip. */
  fixed?: readonly string[];
};

/** A list's filters, the rarer ones on demand; a chip, which removes it, for each active one whose control is not in sight. */
export function FilterRow({ first, children, more, last, lastName = '', fixed = [] }: RowProps) {
  const { common, web } = useText();
  const { values, set } = useFilter();
  const { setFilters } = useListContext();
  const textOf = useFilterText();
  const isWide = useMinWidth('sm');
  const ahead = useRef<Values>({});
  const [inSight, setInSight] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  const foldedId = useId();
  const { beside, below } = useFolded(lastName, last);
  useEffect(() => {
    const pending = Object.entries(ahead.current).filter(([key, value]) => !sameFilter(value, values[key]));
    ahead.current = Object.fromEntries(pending);
  }, [values]);
  function clear() {
    ahead.current = {};
    setFilters(Object.fromEntries(Object.entries(values).filter(([key]) => fixed.includes(key))));
  }
  const used = Object.entries(values).filter(([key]) => !fixed.includes(key));
  const chips = used
    .filter(([key]) => !inSight.includes(key))
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => ({
        id: `${key} ${one}`,
        text: textOf(key, one),
        remove: () => set({ [key]: Array.isArray(value) ? value.filter((other) => other !== one) : '' }),
      })),
    );
  const count = used.filter(([key]) => !SEARCHES.includes(key)).length;
  const folded = isWide ? more : Children.toArray([children, more]).length > 0;
  const clearing = used.length > 0 && <Button onClick={clear}>{web.list.clearFilters}</Button>;
  return (
    <RowContext value={{ ahead, setInSight }}>
      <Box component="search" aria-label={web.list.filters} sx={{ mb: 2 }}>
        <Box sx={ROW}>
          {first}
          {isWide && children}
          {folded && (
            <Button
              variant={isWide ? 'text' : 'outlined'}
              aria-expanded={open}
              aria-controls={foldedId}
              endIcon={<ExpandMore sx={open ? { transform: 'rotate(180deg)' } : {}} />}
              onClick={() => setOpen(!open)}
            >
              {isWide ? web.list.moreFilters : web.list.filters + (count > 0 ? common.marks.brackets(`${count}`) : '')}
            </Button>
          )}
          {isWide && clearing}
          {beside}
          {below}
        </Box>
        {folded && (
          <Box id={foldedId} hidden={!open} sx={open ? { ...ROW, pt: 2 } : undefined}>
            {open && (
              <>
                {!isWide && children}
                {more}
              </>
            )}
          </Box>
        )}
        {(chips.length > 0 || (!isWide && clearing)) && (
          <Box component="ul" aria-label={web.list.activeFilters} sx={CHIPS}>
            {chips.map(({ id, text, remove }) => (
              <li key={id}>
                <Box
                  component="button"
                  type="button"
                  aria-label={web.list.removeFilter(text)}
                  onClick={remove}
                  sx={CHIP}
                >
                  {text} <span aria-hidden>×</span>
                </Box>
              </li>
            ))}
            {!isWide && <li>{clearing}</li>}
          </Box>
        )}
      </Box>
    </RowContext>
  );
}

const SEARCHES: readonly string[] = ['search', 'filter', 'keyword'];
const CHIPS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  m: 0,
  mt: 1.5,
  p: 0,
  listStyle: 'none',
} as const;
const CHIP = {
  font: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 500,
  border: 0,
  borderRadius: 4,
  px: 1.25,
  py: 0.5,
  minHeight: 24,
  cursor: 'pointer',
  color: 'primary.dark',
  bgcolor: 'primary.light',
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 1 },
} as const;

/** Whether two filter values match the same rows; false, absent and empty are equal. */
function sameFilter(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(value || '').replace('[]', '""');
  return plain(a) === plain(b);
}

/** The width of a filter on a phone: two per row. */
const HALF = 'calc(50% - 6px)';
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  // A field may have helper text below it.
  alignItems: 'start',
  gap: 1.5,
  pt: { xs: 0, sm: 1 },
  // As high as a field.
  '& > :not(.MuiTextField-root)': { minHeight: 'calc(1.4375em + 17px)' },
  '& > .MuiTextField-root': { width: { xs: HALF, sm: 150 } },
  '& > .MuiTextField-root:has([type=search])': { width: { xs: 120, sm: 220 }, flexGrow: { xs: 1, sm: 0 } },
  '& > .MuiToggleButtonGroup-root': { width: { xs: '100%', sm: 'auto' } },
  '& > .MuiTextField-root:has([inputmode=numeric])': { width: { xs: HALF, sm: 165 } },
} as const;

/**
 * The value of a filter's input: at once the user's input, otherwise the address's value, which follows with a delay. A
 * typed value is written after a pause in typing, and only if `fit` accepts it.
 */
function useShown<T>(
  source: string,
  stored: T,
  pauseMs: number,
  fit: (value: T) => boolean = () => true,
  write: (value: T) => unknown = (value) => value,
) {
  const { set } = useFilter(source);
  const [shown, setShown] = useState(stored);
  const latest = useRef({ set, fit, write });
  latest.current = { set, fit, write };
  const urlKey = JSON.stringify(stored);
  const shownKey = JSON.stringify(shown);
  /** Values being written to the address: when one comes back, the user may have typed on. */
  const written = useRef<string[]>([]);

  useEffect(() => {
    const echo = written.current.indexOf(urlKey);
    written.current = echo === -1 ? [] : written.current.slice(echo + 1);
    if (echo === -1) setShown(JSON.parse(urlKey));
  }, [urlKey]);
  useEffect(() => {
    if (shownKey === urlKey || !latest.current.fit(JSON.parse(shownKey))) return;
    const value = latest.current.write(JSON.parse(shownKey));
    const timer = setTimeout(() => {
      written.current.push(shownKey);
      latest.current.set({ [source]: value });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [shownKey, urlKey, source, pauseMs]);
  return [shown, setShown] as const;
}

type Props = { source: string; label: string };

/** A text filter, applied after a pause in typing. */
export function TextFilter({ source, label }: Props) {
  const { values } = useFilter();
  const [typed, setTyped] = useShown(source, String(values[source] ?? ''), TYPING_MS);
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

/** A date, or the time at which it begins; written only once it is valid, as a half-typed year is not. */
export function DateFilter({ source, label, as = 'day' }: Props & { as?: 'day' | 'instant' }) {
  const { values } = useFilter();
  const stored = String(values[source] ?? '');
  const [typed, setTyped] = useShown(
    source,
    as === 'day' || stored === '' ? stored : dayOf(stored),
    TYPING_MS,
    (value) => value === '' || isDate(value),
    (value) => (as === 'day' || value === '' ? value : dayBounds(value).from),
  );
  return <DateField label={label} value={typed} onChange={setTyped} error={typed !== '' && !isDate(typed)} />;
}

/** One value, or all. A choice here removes the filters in `without`. */
export function SelectFilter({
  source,
  label,
  spoken,
  options,
  none,
  without = [],
}: Props & {
  /** The whole name, where the label is shorter. */
  spoken?: string;
  options: readonly (readonly [value: string, label: string])[];
  /** Stands for no choice; if absent, "all". */
  none?: string;
  without?: readonly string[];
}) {
  const { web } = useText();
  const { values, set } = useFilter(source);
  const textOf = useFilterText();
  const value = values[source] ?? '';
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) =>
        set({ ...Object.fromEntries(without.map((key) => [key, ''])), [source]: event.target.value })
      }
      slotProps={{ select: { native: true }, inputLabel: { shrink: true }, htmlInput: { 'aria-label': spoken } }}
    >
      <option value="">{none ?? web.all}</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
      {/* An address may have a value that is not offered. */}
      {value !== '' && !options.some(([one]) => one === `${value}`) && (
        <option value={`${value}`}>{textOf(source, value)}</option>
      )}
    </TextField>
  );
}

/** Any number of values. */
export function ManyFilter<V extends string | number>({
  source,
  label,
  options,
}: Props & { options: readonly (readonly [value: V, label: string])[] }) {
  const { common, web } = useText();
  const { values } = useFilter();
  // The address follows later: a second choice must add to the first.
  const [chosen, setChosen] = useShown(source, (values[source] ?? []) as readonly V[], 0);
  const names = new Map<unknown, string>(options);
  return (
    <TextField
      select
      label={label}
      value={chosen}
      onChange={(event) => setChosen(event.target.value as unknown as readonly V[])}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: (all) => (all as V[]).map((one) => names.get(one)).join(common.marks.list) || web.all,
        },
      }}
    >
      {options.map(([value, name]) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** True, or no filter. */
export function CheckFilter({ source, label }: Props) {
  const { values } = useFilter();
  const [checked, setChecked] = useShown(source, values[source] === true, 0);
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox size="small" checked={checked} onChange={(_, next) => setChecked(next)} />}
    />
  );
}

/** A lower and an upper limit as one control. */
export function RangeFilter({ label, children: [from, to] }: { label: string; children: [ReactNode, ReactNode] }) {
  return (
    <Box role="group" aria-label={label} sx={RANGE}>
      {from}
      <span aria-hidden>–</span>
      {to}
    </Box>
  );
}

/** A first and a last day as one control. */
export function DateRangeFilter({ label, from, to }: { label: string; from: Props; to: Props }) {
  return (
    <RangeFilter label={label}>
      <DateFilter {...from} />
      <DateFilter {...to} />
    </RangeFilter>
  );
}

const RANGE = {
  display: 'flex',
  alignItems: 'baseline',
  gap: 0.75,
  flex: { xs: '1 1 100%', sm: 'none' },
  '& > .MuiTextField-root': { width: { sm: 165 } },
  '& > .MuiTextField-root:has(select)': { width: { sm: 112 } },
} as const;
