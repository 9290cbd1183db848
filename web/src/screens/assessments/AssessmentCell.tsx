import Chip, { type ChipProps } from '@mui/material/Chip';
import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Status } from '@shp/shared/domain/statuses';
import type { Column } from '@shp/shared/sheets/column';
import { usePreferences } from '../../preferences.ts';
import { useSettings } from '../../settings.ts';
import { useText } from '../../texts.ts';

const COLOURS: Partial<Record<Status, ChipProps['color']>> = {
  passed: 'success',
  failed: 'error',
  revoked: 'error',
  returned: 'warning',
  submitted: 'primary',
  first_passed: 'primary',
  reviewing: 'primary',
  reviewed: 'primary',
};

const DAY_MS = 86_400_000;

/** A cell of the list: the status as a chip, and a mark where a rating is about to end; the rest as text. */
export function AssessmentCell({ column, row }: { column: Column<AssessmentRow>; row: AssessmentRow }) {
  const { web } = useText();
  const { lang } = usePreferences();
  const { remindDays = 0 } = useSettings() ?? {};
  const text = column.text(row, lang);
  if (column.key === 'status') {
    return <Chip size="small" variant="outlined" color={COLOURS[row.status] ?? 'default'} label={text} />;
  }
  if (column.key === 'validUntil' && row.status === 'passed' && endsWithin(row.validUntil, remindDays)) {
    return (
      <>
        {text} <Chip size="small" color="warning" label={web.assessments.endsSoon} />
      </>
    );
  }
  return text;
}

function endsWithin(lastDay: string | null, days: number): boolean {
  if (lastDay === null) return false;
  const left = Date.parse(`${lastDay}T23:59:59+08:00`) - Date.now();
  return left >= 0 && left <= days * DAY_MS;
}
