import { Box, Text } from 'ink';
import { useReducer, useRef } from 'react';
import type { KeyId } from '../keys/keys.ts';

/** The part of a long text that is on the screen, and the keys that move it. */
export function useScroll(
  length: number,
  height: number,
): { top: number; handlers: Partial<Record<KeyId, () => void>> } {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const place = useRef(0);
  const top = Math.max(0, Math.min(place.current, length - height));
  const move = (to: number) => {
    place.current = Math.max(0, Math.min(to, length - height));
    redraw();
  };
  return {
    top,
    handlers: {
      scrollUp: () => move(place.current - 1),
      scrollDown: () => move(place.current + 1),
      scrollPageUp: () => move(place.current - height),
      scrollPageDown: () => move(place.current + height),
      scrollFirst: () => move(0),
      scrollLast: () => move(length),
    },
  };
}

/** Lines of which only those on the screen exist. */
export function ScrollLines({ lines, top, height }: { lines: readonly string[]; top: number; height: number }) {
  return (
    <Box flexDirection="column" height={height} flexShrink={0}>
      {lines.slice(top, top + height).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place on the screen is what a line of it is
        <Text key={place} wrap="truncate-end">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  );
}
