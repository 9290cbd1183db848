import type { Input, JsonKey, Output } from '@shp/shared/api/index';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from './session.ts';
import { LIVE_MS, useLive } from './useLive.ts';

export type Called<K extends JsonKey> = {
  readonly data: Output<K> | null;
  /** There is an answer, which may be null. */
  readonly isLoaded: boolean;
  readonly failure: unknown;
  /** Data is older than the last reload, or than the input. */
  readonly isComing: boolean;
  reload(): void;
};

/** `answers`: to which call. */
type State<K extends JsonKey> = Omit<Called<K>, 'isComing' | 'reload'> & { readonly answers: string };

/**
 * Makes a call while mounted, and again when its input changes; keeps the old data until then. It asks
 * again each `every` milliseconds whether the answer has changed, and while the server does not answer, its last answer
 * stands for a new one. Input null makes no call.
 */
export function useCall<K extends JsonKey>(key: K, input: Input<K> | null, every?: number): Called<K> {
  const { api, fail, connection } = useSession();
  useSyncExternalStore(connection.subscribe, connection.snapshot);
  const [state, setState] = useState<State<K>>({ data: null, isLoaded: false, failure: null, answers: '' });
  const [turn, setTurn] = useState(0);
  const body = JSON.stringify(input);
  const name = `${key} ${body}`;
  const asked = `${turn} ${name}`;
  const live = every !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn repeats the call
  useEffect(() => {
    if (body === 'null') return;
    const stop = new AbortController();
    api.call(key, JSON.parse(body) as Input<K>, { signal: stop.signal, revalidate: every !== undefined }).then(
      (data) => {
        if (stop.signal.aborted) return;
        setState({ data, isLoaded: true, failure: null, answers: asked });
        if (live) connection.keep(name, data);
      },
      (failure: unknown) => {
        if (stop.signal.aborted) return;
        setState((old) => ({ ...old, failure, answers: asked }));
        fail(failure);
      },
    );
    return () => stop.abort();
  }, [api, key, body, turn, fail]);
  const renew = async (signal: AbortSignal) => {
    const data = await api.call(key, JSON.parse(body) as Input<K>, { signal, revalidate: true }).catch(() => null);
    if (data === null || signal.aborted) return;
    connection.keep(name, data);
    setState((old) =>
      old.data === data && old.failure === null ? old : { ...old, data, isLoaded: true, failure: null },
    );
  };
  // What was never answered is asked for as often as a list.
  const unanswered = !state.isLoaded && state.failure !== null;
  useLive(renew, input === null || !live ? null : unanswered ? Math.min(every, LIVE_MS) : every);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  const last = live && !state.isLoaded ? (connection.last(name) as Output<K> | undefined) : undefined;
  const { isLoaded, failure } = state;
  const isComing = body !== 'null' && state.answers !== asked;
  return { data: state.data ?? last ?? null, isLoaded, failure, isComing, reload };
}
