import Box from '@mui/material/Box';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { placeFor } from '@shp/shared/domain/accounts/place';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { daysInStatus } from '@shp/shared/domain/lib/days';
import { type Column, listText } from '@shp/shared/sheets/column';
import { endsWithin } from '../../core/endsWithin.ts';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { FEW_DAYS, useDaysLeft, useOverdueDays } from '../../core/useOverdueDays.ts';
import { useSettings } from '../../core/useSettings.ts';
import { UNSEEN } from '../../theme/unseen.ts';
import { HueChip, StatusChip } from '../../ui/StatusChip.tsx';
import { headingFor } from './columnsOf.ts';
import { useListText } from './texts.ts';

type Props = { column: Column<AssessmentRow>; row: AssessmentRow };

/**
 * A cell of the list: the name with number and division beneath, the status with its age, marks on what is overdue and
 * on ratings about to end, the rest as text.
 */
export function AssessmentCell({ column, row }: Props) {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const { role } = useUser();
  const { remindDays = 0 } = useSettings() ?? {};
  const text = listText(column, row, lang, common.marks.list);
  if (column.key === headingFor(role)) return <Heading row={row} />;
  if (column.key === 'status') return <Stage row={row} />;
  if (column.key === 'experts') return <Experts names={row.experts.map(({ name }) => name)} />;
  if (column.key === 'submittedAt' || column.key === 'concludedAt') return text.slice(0, 10);
  if (column.key === 'validUntil' && row.status === 'passed' && endsWithin(row.validUntil, remindDays, Date.now())) {
    return (
      <>
        {text}
        <Box sx={{ width: 'fit-content', ml: { xs: 1, sm: 0 } }}>
          <HueChip hue="amber">{web.assessments.endsSoon}</HueChip>
        </Box>
      </>
    );
  }
  return text;
}

/** The heading of a row: the station's name; for a station, the level. */
function Heading({ row }: { row: AssessmentRow }) {
  const { station, number, level } = row;
  const { common } = useText();
  const { role } = useUser();
  return (
    <>
      <Box component="span" sx={{ display: 'block', fontWeight: 600, color: 'text.primary' }}>
        {role === 'station' ? common.levels[level] : station.name}
      </Box>
      <Box component="span" sx={{ ...BENEATH, whiteSpace: { sm: 'nowrap' } }}>
        {role === 'station' ? (
          number
        ) : (
          <>
            <Box component="span" sx={PART}>
              {number}
            </Box>{' '}
            <Box component="span" sx={PART}>
              {'· '}
              {placeFor(role, station.divisionName)}
            </Box>
          </>
        )}
      </Box>
    </>
  );
}

const SHOWN_NAMES = 2;

/** Two names on one line; how many more there are, with their names for a screen reader and as a tooltip. */
function Experts({ names }: { names: readonly string[] }) {
  const { common } = useText();
  const more = names.length - SHOWN_NAMES;
  const first = names.slice(0, SHOWN_NAMES).join(common.marks.list);
  if (more <= 0) return first;
  return (
    // What is unseen stays in its cell, and does not widen the page.
    <Box component="span" title={names.join(common.marks.list)} sx={NAMES}>
      <span>{first}</span>
      <Box component="span" aria-hidden sx={{ ml: 0.75, color: 'text.secondary' }}>
        +{more}
      </Box>
      <Box component="span" sx={UNSEEN}>
        {common.marks.list}
        {names.slice(SHOWN_NAMES).join(common.marks.list)}
      </Box>
    </Box>
  );
}

/** The status, with the days that an open application has been in it, and how far an expert is with it. */
function Stage({ row }: { row: AssessmentRow }) {
  const { common } = useText();
  const words = useListText();
  const over = useOverdueDays(row);
  const daysLeft = useDaysLeft(row);
  // Only an expert's rows have a progress; only an expert must be ready by the end of the stage.
  const left = row.progress ? daysLeft : null;
  const isScored = row.progress && row.progress.scored === row.progress.items && row.progress.items > 0;
  return (
    <>
      <StatusChip status={row.status} />
      {row.proposedUntil !== undefined && (
        <Box sx={{ width: 'fit-content', mt: 0.5 }}>
          <HueChip hue="amber">{words.publicUntil(row.proposedUntil)}</HueChip>
        </Box>
      )}
      {OPEN.includes(row.status) && (
        <Box component="span" sx={over === null ? BENEATH : OVERDUE}>
          <Box component="span" sx={PART}>
            {(row.status === 'draft' ? words.created : words.inStatus)(daysInStatus(row))}
            {(over ?? left) !== null && common.marks.comma}
          </Box>
          {over !== null && (
            <Box component="span" sx={PART}>
              {words.overdueBy(over)}
            </Box>
          )}
          {left !== null && (
            <Box component="span" sx={left <= FEW_DAYS ? FEW : PART}>
              {words.left(left)}
            </Box>
          )}
          {row.progress && (
            <Box component="span" sx={PROGRESS}>
              {` · ${isScored ? words.conclude : words.scored(row.progress.scored, row.progress.items)}`}
            </Box>
          )}
        </Box>
      )}
    </>
  );
}

/** On one line, however narrow; how many more there are stays in sight. */
const NAMES = {
  position: 'relative',
  display: 'flex',
  minWidth: 0,
  whiteSpace: 'nowrap',
  '& > :nth-of-type(1)': { overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;
const BENEATH = { display: 'block', fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' } as const;
const PART = { display: 'inline-block', whiteSpace: 'pre' } as const;
const PROGRESS = { ...PART, fontWeight: 400, color: 'text.secondary' } as const;
const FEW = { ...PART, fontWeight: 600, color: 'warning.main' } as const;
const OVERDUE = {
  ...BENEATH,
  fontWeight: 600,
  color: 'error.main',
  // On a wide page the columns beside it have room.
  '@media (min-width: 1400px)': { whiteSpace: 'nowrap' },
} as const;
