import { useEffect, useSyncExternalStore } from 'react';
import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';
import { LIVE_MS } from '../useLive.ts';
import type { Connection } from './connection.ts';

/** While the server does not answer, asks it again every few seconds, on screens too that make no calls themselves. */
export function useReconnect(api: Api, connection: Connection, onError: (error: unknown) => boolean): void {
  const isLost = useSyncExternalStore(connection.subscribe, connection.snapshot) !== null;
  useEffect(() => {
    if (!isLost) return undefined;
    const stop = new AbortController();
    let isAsking = false;
    const timer = setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      api
        .call('GET user', {}, { signal: stop.signal })
        .catch((error: unknown) => stop.signal.aborted || isTransient(error) || onError(error))
        .finally(() => {
          isAsking = false;
        });
    }, LIVE_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [api, isLost, onError]);
}
