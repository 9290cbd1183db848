import { Text, type TextProps } from 'ink';
import { createContext, useContext, useEffect, useState } from 'react';
import type { Verbatim } from '../terminal/preRenderedLines.ts';

/** Where lines are put that are laid out already; without one, they are Ink's like any other text. */
export const VerbatimContext = createContext<Verbatim | null>(null);

/** A line that is laid out already: no wider than the room it has. */
export function Line({ text, ...style }: { text: string } & Omit<TextProps, 'children'>) {
  const verbatim = useContext(VerbatimContext);
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
