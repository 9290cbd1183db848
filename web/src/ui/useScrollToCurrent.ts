import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The width that fades at an edge, in pixels. */
const FADE = 40;

/** A row of links that scrolls sideways: the current one comes into view whenever `current` changes; see `FADES`. */
export function useScrollToCurrent<E extends HTMLElement>(current: string | undefined): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current link is another element to show
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft + link.offsetWidth + FADE - row.current.clientWidth;
  }, [current]);
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute('data-before', scrollLeft > 1);
      element.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1);
    };
    const observer = new ResizeObserver(mark);
    for (const observed of [element, ...element.children]) observer.observe(observed);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  return row;
}

/** What goes on beyond an edge fades there. */
export const FADES = {
  maskImage: 'linear-gradient(to right, transparent, #000 var(--from), #000 calc(100% - var(--to)), transparent)',
  '--from': '0px',
  '--to': '0px',
  '&[data-before]': { '--from': `${FADE}px` },
  '&[data-after]': { '--to': `${FADE}px` },
} as const;
