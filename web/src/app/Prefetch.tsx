import type { Role } from '@shp/shared/domain/accounts/roles';
import { guard, ROUTES } from '@shp/shared/domain/routes';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SCREENS } from './routes.ts';

/** Prefetching starts after no query has been in flight for this long. */
const QUIET_MS = 1000;

type Props = {
  role: Role;
  /** What this page needs, although nothing of it shows: loaded once, offline too. */
  first: () => Promise<unknown>;
  /** Comes after the screens. */
  last: () => Promise<unknown>;
};

/** Loads `first`, a role's other screens one by one, and `last`, while no query is in flight and the browser is idle. */
export function Prefetch({ role, first, last }: Props) {
  const busy = useIsFetching() > 0;
  useEffect(() => {
    if (busy) return;
    let going = true;
    const timer = setTimeout(async () => {
      await first().catch(() => null);
      for (const { path } of ROUTES) {
        if (guard(role, path).go !== 'stay') continue;
        await idle();
        if (!going || !navigator.onLine) return;
        // Opening a screen loads it again and reports a failure.
        await SCREENS[path].preload().catch(() => null);
      }
      await last().catch(() => null);
    }, QUIET_MS);
    return () => {
      going = false;
      clearTimeout(timer);
    };
  }, [busy, role, first, last]);
  return null;
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, QUIET_MS);
  });
}
