import { Box } from 'ink';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo } from 'react';
import { edge } from '../look/frame.ts';
import type { Look } from '../look/look.ts';
import { UiContext, useUi } from '../ui.ts';
import { Line } from './Line.tsx';
import { PANE_COLUMNS } from './Pane.tsx';

/** A frame as high as its content, which knows the columns that are left. */
export function Framed({
  head,
  width,
  colour = 'frame',
  children,
}: {
  head: string;
  width: number;
  colour?: 'frame' | 'brand';
  children: ReactNode;
}) {
  const ui = useUi();
  const look: Look = { ...ui.look, paint: (name, text) => ui.look.paint(name === 'frame' ? colour : name, text) };
  const inner = useMemo(() => ({ ...ui, columns: width - PANE_COLUMNS }), [ui, width]);
  const { color: borderColor } = look.text(colour);
  return (
    <Box flexDirection="column" width={width} flexShrink={0}>
      <Line text={edge('top', { left: head }, width, look)} />
      <Box
        flexDirection="column"
        borderStyle="round"
        borderTop={false}
        borderBottom={false}
        paddingX={1}
        {...(borderColor === undefined ? {} : { borderColor })}
      >
        <UiContext.Provider value={inner}>{children}</UiContext.Provider>
      </Box>
      <Line text={edge('bottom', {}, width, look)} />
    </Box>
  );
}

/** The frame of a dialog, which its content names. */
export const FramedContext = createContext<{ setHead(head: string): void } | null>(null);

/** A part of a dialog that has a title of its own, below the frame's. */
export function InFrame({ children }: { children: ReactNode }) {
  return <FramedContext.Provider value={null}>{children}</FramedContext.Provider>;
}

/** Names the frame around a dialog, unless it has a name; false if there is no frame. */
export function useFrameHead(head: string | undefined): boolean {
  const frame = useContext(FramedContext);
  useLayoutEffect(() => {
    if (head !== undefined) frame?.setHead(head);
  }, [frame, head]);
  return frame !== null;
}
