import { Box, type DOMElement, Text } from 'ink';
import { useRef } from 'react';
import { displayWidth } from '../../lib/width.ts';
import { useCursorIn } from './cursor.ts';
import type { Line } from './editing.ts';

/** One line being typed, scrolled so that the cursor is in it. `hidden` shows a star for each character. */
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
  const characters = hidden ? [...line.text].map(() => '*') : [...line.text];
  const { from, until, x } = windowOf(characters, line.at, width);
  useCursorIn(ref, focus ? x : null);
  return (
    <Box ref={ref} width={width} flexShrink={0}>
      <Text underline={focus} wrap="truncate-end">
        {characters
          .slice(from, until)
          .join('')
          .padEnd(focus ? 1 : 0)}
      </Text>
    </Box>
  );
}

/** The part of a line that fits, with room for the cursor behind its last character. */
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
