import Box from '@mui/material/Box';
import Grid from '@mui/material/Grid';
import { isManaging } from '@shp/shared/domain/accounts/roles';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { ownListOfCard } from '@shp/shared/domain/homeCards';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { client } from '../../core/client.ts';
import { useTakenSince } from '../../core/device.ts';
import { useText } from '../../core/i18n/texts.ts';
import { lazyExtra, lazyWithPreload } from '../../core/lazyWithPreload.tsx';
import { useUser } from '../../core/session.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { Application } from './Application.tsx';
import { Attention } from './Attention.tsx';
import { Count } from './Count.tsx';
import { FindingCounts } from './FindingCounts.tsx';
import { Hint } from './Hint.tsx';
import { OverviewPart } from './OverviewPart.tsx';
import { OwnStations } from './OwnStations.tsx';
import { useOverviewText } from './overview/texts.ts';
import { Tour } from './Tour.tsx';
import { useHomeText } from './texts.ts';
import { Waiting } from './Waiting.tsx';

useHomeText.preload();
useOverviewText.preload();

const TakenLinks = lazyExtra(() => import('../../offline/TakenLinks.tsx'));
const Report = lazyWithPreload(() => import('./overview/Report.tsx'));

const COUNTS = ['station', 'report', 'onProgress', 'level2', 'level3'] as const;
/** Grid columns of each card on a phone, out of twelve: two rows. */
const ON_PHONE = { station: 6, report: 6, onProgress: 4, level2: 4, level3: 4 };

const ABOVE = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  mb: 2,
  '&:empty': { display: 'none' },
} as const;

/** The home page: what the role does next, the region's counts, the overview of those who manage, and the station tour. */
export default function Home() {
  const { web } = useText();
  const user = useUser();
  const { role } = user;
  const view = useSearchParams()[0].get('view');
  const { data, error, refetch } = useQuery({
    queryKey: ['basic/status'],
    queryFn: ({ signal }) => client.call('GET basic/status', {}, { signal }),
  });
  const hasOwn = ownListOfCard('report', user) !== null;
  const own = useQuery({
    queryKey: ['basic/status', 'scoped'],
    queryFn: ({ signal }) => client.call('GET basic/status', { scoped: true }, { signal }),
    enabled: hasOwn,
  }).data;
  const isOffline = useTakenSince() !== null;
  // Offline nothing here has an answer but what is on the device.
  if (isOffline && !data) {
    return (
      <Page title={web.home.title}>
        <Suspense>
          <TakenLinks />
        </Suspense>
      </Page>
    );
  }
  if (isManaging(role) && view === 'report') {
    return (
      <Suspense fallback={<Loading />}>
        <Report.Part />
      </Suspense>
    );
  }
  const isStation = role === 'station';
  const findings = (
    <Suspense>
      <FindingCounts />
    </Suspense>
  );
  const toDo = (
    <>
      <Box sx={ABOVE}>
        {hasTodo(role) && <Suspense>{isStation ? <Application findings={findings} /> : <Waiting />}</Suspense>}
        {!isStation && findings}
        {role === 'supervisor' && <Attention />}
      </Box>
      {!isStation && (
        <Suspense>
          <Hint />
        </Suspense>
      )}
    </>
  );
  // The heading names the region's figures: what is the account's own stands before it.
  const isOwnFirst = isStation || role === 'expert';
  const page = (
    <Page title={web.home.title}>
      {!isOwnFirst && toDo}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Grid
        container
        columns={12}
        spacing={{ xs: 1, md: 2 }}
        component="ul"
        sx={{ p: 0, m: 0, mb: 3, listStyle: 'none' }}
      >
        {COUNTS.map((key) => (
          <Grid key={key} size={{ xs: ON_PHONE[key], md: 12 / COUNTS.length }} component="li">
            <Count of={key} value={data?.[key]} own={own?.[key]} />
          </Grid>
        ))}
      </Grid>
      <Suspense>
        {isManaging(role) && <OverviewPart />}
        {role === 'supervisor' && (
          <Box sx={{ mb: 4 }}>
            <OwnStations />
          </Box>
        )}
      </Suspense>
      <Tour />
    </Page>
  );
  return isOwnFirst ? (
    <>
      <Box sx={{ mb: 4 }}>{toDo}</Box>
      {page}
    </>
  ) : (
    page
  );
}
