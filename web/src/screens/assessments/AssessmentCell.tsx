import Chip, { type ChipProps } from '@mui/material/Chip';
import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Status } from '@shp/shared/domain/statuses';
import type { Column } from '@shp/shared/sheets/column';
import { usePreferences } from '../../preferences.ts';
import { useSettings } from '../../settings.ts';
import { useText } from '../../texts.ts';
import { endsWithin } from './endsWithin.ts';

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

/** A cell of the list: the status as a chip, and a mark where a rating is about to end; the rest as text. */
export function AssessmentCell({ column, row }: { column: Column<AssessmentRow>; row: AssessmentRow }) {
  const { web } = useText();
  const { lang } = usePreferences();
  const { remindDays = 0 } = useSettings() ?? {};
  const text = column.text(row, lang);
  if (column.key === 'status') {
    return <Chip size="small" variant="outlined" color={COLOURS[row.status] ?? 'default'} label={text} />;
  }
  if (column.key === 'validUntil' && row.status === 'passed' && endsWithin(row.validUntil, remindDays, Date.now())) {
    return (
      <>
        {text} <Chip size="small" color="warning" label={web.assessments.endsSoon} />
      </>
    );
  }
  return text;
}
