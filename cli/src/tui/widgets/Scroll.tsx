import { Box, Text } from 'ink';
import { useReducer, useRef } from 'react';
import type { KeyId } from '../keys/keys.ts';
import { useTexts } from '../ui.ts';
import { Muted } from './Muted.tsx';

/** The visible part of a long text, and its keys. */
export function useScroll(
  length: number,
  height: number,
): { top: number; at(): number; go(to: number): void; handlers: Partial<Record<KeyId, () => void>> } {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const place = useRef(0);
  const placed = () => Math.max(0, Math.min(place.current, length - height));
  const top = placed();
  const set = (to: number) => {
    place.current = to;
    redraw();
  };
  const move = (to: number) => set(Math.max(0, Math.min(to, length - height)));
  return {
    top,
    /** The top after all keys, of which some may not be drawn yet. */
    at: placed,
    go: move,
    handlers: {
      scrollUp: () => move(placed() - 1),
      scrollDown: () => move(placed() + 1),
      // The last row may show how many lines follow; it is the first row of the next page.
      scrollPageUp: () => move(placed() - height + 1),
      scrollPageDown: () => move(placed() + height - 1),
      scrollFirst: () => move(0),
      // The end stays the end where the window changes.
      scrollLast: () => set(Number.POSITIVE_INFINITY),
    },
  };
}

/** Renders the visible lines; the last row shows how many follow. */
export function ScrollLines({ lines, top, height }: { lines: readonly string[]; top: number; height: number }) {
  const { tui } = useTexts();
  const shown = top + height < lines.length ? Math.max(0, height - 1) : height;
  const below = lines.length - top - shown;
  return (
    <Box flexDirection="column" height={height} flexShrink={0}>
      {lines.slice(top, top + shown).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line's identity is its position on the screen
        <Text key={index} wrap="truncate-end">
          {line === '' ? ' ' : line}
        </Text>
      ))}
      {below > 0 && <Muted wrap="truncate-end">{tui.list.below(below)}</Muted>}
    </Box>
  );
}
