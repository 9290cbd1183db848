import { Text, type TextProps } from 'ink';
import { createContext, useContext, useEffect, useState } from 'react';
import type { PreRenderedLines } from '../terminal/preRenderedLines.ts';

/** Where lines are put that are laid out already; without one, they are Ink's like any other text. */
export const PreRenderedLinesContext = createContext<PreRenderedLines | null>(null);

/** A line that is laid out already: no wider than the room it has. */
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
