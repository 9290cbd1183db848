import Box from '@mui/material/Box';
import Grid from '@mui/material/Grid';
import { everWaits } from '@shp/shared/domain/assessment/todo';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Page } from '../../ui/Page.tsx';
import { Application } from './Application.tsx';
import { Count } from './Count.tsx';
import { Hint } from './Hint.tsx';
import { Reminder } from './Reminder.tsx';
import { Tour } from './Tour.tsx';
import { useHomeText } from './texts.ts';
import { Waiting } from './Waiting.tsx';

useHomeText.preload();

const COUNTS = ['station', 'report', 'onProgress', 'level2', 'level3'] as const;
/** Grid columns of each card, out of twelve, on a wide page: three cards in the first row, two in the second. */
const SPANS = { station: 4, report: 4, onProgress: 4, level2: 6, level3: 6 };

/** The home page: the region's counts and the station tour. */
export default function Home() {
  const { web } = useText();
  const { role } = useUser();
  const { data, error, refetch } = useQuery({
    queryKey: ['basic/status'],
    queryFn: ({ signal }) => client.call('GET basic/status', {}, { signal }),
  });
  return (
    <Page title={web.home.title}>
      {role === 'station' && <Reminder />}
      <Suspense>
        <Hint />
      </Suspense>
      {everWaits(role) && (
        <Suspense>
          <Box sx={{ mb: 2 }}>{role === 'station' ? <Application /> : <Waiting />}</Box>
        </Suspense>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Grid container columns={12} spacing={2} component="ul" sx={{ p: 0, m: 0, mb: 4, listStyle: 'none' }}>
        {COUNTS.map((key) => (
          <Grid key={key} size={{ xs: 6, md: SPANS[key] }} component="li">
            <Count of={key} value={data?.[key]} />
          </Grid>
        ))}
      </Grid>
      <Tour />
    </Page>
  );
}
