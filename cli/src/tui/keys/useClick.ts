import type { DOMElement } from 'ink';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useKeyboard } from './useKeys.ts';

type Cell = { readonly x: number; readonly y: number };

/** Calls `onClick` with the place inside the element; elements below a dialog get no clicks. */
export function useClick(ref: RefObject<DOMElement | null>, onClick: ((at: Cell) => void) | undefined): void {
  const { keyboard, depth } = useKeyboard();
  const latest = useRef(onClick);
  latest.current = onClick;
  useLayoutEffect(
    () =>
      keyboard.addArea(depth, ({ x, y }) => {
        const element = ref.current;
        if (element === null || latest.current === undefined) return null;
        const { left, top, width, height } = areaOf(element);
        const inside = x >= left && x < left + width && y >= top && y < top + height;
        return inside ? () => latest.current?.({ x: x - left, y: y - top }) : null;
      }),
    [keyboard, depth, ref],
  );
}

function areaOf(element: DOMElement): { left: number; top: number; width: number; height: number } {
  const { yogaNode } = element;
  let [left, top] = [0, 0];
  for (let node: DOMElement | undefined = element; node; node = node.parentNode) {
    left += node.yogaNode?.getComputedLeft() ?? 0;
    top += node.yogaNode?.getComputedTop() ?? 0;
  }
  return { left, top, width: yogaNode?.getComputedWidth() ?? 0, height: yogaNode?.getComputedHeight() ?? 0 };
}
