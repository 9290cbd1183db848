import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ShownFile } from './FilePane.tsx';

/** The evidence shown in place. Opening keeps the focus where it is; closing restores it. */
export function usePane(panel: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<ShownFile | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const place = shown?.shown.serial;

  const show = useCallback((next: ShownFile) => {
    opener.current ??= document.activeElement as HTMLElement | null;
    setShown(next);
  }, []);
  const close = useCallback(() => {
    setShown(null);
    opener.current?.focus({ preventScroll: true });
    opener.current = null;
  }, []);

  // Opening or closing the file changes the items' width: keep the current item in view.
  useLayoutEffect(() => {
    if (place === undefined) return;
    panel.current?.querySelector(`[data-item="${place}"]`)?.scrollIntoView({ block: 'start' });
  }, [panel, place]);

  return { shown, show, close };
}

export type Pane = ReturnType<typeof usePane>;
