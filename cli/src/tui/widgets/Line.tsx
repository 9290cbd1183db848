import { Box, Text, type TextProps } from 'ink';
import { createContext, useContext, useEffect, useState } from 'react';
import type { PreRenderedLines } from '../terminal/preRenderedLines.ts';

/** The slots for lines with a final layout; null lets Ink draw them. */
export const PreRenderedLinesContext = createContext<PreRenderedLines | null>(null);

/** A line with a final layout, no wider than its space. */
export function Line({ text, ...style }: { text: string } & Omit<TextProps, 'children'>) {
  const verbatim = useContext(PreRenderedLinesContext);
  const [slot] = useState(() => verbatim?.take() ?? null);
  useEffect(() => {
    if (slot) return () => verbatim?.give(slot);
  }, [slot, verbatim]);
  return (
    <Text wrap="truncate-end" {...style}>
      {slot && verbatim ? verbatim.put(slot, text) : text}
    </Text>
  );
}

/** Lines with a final layout. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line's identity is its position on the screen
    <Box key={at} height={1} flexShrink={0}>
      <Line text={line === '' ? ' ' : line} />
    </Box>
  ));
}
