import { useEffect, useRef, useState } from 'react';
import type { Api } from '../api/client.ts';
import { useSession } from './session.ts';

/** A held arrow key asks for nothing; a selection that stays this long does. */
const REST_MS = 250;
const KEPT = 40;

/** Loads more about a row once the selection rests on it. `version` changes with the row; null until it has arrived. */
export function useWhenSettled<X>(
  id: string,
  version: string | number,
  load: (api: Api, id: string, signal: AbortSignal) => Promise<X>,
): X | null {
  const { api } = useSession();
  const [found, setFound] = useState<ReadonlyMap<string, X>>(new Map());
  const latest = useRef(load);
  latest.current = load;
  const key = `${id} ${version}`;
  const known = found.has(key);
  useEffect(() => {
    if (known) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      latest.current(api, id, stop.signal).then(
        (data) => {
          if (!stop.signal.aborted) setFound((all) => new Map([...[...all].slice(1 - KEPT), [key, data]]));
        },
        // The pane shows what the row has; opening the row tells the reason.
        () => {},
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, id, key, known]);
  return found.get(key) ?? null;
}
