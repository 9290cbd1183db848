import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';
import { askEvery } from '../useLive.ts';
import type { Connection } from './connection.ts';

/** The pause between two calls, each of which is tried several times. */
const AGAIN_MS = 1_000;

/** While the server does not answer, asks it again every few seconds, on screens too that make no calls themselves. */
export function useReconnect(api: Api, connection: Connection, onError: (error: unknown) => boolean): void {
  const latest = useRef(onError);
  latest.current = onError;
  const isLost = useSyncExternalStore(connection.subscribe, connection.snapshot) !== null;
  useEffect(() => {
    if (!isLost) return undefined;
    return askEvery(
      (signal) =>
        api
          .call('GET user', {}, { signal })
          .catch((error: unknown) => signal.aborted || isTransient(error) || latest.current(error)),
      AGAIN_MS,
    );
  }, [api, isLost]);
}
