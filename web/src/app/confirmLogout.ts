import { logOut } from '../core/client.ts';

/** Called before logout; returns true if it opens a dialog and so stops the logout. */
let asker: (() => boolean) | null = null;

export function askBeforeLogout(ask: () => boolean): () => void {
  asker = ask;
  return () => {
    asker = null;
  };
}

/** Logs out, or lets the registered check ask first about unsent edits. */
export function confirmLogout(): void {
  if (!asker?.()) void logOut();
}
