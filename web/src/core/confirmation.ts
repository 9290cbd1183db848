import { useEffect, useSyncExternalStore } from 'react';
import { subscribe as onSession, readSession } from './session.ts';

const listeners = new Set<() => void>();
let answerTo: ((confirmed: boolean) => void) | null = null;

function become(next: typeof answerTo): void {
  answerTo = next;
  for (const listener of listeners) listener();
}

/** Opens the password dialog; resolves to whether the user confirmed the session. */
export function askConfirmation(): Promise<boolean> {
  return new Promise(become);
}

/** Resolves the open request and closes its dialog. */
export function answerConfirmation(confirmed: boolean): void {
  const answer = answerTo;
  become(null);
  answer?.(confirmed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isAsking = () => answerTo !== null;

/** Whether the password dialog is open. The end of a session closes it. */
export function useConfirmationAsked(): boolean {
  useEffect(
    () =>
      onSession(() => {
        if (readSession().token === null && isAsking()) answerConfirmation(false);
      }),
    [],
  );
  return useSyncExternalStore(subscribe, isAsking);
}
