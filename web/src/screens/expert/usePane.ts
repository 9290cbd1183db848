import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ShownFile } from '../../files/FilePane.tsx';

/** The evidence that is shown in place. The focus stays where it was; closing gives it back. */
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

  // The items have more or less room than before: the one that is looked at stays in sight.
  useLayoutEffect(() => {
    if (place === undefined) return;
    panel.current?.querySelector(`[data-item="${place}"]`)?.scrollIntoView({ block: 'start' });
  }, [panel, place]);

  return { shown, show, close };
}

export type Pane = ReturnType<typeof usePane>;
