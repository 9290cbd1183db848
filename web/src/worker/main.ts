import { getCacheKeyForURL, matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { hasUnsent } from '../core/unsent.ts';

/** The files of this build, written in by `web/vite.config.ts`. */
declare const CONSOLE_FILES: (string | PrecacheEntry)[];

/** The events of a service worker, as far as they are used here: its types cannot be loaded beside those of a page. */
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void };
type WorkerScope = {
  clients: { claim(): Promise<void>; matchAll(options: { type: 'window' }): Promise<unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
};
const scope = globalThis as unknown as WorkerScope;

/** The stored page opens if the server has not answered by then. */
const PAGE_TIMEOUT_MS = 1500;
const PAGE = '/index.html';

precache(CONSOLE_FILES);

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

// Another tab may still need files of the version before: then the new one waits until that tab is closed.
scope.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === 'SKIP_WAITING') event.waitUntil(takeOverIfAlone());
});

async function takeOverIfAlone(): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window' });
  if (open.length <= 1) await scope.skipWaiting();
}

// Only the console's own files: answers of the server are never cached here.
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (isConsolePage(pathname)) event.respondWith(page(request));
  } else if (getCacheKeyForURL(pathname) !== undefined) event.respondWith(file(request, pathname));
});

/** Every address is the console's but those that the server answers itself (`server/src/http/console.ts`). */
function isConsolePage(path: string): boolean {
  return path !== '/verify' && path !== '/api' && !/^\/(?:api|assets)\//.test(path) && !/\.\w+$/.test(path);
}

async function file(request: Request, path: string): Promise<Response> {
  return (await matchPrecache(path)) ?? fetch(request);
}

/**
 * The server's present page; the stored one offline, or while edits wait to be sent: they go with the version in
 * which they were typed.
 */
async function page(request: Request): Promise<Response> {
  const stored = await matchPrecache(PAGE);
  if (!stored) return fetch(request);
  if (!navigator.onLine || (await hasUnsent())) return stored;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PAGE_TIMEOUT_MS);
  try {
    const response = await fetch(request, { signal: patience.signal });
    return response.status >= 500 ? stored : response;
  } catch {
    return stored;
  } finally {
    clearTimeout(timer);
  }
}
