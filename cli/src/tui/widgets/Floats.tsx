import { Box, type DOMElement } from 'ink';
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { KeyboardContext } from '../keys/useKeys.ts';
import { PathContext } from '../path.ts';
import { SessionContext } from '../session.ts';
import type { Float } from '../terminal/painter.ts';
import { UiContext, useUi } from '../ui.ts';
import { Framed, FramedContext } from './Framed.tsx';
import { FRAME_ROWS } from './Pane.tsx';

/** Rows of the page that stay in sight above and below a box, and columns at either side. */
const MARGIN = { rows: 1, columns: 2 };
/** Lines longer than this are hard to read. */
const WIDEST = 140;
/** Columns of the box of a question. */
export const QUESTION_COLUMNS = 84;

/** The rows inside the highest box over a page of this height. */
export function floatRows(height: number): number {
  return height - FRAME_ROWS - 2 * MARGIN.rows;
}

type Shown = { readonly id: string; readonly node: ReactNode };
type Host = { show(one: Shown): void; hide(id: string): void };
const HostContext = createContext<Host | null>(null);

/** A dialog in a box over the page, which stays in sight, dimmed. `head` names it unless its content does. */
export function Floating({
  head = '',
  width = WIDEST,
  children,
}: {
  head?: string | undefined;
  width?: number | undefined;
  children: ReactNode;
}) {
  const host = useContext(HostContext);
  const id = useId();
  const contexts = {
    ui: useUi(),
    keyboard: useContext(KeyboardContext),
    path: useContext(PathContext),
    session: useContext(SessionContext),
  };
  const node = (
    <UiContext.Provider value={contexts.ui}>
      <KeyboardContext.Provider value={contexts.keyboard}>
        <SessionContext.Provider value={contexts.session}>
          <PathContext.Provider value={contexts.path}>
            <FramedFloat head={head} widest={width}>
              {children}
            </FramedFloat>
          </PathContext.Provider>
        </SessionContext.Provider>
      </KeyboardContext.Provider>
    </UiContext.Provider>
  );
  // Shown anew with each render: what it shows may depend on the page.
  useLayoutEffect(() => host?.show({ id, node }));
  useLayoutEffect(() => () => host?.hide(id), [host, id]);
  return host === null ? node : null;
}

const ScreenColumns = createContext(0);

function FramedFloat({ head, widest, children }: { head: string; widest: number; children: ReactNode }) {
  const ui = useUi();
  const screen = useContext(ScreenColumns) || ui.columns;
  const [named, setHead] = useState('');
  const frame = useMemo(() => ({ setHead }), []);
  return (
    <Framed colour="brand" head={named || head} width={Math.min(widest, screen - 2 * MARGIN.columns)}>
      <FramedContext.Provider value={frame}>{children}</FramedContext.Provider>
    </Framed>
  );
}

/**
 * Draws the page, and below it, out of sight, the boxes that the painter puts over it. `top` and `bottom`: the rows
 * above and below the page that stay as they are.
 */
export function FloatsHost({ top, bottom, children }: { top: number; bottom: number; children: ReactNode }) {
  const { columns, rows, look, addFloats } = useUi();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [host] = useState<Host>(() => ({
    show: (one) =>
      setShown((all) =>
        all.some(({ id }) => id === one.id) ? all.map((old) => (old.id === one.id ? one : old)) : [...all, one],
      ),
    hide: (id) => setShown((all) => all.filter((one) => one.id !== id)),
  }));
  const boxes = useRef(new Map<string, DOMElement>());
  // Asked for with each frame: what a box shows grows and shrinks by itself.
  useLayoutEffect(() => {
    const room = rows - top - bottom;
    const placed = () =>
      [...boxes.current.values()].map((box): Float => {
        const { width, height, from } = areaOf(box);
        const seen = Math.min(height, room);
        const [x, y] = [Math.floor((columns - width) / 2), top + Math.floor((room - seen) / 2)];
        return { from, width, height: seen, x, y };
      });
    return addFloats({ boxes: placed, top, bottom: rows - bottom, dim: look.mute });
  }, [columns, rows, top, bottom, look, addFloats]);
  return (
    <HostContext.Provider value={host}>
      {children}
      <ScreenColumns.Provider value={columns}>
        {shown.map(({ id, node }) => (
          <Box
            key={id}
            flexShrink={0}
            alignSelf="flex-start"
            ref={(element) => {
              if (element) boxes.current.set(id, element);
              else boxes.current.delete(id);
            }}
          >
            {node}
          </Box>
        ))}
      </ScreenColumns.Provider>
    </HostContext.Provider>
  );
}

function areaOf(element: DOMElement): { from: number; width: number; height: number } {
  let from = 0;
  for (let node: DOMElement | undefined = element; node; node = node.parentNode) {
    from += node.yogaNode?.getComputedTop() ?? 0;
  }
  const { yogaNode } = element;
  return { from, width: yogaNode?.getComputedWidth() ?? 0, height: yogaNode?.getComputedHeight() ?? 0 };
}
