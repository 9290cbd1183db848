import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A row of links that scrolls sideways: the current one comes into view whenever `current` changes. */
export function useScrollToCurrent<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current link is another element to show
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link) row.current.scrollLeft = link.offsetLeft + link.offsetWidth - row.current.clientWidth;
  }, [current]);
  return row;
}
