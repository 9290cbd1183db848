import { Box, type DOMElement, Text } from 'ink';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { displayWidth, pad } from '../../lib/width.ts';
import { useUi } from '../ui.ts';
import type { Line } from './editing.ts';

/**
 * A text input of one line that scrolls with the cursor; from its beginning while it has no focus. `…` stands where it is
 * cut. `hidden` shows stars.
 */
export function LineInput({
  line,
  width,
  focus,
  hidden,
}: {
  line: Line;
  width: number;
  focus: boolean;
  hidden?: boolean;
}) {
  const ref = useRef<DOMElement>(null);
  const characters = [...line.text].map((one) => (hidden ? '*' : one === '\n' ? '↵' : one));
  const at = focus ? line.at : 0;
  const { from, until, x } = windowOf(characters, at, width);
  const shown = characters.slice(from, until);
  // At the cursor nothing is covered.
  if (from > 0 && at > from) shown[0] = cutMark(shown[0]);
  if (until < characters.length && at !== until - 1) shown.push(cutMark(shown.pop()));
  useCursorIn(ref, focus ? x : null);
  return (
    <Box ref={ref} width={width} flexShrink={0}>
      <Text underline={focus} inverse={focus && line.selected === true} wrap="truncate-end">
        {shown.join('').padEnd(focus ? 1 : 0)}
      </Text>
    </Box>
  );
}

/** The mark of a cut, as wide as the character that it covers. */
function cutMark(covered = ''): string {
  return pad('…', Math.max(1, displayWidth(covered)), false);
}

/** The visible part of the line, with room for the cursor at the end. */
function windowOf(
  characters: readonly string[],
  at: number,
  width: number,
): { from: number; until: number; x: number } {
  let from = at;
  let x = 0;
  while (from > 0) {
    const more = displayWidth(characters[from - 1] ?? '');
    if (x + more > width - 1) break;
    x += more;
    from -= 1;
  }
  let until = at;
  let used = x;
  while (until < characters.length) {
    used += displayWidth(characters[until] ?? '');
    if (used > width) break;
    until += 1;
  }
  return { from, until, x };
}

/** Places the terminal's cursor in a box while `x` is set: input methods open there. */
function useCursorIn(ref: RefObject<DOMElement | null>, x: number | null): void {
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
