import { HOUR } from '@shp/shared/domain/lib/days';
import { loadOnce } from '@shp/shared/domain/lib/loadOnce';
import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';
import { hasUnsent } from '../core/unsent.ts';

/** How long a new version may take to take over. */
const TAKE_OVER_MS = 1000;

/** Whether a newer version of the console has been loaded and waits to take over. */
let waiting = false;
let worker: Workbox | null = null;
const listeners = new Set<() => void>();

/** Lets the console start offline from now on. Browsers offer no service worker over plain http. */
export const startWorker = loadOnce(async () => {
  if (!('serviceWorker' in navigator)) return;
  worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    // A page that has only just been loaded is the server's present one already.
    if (wasWaitingBeforeRegister) void hasUnsent().then((unsent) => unsent || worker?.messageSkipWaiting());
    waiting = true;
    for (const listener of listeners) listener();
  });
  await worker.register({ immediate: true });
  setInterval(() => navigator.onLine && void worker?.update().catch(() => undefined), HOUR);
});

/** Resolves when the files of the console are stored. */
export async function workerReady(): Promise<void> {
  await startWorker();
  await navigator.serviceWorker?.ready;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useVersionWaits(): boolean {
  return useSyncExternalStore(subscribe, () => waiting);
}

/** Goes on with the newer version, unless something is unsent by now. */
export async function loadVersion(): Promise<void> {
  if (await hasUnsent()) return;
  // The new worker first: a page that loads while it takes over might still get files of the version before.
  worker?.addEventListener('controlling', () => location.reload());
  worker?.messageSkipWaiting();
  // Another tab keeps the worker of its version; the server's page is the new one all the same.
  setTimeout(() => location.reload(), TAKE_OVER_MS);
}
