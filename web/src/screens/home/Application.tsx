import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Grid from '@mui/material/Grid';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { lastReturn } from '@shp/shared/domain/assessment/returns';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { daysInStatus } from '@shp/shared/domain/lib/days';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { hashOf } from '../../assessment/anchors.ts';
import { unansweredPlaces } from '../../assessment/remarks/remarksContext.ts';
import { stagesOf } from '../../assessment/stages.ts';
import { client } from '../../core/client.ts';
import { daysLeft, endsWithin } from '../../core/endsWithin.ts';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useSettings } from '../../core/useSettings.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HueChip, StatusChip } from '../../ui/StatusChip.tsx';
import { Stepper, type StepperStep } from '../../ui/Stepper.tsx';
import { Apply } from '../assessments/Apply.tsx';
import { Hint } from './Hint.tsx';
import { Panel } from './Panel.tsx';
import { useHomeText } from './texts.ts';
import { useRating } from './useRating.ts';

/** A station's open application, its rating and below that its findings; how to apply while it has none. */
export function Application({ findings }: { findings: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['assessments', 'own'],
    queryFn: ({ signal }) =>
      client.call('GET assessment/query', { status: [...OPEN], sortby: 'createdAt', desc: true, size: 1 }, { signal }),
  });
  const open = data?.items[0];
  return (
    <Grid container spacing={2}>
      <Grid size={{ xs: 12, md: 8 }}>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton rows={6} />}
        {open && <Open row={open} />}
        {data && !open && <NoApplication />}
      </Grid>
      <Grid size={{ xs: 12, md: 4 }} sx={ASIDE}>
        <Rating />
        {findings}
      </Grid>
      {data && !open && (
        <Grid size={12}>
          <Hint />
        </Grid>
      )}
    </Grid>
  );
}

/** The rating takes the height that the findings below it leave. */
const ASIDE = { display: 'grid', gridTemplateRows: '1fr auto', gap: 2 } as const;

function NoApplication() {
  const home = useHomeText();
  return (
    <Panel title={home.noApplication}>
      <Box sx={{ py: 1 }}>
        <Apply />
      </Box>
    </Panel>
  );
}

function Open({ row }: { row: AssessmentRow }) {
  const { common } = useText();
  const home = useHomeText();
  const editable = row.status === 'draft' || row.status === 'returned';
  const path = assessmentPath('station', row);
  return (
    <Panel title={home.application(common.levels[row.level])} action={<StatusChip status={row.status} />}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {row.number}
      </Typography>
      <Stages row={row} />
      {editable && <Missing row={row} path={path} />}
      <Button component={RouterLink} to={path} variant={editable ? 'contained' : 'outlined'} sx={{ my: 1 }}>
        {row.status === 'returned' ? home.correct : editable ? home.goOn : home.look}
      </Button>
    </Panel>
  );
}

/** What keeps the application from being submitted, and the remarks of its return. */
function Missing({ row, path }: { row: AssessmentRow; path: string }) {
  const { id, status } = row;
  const home = useHomeText();
  const { lang } = usePreferences();
  const { data: problems } = useQuery({
    queryKey: ['assessments', 'problems', id, lang],
    queryFn: ({ signal }) => client.call('GET assessment/validate_station_submit', { id }, { signal }),
  });
  const isReturned = status === 'returned';
  const { data: events } = useQuery({
    queryKey: ['assessments', 'events', id],
    queryFn: ({ signal }) => client.call('GET assessment/events', { id }, { signal }),
    enabled: isReturned,
  });
  // Without the remarks it is not known whether nothing is missing.
  const known = problems !== undefined && !(isReturned && events === undefined);
  const places = unansweredPlaces((events && lastReturn(events)?.remarks) ?? []);
  const remarks = places.length;
  // A remark without a place stands with the reasons at the top of the page.
  const first = places.find((place) => place !== null);
  const missing = problems?.problems.length ?? 0;
  return (
    <Box sx={{ minHeight: '1.5em', mt: 1.5 }}>
      {remarks > 0 && (
        <Link component={RouterLink} to={first ? `${path}${hashOf(first)}` : path}>
          {home.remarks(remarks)}
        </Link>
      )}
      {known && (missing > 0 || remarks === 0) && <div>{missing > 0 ? home.missing(missing) : home.complete}</div>}
    </Box>
  );
}

function Stages({ row }: { row: AssessmentRow }) {
  const home = useHomeText();
  const steps = stagesOf(row.status, []).map(
    ({ stage, state }): StepperStep => ({
      name: home.stages[stage],
      state,
      ...(state === 'current' ? { note: home.days(daysInStatus(row)) } : {}),
    }),
  );
  return <Stepper label={home.progress} steps={steps} />;
}

/** The rating that is valid longest, with the days left, marked where it is about to end. */
function Rating() {
  const { common } = useText();
  const { remindDays = 0 } = useSettings() ?? {};
  const home = useHomeText();
  const rating = useRating();
  const left = rating?.validUntil ? Math.ceil(daysLeft(rating.validUntil, Date.now())) : 0;
  return (
    <Panel
      title={home.rating}
      action={
        rating &&
        left > 0 && (
          <Link component={RouterLink} to={assessmentPath('station', rating)}>
            {home.conclusionOf}
          </Link>
        )
      }
    >
      {rating !== undefined && left <= 0 && <Typography sx={{ py: 1 }}>{home.noRating}</Typography>}
      {rating?.validUntil && left > 0 && (
        <>
          <Typography sx={{ fontSize: FONT_SIZES.figure, fontWeight: 650, lineHeight: 1.3 }}>
            {common.levels[rating.level]}
          </Typography>
          <div>{home.until(rating.validUntil)}</div>
          {endsWithin(rating.validUntil, remindDays, Date.now()) ? (
            <Box sx={{ mt: 0.5 }}>
              <HueChip hue="amber">{home.left(left)}</HueChip>
            </Box>
          ) : (
            <Typography sx={{ color: 'text.secondary' }}>{home.left(left)}</Typography>
          )}
        </>
      )}
    </Panel>
  );
}
