import CalendarMonth from '@mui/icons-material/CalendarMonth';
import IconButton from '@mui/material/IconButton';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { isDate } from '@shp/shared/domain/lib/days';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { keyOf } from '../../core/keys.ts';
import { lazyDialog } from '../lazyDialog.tsx';

const Calendar = lazyDialog(() => import('./Calendar.tsx'));

type Props = Omit<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'slotProps'> & {
  value: string;
  /** Gets a whole day, an empty text, or, when the user leaves the field, what is no day. */
  onChange: (day: string) => void;
  onBlur?: (() => void) | undefined;
};

/** A day as `YYYY-MM-DD`, typed or picked; native date inputs follow the browser's language instead of the page's. */
export function DateField({ value, onChange, onBlur, ...field }: Props) {
  const { web } = useText();
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  // What is typed stays while it says the same as the value, or no day yet.
  const day = typed === null ? null : readDay(typed);
  const shown = typed !== null && (day ?? '') === (readDay(value) ?? '') ? typed : value;

  function type(text: string) {
    setTyped(text);
    const next = text.trim() === '' ? '' : (readDay(text) ?? null);
    if (next !== null && next !== value) onChange(next);
    else if (next === null && readDay(value)) onChange('');
  }

  function leave() {
    if (typed !== null && day === null && typed.trim() !== value) onChange(typed.trim());
    setTyped(null);
    onBlur?.();
  }

  function press(event: KeyboardEvent) {
    if (keyOf('dates', event.nativeEvent) !== 'open') return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <TextField
        {...field}
        ref={place}
        value={shown}
        placeholder="YYYY-MM-DD"
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={press}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { maxLength: 20, autoComplete: 'off', inputMode: 'numeric', sx: PLACEHOLDER },
          input: {
            endAdornment: (
              <IconButton
                size="small"
                edge="end"
                aria-label={web.pickDate}
                title={web.pickDate}
                aria-expanded={open}
                onClick={() => setOpen(true)}
              >
                <CalendarMonth fontSize="small" />
              </IconButton>
            ),
          },
        }}
      />
      <Suspense>
        {open && (
          <Calendar
            anchor={place.current}
            label={String(field.label)}
            day={readDay(value)}
            onPick={(picked) => {
              setTyped(null);
              onChange(picked);
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const PLACEHOLDER = { '&::placeholder': { color: 'text.secondary', opacity: 1 } } as const;

const WRITTEN = /^(\d{4})\s*[-/.年]?\s*(\d{1,2})\s*[-/.月]?\s*(\d{1,2})\s*日?$/;

/** The day, `YYYY-MM-DD`, of what people type: 2026-1-5, 2026/01/05, 2026年1月5日, 20260105; null if it is none. */
export function readDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = WRITTEN.exec(text.normalize('NFKC').trim()) ?? [];
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(found) ? found : null;
}
