import { Box, Text } from 'ink';
import { type ReactNode, useMemo } from 'react';
import { type Bar, edge, rightEdge } from '../look/frame.ts';
import { UiContext, useUi } from '../ui.ts';
import { Line } from './Line.tsx';

/** Rows of a frame: its upper and lower edge. */
export const FRAME_ROWS = 2;
/** Columns of a frame: its sides. */
export const FRAME_COLUMNS = 2;

/** Columns of a frame with its padding. */
export const PANE_COLUMNS = 4;

type Props = {
  /** The path, in the head. */
  head: string;
  /** At the right of the head. */
  position?: string;
  /** At the left and the right of the lower edge. */
  foot?: string;
  footRight?: string;
  width?: number;
  height: number;
  /** The position in a longer list; `skip` rows above its rows. */
  bar?: Bar | null;
  skip?: number;
  /** Blanks inside the sides. */
  padding?: number;
  children: ReactNode;
};

/** A frame; what is in it knows the columns that are left. */
export function Pane(props: Props) {
  const { head, position = '', foot = '', footRight = '', height, bar = null, skip = 0, padding = 1, children } = props;
  const ui = useUi();
  const { look, columns, width = columns } = { ...ui, ...props };
  const rows = Math.max(0, height - FRAME_ROWS);
  const inside = width - FRAME_COLUMNS - 2 * padding;
  const inner = useMemo(() => ({ ...ui, columns: inside }), [ui, inside]);
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Line text={edge('top', { left: head, right: position }, width, look)} />
      <Box height={rows} flexShrink={0}>
        <Text>{rightEdge(rows, look, null)}</Text>
        <Box
          flexDirection="column"
          width={width - FRAME_COLUMNS}
          height={rows}
          paddingX={padding}
          flexShrink={0}
          overflow="hidden"
        >
          <UiContext.Provider value={inner}>{children}</UiContext.Provider>
        </Box>
        <Text>{rightEdge(rows, look, bar, skip)}</Text>
      </Box>
      <Line text={edge('bottom', { left: foot, right: footRight }, width, look)} />
    </Box>
  );
}
