import { logOut } from '../core/client.ts';

/** Whoever has something to say before the session ends; answers whether it asks the person first. */
let asker: (() => boolean) | null = null;

export function askBeforeLogout(ask: () => boolean): () => void {
  asker = ask;
  return () => {
    asker = null;
  };
}

/** Logs out, unless something is unsent and the person is asked about it first. */
export function confirmLogout(): void {
  if (!asker?.()) void logOut();
}
