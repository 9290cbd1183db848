import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { lastList } from '../core/browserStorage.ts';

/** Where the window was scrolled to at each entry of the history. */
const places = new Map<string, number>();

/**
 * A newly opened page begins at its top, Back and Forward return to the place that was left, and a page whose query or
 * hash changes stays where it is. React Router's ScrollRestoration does this for its data routers only.
 */
export function useScrollPlace(): void {
  const { key, pathname, search, hash } = useLocation();
  const isPop = useNavigationType() === 'POP';
  // A link that the browser follows itself, as to #content, has no key of its own.
  const entry = `${key} ${pathname}${search}${hash}`;
  const shown = useRef({ entry, pathname, search });
  const stop = useRef<(() => void) | null>(null);

  useEffect(() => {
    const record = () => {
      if (!stop.current) places.set(shown.current.entry, scrollY);
    };
    // The browser restores the place after a reload.
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('scroll', record, { passive: true });
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('scroll', record);
      removeEventListener('pagehide', leave);
      stop.current?.();
      leave();
    };
  }, []);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const before = shown.current;
    if (before.entry === entry) return;
    shown.current = { entry, pathname, search };
    if (before.pathname === '/assessments') lastList.search = before.search;
    stop.current?.();
    const place = isPop ? places.get(entry) : undefined;
    if (place !== undefined) {
      stop.current = holdPlace(place, () => {
        stop.current = null;
      });
    } else if (before.pathname !== pathname) scrollTo({ top: 0, behavior: 'instant' });
  }, [entry, pathname, search, isPop]);
}

/** What ends the restoring of a place: the user goes elsewhere. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
const MAX_RESTORE_MS = 5000;

/** Scrolls to a place, and again while the page grows to its full height; returns the function that ends this. */
function holdPlace(top: number, onEnd: () => void): () => void {
  const go = () => scrollTo({ top, behavior: 'instant' });
  const observer = new ResizeObserver(go);
  const timer = setTimeout(end, MAX_RESTORE_MS);
  function end() {
    clearTimeout(timer);
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, end, true);
    onEnd();
  }
  for (const act of ACTS) addEventListener(act, end, { capture: true, passive: true });
  go();
  observer.observe(document.body);
  return end;
}
