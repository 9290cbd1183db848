import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { placeFor } from '@shp/shared/domain/accounts/place';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { daysInStatus } from '@shp/shared/domain/lib/days';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { client } from '../../core/client.ts';
import { WAITING_ON_HOME } from '../../core/homeQueries.ts';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { FEW_DAYS, useDaysLeft, useOverdueDays } from '../../core/useOverdueDays.ts';
import { RADIUS } from '../../theme/tokens.ts';
import { Failure } from '../../ui/Failure.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { Panel } from './Panel.tsx';
import { useHomeText } from './texts.ts';

const OLDEST_FIRST = { field: 'statusSince', order: 'ASC' } as const;

/** The assessments that wait for the user, those that wait longest first; an expert's as cards with his progress. */
export function Waiting() {
  const home = useHomeText();
  const { lang } = usePreferences();
  const { role } = useUser();
  const One = role === 'expert' ? Review : Row;
  const { data, error, refetch } = useQuery({
    queryKey: ['assessments', 'waiting'],
    queryFn: ({ signal }) => client.call('GET assessment/query', WAITING_ON_HOME, { signal }),
  });
  const count = data?.total.toLocaleString(LANG_TAGS[lang]) ?? '–';
  return (
    <Panel
      title={home.waiting(count)}
      action={
        data !== undefined &&
        data.total > data.items.length && (
          <Link component={RouterLink} to={listAddress('/assessments', { waiting: true }, OLDEST_FIRST)}>
            {home.all(count)}
          </Link>
        )
      }
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <Typography sx={{ color: 'text.secondary', py: 1 }}>{home.nothingWaits}</Typography>}
      <Box component="ul" sx={role === 'expert' ? CARDS : LIST}>
        {data?.items.map((row) => (
          <One key={row.id} row={row} />
        ))}
      </Box>
    </Panel>
  );
}

function Row({ row }: { row: AssessmentRow }) {
  const { common } = useText();
  return (
    <Box component="li" sx={ROW}>
      <Name row={row} />
      <StatusChip status={row.status} />
      <span>{common.levels[row.level]}</span>
      <Days row={row} />
    </Box>
  );
}

/** A review of an expert. */
function Review({ row }: { row: AssessmentRow }) {
  const { common } = useText();
  return (
    <Box component="li" sx={CARD}>
      <Name row={row} />
      {row.progress && <Scored {...row.progress} />}
      <Box sx={FACTS}>
        <StatusChip status={row.status} />
        <span>{common.levels[row.level]}</span>
        <Days row={row} hasEnd />
      </Box>
    </Box>
  );
}

function Name({ row }: { row: AssessmentRow }) {
  const { role } = useUser();
  return (
    <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 16rem' }, minWidth: 0 }}>
      <Link component={RouterLink} to={assessmentPath(role, row)} sx={{ color: 'text.primary', fontWeight: 600 }}>
        {row.station.name}
      </Link>{' '}
      <Typography component="span" variant="caption" sx={PLACE}>
        {row.number} · {placeFor(role, row.station.divisionName)}
      </Typography>
    </Box>
  );
}

/** The days in the stage, or overdue; `hasEnd`: also those that are left, marked when they are few. */
function Days({ row, hasEnd = false }: { row: AssessmentRow; hasEnd?: boolean }) {
  const home = useHomeText();
  const over = useOverdueDays(row);
  const left = useDaysLeft(row);
  if (over !== null)
    return (
      <Box component="span" sx={OVERDUE}>
        {home.overdueBy(over)}
      </Box>
    );
  const days = daysInStatus(row);
  return hasEnd && left !== null ? (
    <Box component="span" sx={left <= FEW_DAYS ? FEW : DAYS}>
      {home.dayAndLeft(days, left)}
    </Box>
  ) : (
    <Box component="span" sx={DAYS}>
      {home.days(days)}
    </Box>
  );
}

/** How many items of a review an expert has scored. */
function Scored({ scored, items }: NonNullable<AssessmentRow['progress']>) {
  const home = useHomeText();
  return (
    <Box component="span" sx={SCORED}>
      {home.scored(scored, items)}
      {items > 0 && scored === items && <strong>{home.conclude}</strong>}
      <span aria-hidden>
        <i style={{ inlineSize: `${(scored / Math.max(1, items)) * 100}%` }} />
      </span>
    </Box>
  );
}

const SCORED = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1,
  justifyContent: 'space-between',
  '& > span': { flex: '0 0 100%', height: 6, mt: 0.5, borderRadius: 0.5, bgcolor: 'action.selected' },
  '& i': { display: 'block', height: '100%', borderRadius: 'inherit', bgcolor: 'primary.main' },
} as const;
const PLACE = { display: { xs: 'block', sm: 'inline-block' }, color: 'text.secondary' } as const;
const DAYS = { minWidth: { sm: '7.5rem' }, textAlign: 'right' } as const;
const FEW = { ...DAYS, fontWeight: 600, color: 'warning.main' } as const;
const OVERDUE = { ...DAYS, fontWeight: 600, color: 'error.main' } as const;
const LIST = { m: 0, p: 0, listStyle: 'none' } as const;
const CARDS = {
  ...LIST,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
  gap: 1.5,
  mt: 1,
} as const;
/** Opens by a press anywhere on it, as the name's link. */
const CARD = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  p: 2,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: `${RADIUS.card}px`,
  '&:hover': { borderColor: 'primary.main' },
  '& > :first-of-type': { flex: 'none' },
  '& .MuiTypography-caption': { display: 'block' },
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
} as const;
const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  '& > :last-child': { ml: 'auto', minWidth: 0 },
} as const;
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: { xs: 1, sm: 1.5 },
  rowGap: 0.25,
  py: 1,
  '&:not(:last-child)': { borderBottom: '1px solid', borderBottomColor: 'divider' },
} as const;
