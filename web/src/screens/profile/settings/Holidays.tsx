import UploadFile from '@mui/icons-material/UploadFile';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { dayOf } from '@shp/shared/domain/lib/days';
import { HOLIDAY_ENDINGS, readHolidayFile, withHolidays } from '@shp/shared/domain/lib/holidayFiles';
import { afterWorkingDays, daysOf, readCalendar, readHolidays, yearOf } from '@shp/shared/domain/lib/workingDays';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useAdministrationText } from '../administrationText.ts';

/** The years of the calendar below its input, those without holidays, and the import of a file into the input. */
export function Holidays({ source, children }: { source: string; children: ReactNode }) {
  const { common } = useText();
  const { lang } = usePreferences();
  const { holidays: text } = useAdministrationText().settings;
  const { setValue } = useFormContext();
  const [value, publicDays] = useWatch({ name: [source, 'publicDays'] });
  const input = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<{ severity: 'success' | 'error'; message: string } | null>(null);
  const typed = String(value ?? '');
  const years = yearsOf(typed);
  const { withoutCalendar } = afterWorkingDays(
    dayOf(new Date()),
    Math.max(1, Number(publicDays) || 0),
    readCalendar(typed),
  );

  async function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const { decodeText } = await import('@shp/shared/sheets/read/text');
    const content = decodeText(new Uint8Array(await file.arrayBuffer()));
    const found = readHolidayFile(typeof content === 'string' ? content : '');
    if ('wrong' in found) return setRead({ severity: 'error', message: text.wrong(found.wrong) });
    setValue(source, withHolidays(typed, found.holidays, lang), { shouldDirty: true });
    const taken = [...new Set(found.holidays.map(yearOf))].sort();
    setRead({ severity: 'success', message: text.imported(taken.join(common.marks.list)) });
  }

  return (
    <Stack spacing={1}>
      {children}
      {years.map(({ year, off, work }) => (
        <Typography key={year} variant="body2">
          {text.year(year, off, work)}
        </Typography>
      ))}
      {withoutCalendar.length > 0 && (
        <Alert severity="info">{text.without(withoutCalendar.join(common.marks.list))}</Alert>
      )}
      <Button
        variant="outlined"
        startIcon={<UploadFile />}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: 'start' }}
      >
        {text.import}
      </Button>
      <input ref={input} type="file" accept={HOLIDAY_ENDINGS} hidden onChange={(event) => void take(event)} />
      {read && <Alert severity={read.severity}>{read.message}</Alert>}
    </Stack>
  );
}

/** Days off in the week and weekends on which people work, of each year. */
function yearsOf(text: string) {
  const { holidays } = readHolidays(text);
  const years = [...new Set(holidays.map(yearOf))].sort();
  return years.map((year) => {
    const days = (kind: 'off' | 'work') =>
      holidays.filter((one) => yearOf(one) === year && one.kind === kind).flatMap(daysOf).length;
    return { year, off: days('off'), work: days('work') };
  });
}
