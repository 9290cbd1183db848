import { partsOfHash } from '@shp/shared/domain/addresses/partsOfHash';
import { startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { useNavigation } from '../anchors.ts';

/** The chapter that the address leads to. */
export function useLinkedChapter(serials: readonly string[]): string | undefined {
  const { chapter } = partsOfHash(useLocation().hash);
  return chapter !== null && serials.includes(chapter) ? chapter : undefined;
}

/**
 * Whether all items of a chapter are rendered: first those that fill a window, so that a page opens sooner. `show`
 * renders the others at once.
 */
export function useAllItems(there: boolean): { all: boolean; show: () => void } {
  const [all, setAll] = useState(false);
  useEffect(() => {
    if (there) startTransition(() => setAll(true));
  }, [there]);
  return { all, show: () => flushSync(() => setAll(true)) };
}

/** A link to an item opens its chapter. */
export function useOpenLinkedChapter(serials: readonly string[], choose: (s1: string) => void): void {
  useNavigation((hash) => {
    const { chapter } = partsOfHash(hash);
    if (chapter !== null && serials.includes(chapter)) choose(chapter);
  });
}

/** Focuses the first item of the next chapter, or the last of the previous, when a key moves past a chapter's end. */
export function useFirstItem(
  panel: { readonly current: HTMLElement | null },
  serials: readonly string[],
  open: string,
  choose: (s1: string) => void,
  there: boolean,
): (way: 1 | -1) => void {
  const going = useRef<1 | -1 | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the requested chapter is rendered
  useEffect(() => {
    if (going.current === null || !there) return;
    const inputs = panel.current?.querySelectorAll<HTMLElement>('[data-score]');
    inputs?.[going.current === 1 ? 0 : inputs.length - 1]?.focus();
    going.current = null;
  }, [open, there]);
  return (way) => {
    const next = serials[serials.indexOf(open) + way];
    if (next === undefined) return;
    going.current = way;
    choose(next);
  };
}
