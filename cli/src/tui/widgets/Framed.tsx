import { Box } from 'ink';
import { type ReactNode, useMemo } from 'react';
import { edge } from '../look/frame.ts';
import { UiContext, useUi } from '../ui.ts';
import { Line } from './Line.tsx';
import { PANE_COLUMNS } from './Pane.tsx';

/** A frame as high as its content, which knows the columns that are left. */
export function Framed({ head, width, children }: { head: string; width: number; children: ReactNode }) {
  const ui = useUi();
  const { look } = ui;
  const inner = useMemo(() => ({ ...ui, columns: width - PANE_COLUMNS }), [ui, width]);
  const { color: borderColor } = look.text('frame');
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
