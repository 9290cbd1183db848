import { Box, Text } from 'ink';
import { type RefObject, useReducer, useRef } from 'react';
import { formatCount } from '../format.ts';
import type { Unmet } from '../keys/keyboard.ts';
import type { KeyId, Place } from '../keys/keys.ts';
import { useKeyboard, useKeys } from '../keys/useKeys.ts';
import { Rows } from '../list/Rows.tsx';
import { Muted } from './Muted.tsx';
import { useFrameLabels } from './Pane.tsx';

type Names = Partial<Record<KeyId, string>>;

type Props = {
  head?: string;
  lines: readonly string[];
  height: number;
  places?: readonly Place[];
  handlers?: Partial<Record<KeyId, (at: number, key: string) => void>>;
  unmet?: (at: number) => Unmet;
  names?: Names | ((at: number) => Names);
  /** Details of the current line, and their number of rows. */
  detail?: { rows: number; of(at: number): readonly string[] };
  /** Called with the cursor's new place. */
  onMove?: (at: number) => void;
  /** The cursor's place, kept by the caller. */
  kept?: RefObject<number>;
  /** The place is written on the frame: `level` after its path, `foot` below; `skip` rows stand above the headings. */
  onFrame?: { level?: string; foot?: string; skip?: number };
};

/** A short list with a cursor; a click moves it, and one on its row does what Enter does. */
export function CursorLines(props: Props) {
  const { head, lines, height, places = [], handlers = {}, unmet, names = {}, detail, kept, onFrame, onMove } = props;
  const { keyboard } = useKeyboard();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const own = useRef(0);
  const place = kept ?? own;
  const top = useRef(0);
  const rows = Math.max(1, height - (head === undefined ? 0 : 1) - (detail?.rows ?? 0));
  // Keys may arrive faster than frames, so the cursor lives in a ref.
  const placed = () => Math.max(0, Math.min(place.current, lines.length - 1));
  const cursor = placed();
  top.current = Math.max(0, Math.min(Math.max(top.current, cursor - rows + 1), cursor, lines.length - rows));
  const move = (to: number) => {
    place.current = Math.max(0, Math.min(to, lines.length - 1));
    onMove?.(place.current);
    redraw();
  };
  const total = lines.length;
  useFrameLabels(
    onFrame === undefined
      ? null
      : {
          ...onFrame,
          position: total === 0 ? '' : `${formatCount(cursor + 1)}/${formatCount(total)}`,
          bar: { top: top.current, height: rows, total },
          skip: (onFrame.skip ?? 0) + (head === undefined ? 0 : 1),
        },
  );
  const acts = Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [id, (key: string) => handler(placed(), key)]),
  );
  useKeys({
    places: ['list', ...places],
    handlers: {
      up: () => move(placed() - 1),
      down: () => move(placed() + 1),
      pageUp: () => move(placed() - rows),
      pageDown: () => move(placed() + rows),
      first: () => move(0),
      last: () => move(lines.length - 1),
      ...acts,
    },
    unmet: unmet?.(cursor) ?? {},
    names: typeof names === 'function' ? names(cursor) : names,
  });
  return (
    <Box flexDirection="column" height={height}>
      {head !== undefined && (
        <Muted wrap="truncate-end">
          {'  '}
          {head}
        </Muted>
      )}
      <Rows
        top={top.current}
        height={detail ? Math.min(rows, lines.length) : rows}
        total={lines.length}
        cursor={cursor}
        row={(index) => lines[index]}
        text={(line) => line}
        selected={() => false}
        onPick={(at) => (at === placed() ? keyboard.pressKey('enter') : move(at))}
      />
      {detail && (
        <Box flexDirection="column" height={detail.rows} flexShrink={0} overflow="hidden">
          {detail.of(cursor).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's identity is its position on the screen
            <Text key={at} wrap="truncate-end">
              {line === '' ? ' ' : line}
            </Text>
          ))}
        </Box>
      )}
    </Box>
  );
}
