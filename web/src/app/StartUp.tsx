import Container from '@mui/material/Container';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { loadUser } from '../core/client.ts';
import { hasTaken } from '../core/device.ts';
import { lazyExtra } from '../core/lazyWithPreload.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Loading } from '../ui/Loading.tsx';

const OfflineStart = lazyExtra(() => import('../offline/OfflineStart.tsx'));

/** Shown when the user of a stored token could not be loaded: the reason, and a retry button. */
export function StartUp({ failure: first }: { failure: unknown }) {
  const [failure, setFailure] = useState(first);

  const load = useCallback(async () => {
    setFailure(null);
    setFailure(await loadUser());
  }, []);
  useEffect(() => {
    if (first === null) void load();
  }, [first, load]);

  if (failure === null) return <Loading />;
  return (
    <Container component="main" maxWidth="sm" sx={{ py: 4 }}>
      <Failure error={failure} onRetry={() => void load()} />
      <Suspense>{hasTaken() && <OfflineStart />}</Suspense>
    </Container>
  );
}
