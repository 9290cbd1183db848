import { useEffect, useRef } from 'react';
import { useUi } from './ui.ts';

/** How often a shown list or object asks whether it has changed. */
export const LIVE_MS = 5_000;

/** Repeats a question while the screen is shown, unless the user has switched that off or `every` is null. */
export function useLive(ask: (signal: AbortSignal) => Promise<void>, every: number | null = LIVE_MS): void {
  const { choices } = useUi();
  const on = choices.live !== false;
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!on || every === null) return undefined;
    return askEvery((signal) => latest.current(signal), every);
  }, [on, every]);
}

/** Asks each `every` milliseconds, not while a question is open: one takes longer where the server does not answer. Returns how to end it. */
export function askEvery(ask: (signal: AbortSignal) => Promise<unknown>, every: number): () => void {
  const stop = new AbortController();
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void ask(stop.signal).finally(() => {
      isAsking = false;
    });
  }, every);
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}
