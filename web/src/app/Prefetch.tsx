import type { Role } from '@shp/shared/domain/accounts/roles';
import { guard, ROUTES } from '@shp/shared/domain/routes';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SCREENS } from './routes.ts';

/** How long nothing must be on its way before anything is loaded ahead of its use. */
const QUIET_MS = 1000;

/** Loads a role's other screens one after another, while no data is on its way and the browser has nothing to do. */
export function Prefetch({ role }: { role: Role }) {
  const busy = useIsFetching() > 0;
  useEffect(() => {
    if (busy) return;
    let going = true;
    const timer = setTimeout(async () => {
      for (const { path } of ROUTES) {
        if (guard(role, path).go !== 'stay') continue;
        await idle();
        if (!going || !navigator.onLine) return;
        // Whoever opens a screen that could not be loaded asks for it again, and is told.
        await SCREENS[path].preload().catch(() => null);
      }
    }, QUIET_MS);
    return () => {
      going = false;
      clearTimeout(timer);
    };
  }, [busy, role]);
  return null;
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, QUIET_MS);
  });
}
