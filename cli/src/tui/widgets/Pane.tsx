import { Box, Text } from 'ink';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { type Bar, edge, PATH_MARK, rightEdge } from '../look/frame.ts';
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

/** What the content of a frame writes on it: a further level of the path, its position, its foot, and the bar of its rows. */
type FrameLabels = {
  readonly level?: string;
  readonly position?: string;
  readonly foot?: string;
  readonly bar?: Bar;
  readonly skip?: number;
};
const FrameLabelsContext = createContext<(own: FrameLabels | null) => void>(() => {});

/** Writes on the frame around the component while it is shown; null writes nothing. */
export function useFrameLabels(own: FrameLabels | null): void {
  const write = useContext(FrameLabelsContext);
  const text = JSON.stringify(own);
  useLayoutEffect(() => write(JSON.parse(text)), [write, text]);
  useLayoutEffect(() => () => write(null), [write]);
}

/** A frame; what is in it knows the columns that are left. */
export function Pane(props: Props) {
  const [own, write] = useState<FrameLabels | null>(null);
  const { head, footRight = '', height, padding = 1, children } = props;
  const { position = '', foot = '', bar = null, skip = 0 } = own?.bar ? own : props;
  const ui = useUi();
  const { look, columns, width = columns } = { ...ui, ...props };
  const rows = Math.max(0, height - FRAME_ROWS);
  const inside = width - FRAME_COLUMNS - 2 * padding;
  const inner = useMemo(() => ({ ...ui, columns: inside }), [ui, inside]);
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Line
        text={edge('top', { left: [head, own?.level].filter(Boolean).join(PATH_MARK), right: position }, width, look)}
      />
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
          <FrameLabelsContext.Provider value={write}>
            <UiContext.Provider value={inner}>{children}</UiContext.Provider>
          </FrameLabelsContext.Provider>
        </Box>
        <Text>{rightEdge(rows, look, bar, skip)}</Text>
      </Box>
      <Line text={edge('bottom', { left: foot, right: footRight }, width, look)} />
    </Box>
  );
}
