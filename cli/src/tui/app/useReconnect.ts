import { useEffect, useSyncExternalStore } from 'react';
import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';
import { askEvery, LIVE_MS } from '../useLive.ts';
import type { Connection } from './connection.ts';

/** While the server does not answer, asks it again every few seconds, on screens too that make no calls themselves. */
export function useReconnect(api: Api, connection: Connection, onError: (error: unknown) => boolean): void {
  const isLost = useSyncExternalStore(connection.subscribe, connection.snapshot) !== null;
  useEffect(() => {
    if (!isLost) return undefined;
    return askEvery(
      (signal) =>
        api
          .call('GET user', {}, { signal })
          .catch((error: unknown) => signal.aborted || isTransient(error) || onError(error)),
      LIVE_MS,
    );
  }, [api, isLost, onError]);
}
