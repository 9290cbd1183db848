import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { DAY, dayOf, isDate, plusDays } from '@shp/shared/domain/lib/days';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import type { Calendar as CalendarText } from '@shp/shared/text/en/hints';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { areaTexts } from '../../core/i18n/areaTexts.ts';
import { type KeyName, keyOf } from '../../core/keys.ts';
import { usePreferences } from '../../core/preferences.ts';

const useCalendarText = areaTexts<CalendarText>({
  zh: async () => (await import('@shp/shared/text/zh/hints')).calendar,
  en: async () => (await import('@shp/shared/text/en/hints')).calendar,
});
useCalendarText.preload();

const WEEK = 7;

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The same day of another month, or that month's last. */
function plusMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

const MOVES: Record<KeyName<'dates'>, ((day: string) => string) | null> = {
  open: null,
  dayBefore: (day) => plusDays(day, -1),
  dayAfter: (day) => plusDays(day, 1),
  weekBefore: (day) => plusDays(day, -WEEK),
  weekAfter: (day) => plusDays(day, WEEK),
  monthBefore: (day) => plusMonths(day, -1),
  monthAfter: (day) => plusMonths(day, 1),
  yearBefore: (day) => plusMonths(day, -12),
  yearAfter: (day) => plusMonths(day, 12),
};

/** The days of a month in weeks from Monday, null beside them. */
function weeksOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 8)}01`;
  const before = (new Date(timeOf(first)).getUTCDay() + WEEK - 1) % WEEK;
  const days = new Date(timeOf(plusMonths(first, 1)) - DAY).getUTCDate();
  const cells = Array.from({ length: Math.ceil((before + days) / WEEK) * WEEK }, (_, index) =>
    index < before || index >= before + days ? null : plusDays(first, index - before),
  );
  return Array.from({ length: cells.length / WEEK }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK));
}

type Props = {
  anchor: Element | null;
  label: string;
  /** The chosen day. */
  day: string | null;
  onPick: (day: string) => void;
  onClose: () => void;
};

/** A month to pick a day from, by mouse or keys. */
export default function Calendar({ anchor, label, day, onPick, onClose }: Props) {
  const text = useCalendarText();
  const { lang } = usePreferences();
  const today = dayOf(new Date());
  const [marked, setMarked] = useState(day ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const write = (options: Intl.DateTimeFormatOptions, date: string) =>
    new Intl.DateTimeFormat(LANG_TAGS[lang], { ...options, timeZone: 'UTC' }).format(timeOf(date));

  function move(next: string) {
    if (isDate(next)) setMarked(next);
  }

  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${marked}"]`)?.focus();
  }, [marked]);

  function press(event: KeyboardEvent) {
    const name = keyOf('dates', event.nativeEvent);
    const next = name && MOVES[name];
    if (!next) return;
    event.preventDefault();
    move(next(marked));
  }

  function pick(picked: string) {
    onPick(picked);
    onClose();
  }

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': label, sx: { p: 1.5 } },
        transition: { onEntered: () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus() },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <IconButton
          size="small"
          aria-label={text.before}
          title={text.before}
          onClick={() => move(plusMonths(marked, -1))}
        >
          <ChevronLeft fontSize="small" />
        </IconButton>
        <Box role="status" sx={{ flex: 1, textAlign: 'center', fontWeight: 600 }}>
          {write({ year: 'numeric', month: 'long' }, marked)}
        </Box>
        <IconButton size="small" aria-label={text.after} title={text.after} onClick={() => move(plusMonths(marked, 1))}>
          <ChevronRight fontSize="small" />
        </IconButton>
      </Box>
      <Box component="table" role="grid" aria-label={label} ref={grid} onKeyDown={press} sx={GRID}>
        <thead>
          <tr>
            {(weeksOf('2024-01-01')[0] ?? []).map((one) => (
              <th key={one} scope="col" abbr={write({ weekday: 'long' }, one ?? '')}>
                {write({ weekday: 'narrow' }, one ?? '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(marked).map((week) => (
            <tr key={week.find((one) => one !== null)}>
              {week.map((one, index) =>
                one === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a weekday's place never moves
                  <td key={index} />
                ) : (
                  <td key={one}>
                    <ButtonBase
                      data-day={one}
                      aria-pressed={one === day}
                      tabIndex={one === marked ? 0 : -1}
                      aria-label={write({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }, one)}
                      aria-current={one === today ? 'date' : undefined}
                      onClick={() => pick(one)}
                    >
                      {Number(one.slice(8))}
                    </ButtonBase>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5 }}>
        <Button size="small" onClick={() => pick(today)}>
          {text.today}
        </Button>
        <Button size="small" color="inherit" onClick={() => pick('')}>
          {text.clear}
        </Button>
      </Box>
    </Popover>
  );
}

const GRID = {
  borderCollapse: 'separate',
  borderSpacing: '2px',
  fontSize: 'body2.fontSize',
  '& th': { fontWeight: 400, color: 'text.secondary', height: 28 },
  '& td': { p: 0 },
  '& button': { width: 36, height: 34, borderRadius: 1, font: 'inherit' },
  '& button:hover': { bgcolor: 'action.hover' },
  '& [aria-current]': { color: 'primary.main', fontWeight: 700 },
  '& [aria-pressed=true]': { bgcolor: 'primary.main', color: 'primary.contrastText' },
} as const;
