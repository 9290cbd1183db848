import Paper from '@mui/material/Paper';
import { isManaging } from '@shp/shared/domain/accounts/roles';
import { useEffect, useState } from 'react';
import { lazyWithPreload } from '../../core/lazyWithPreload.tsx';
import { readSession } from '../../core/session.ts';
import { OfflineBoundary } from '../../ui/OfflineBoundary.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const overview = lazyWithPreload(() => import('./overview/Overview.tsx'));
// Asked for while the page is still being rendered.
const { user } = readSession();
if (user && isManaging(user.role)) void overview.preload().catch(() => undefined);

/** The overview, whose code comes after the page's numbers. Rendered once it is there: React holds a fallback for 300 ms. */
export function OverviewPart() {
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    const tried = () => setTried(true);
    overview.preload().then(tried, tried);
  }, []);
  return (
    <OfflineBoundary part={overview}>
      {isTried ? (
        <overview.Part />
      ) : (
        <Paper sx={{ p: 2, mb: 4 }}>
          <Skeleton rows={12} />
        </Paper>
      )}
    </OfflineBoundary>
  );
}
