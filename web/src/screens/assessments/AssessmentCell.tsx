import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { daysInStatus } from '@shp/shared/domain/lib/days';
import { type Column, listText } from '@shp/shared/sheets/column';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useSettings } from '../../core/useSettings.ts';
import { HueChip, StatusChip } from '../../ui/StatusChip.tsx';
import { endsWithin } from './endsWithin.ts';
import { useListText } from './texts.ts';

/** A cell of the list: the status as a chip with its age, a mark on ratings about to end, the rest as text. */
export function AssessmentCell({ column, row }: { column: Column<AssessmentRow>; row: AssessmentRow }) {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const { remindDays = 0 } = useSettings() ?? {};
  const text = listText(column, row, lang, common.marks.list);
  if (column.key === 'status') {
    return (
      <>
        <StatusChip status={row.status} /> <Age row={row} />
      </>
    );
  }
  if (column.key === 'validUntil' && row.status === 'passed' && endsWithin(row.validUntil, remindDays, Date.now())) {
    return (
      <>
        {text}
        <Box sx={{ width: 'fit-content' }}>
          <HueChip hue="amber">{web.assessments.endsSoon}</HueChip>
        </Box>
      </>
    );
  }
  return text;
}

/** How many days an open application has been in its status. */
function Age({ row }: { row: AssessmentRow }) {
  const words = useListText();
  if (!OPEN.includes(row.status)) return null;
  return (
    <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
      {words.inStatus(daysInStatus(row))}
    </Typography>
  );
}
