import type { DOMElement } from 'ink';
import { type RefObject, useLayoutEffect } from 'react';
import { useUi } from '../ui.ts';

/** Puts the terminal's cursor into a box while `x` says where: input methods open their window there. */
export function useCursorIn(ref: RefObject<DOMElement | null>, x: number | null): void {
  const { setCursor } = useUi();
  useLayoutEffect(() => {
    if (x === null || ref.current === null) return;
    const { left, top } = placeOf(ref.current);
    setCursor({ x: left + x, y: top });
  });
  const shown = x !== null;
  useLayoutEffect(() => (shown ? () => setCursor(null) : undefined), [shown, setCursor]);
}

function placeOf(element: DOMElement): { left: number; top: number } {
  let [left, top] = [0, 0];
  for (let node: DOMElement | undefined = element; node; node = node.parentNode) {
    left += node.yogaNode?.getComputedLeft() ?? 0;
    top += node.yogaNode?.getComputedTop() ?? 0;
  }
  return { left, top };
}
