import { Box, Text } from 'ink';
import { useReducer, useRef } from 'react';
import { useKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { EMPTY, edit, type Line } from './editing.ts';
import { LineInput } from './LineInput.tsx';

export type Item<T> = {
  readonly value: T;
  readonly label: string;
  /** A key or mark before the label. */
  readonly lead?: string;
  readonly note?: string;
  /** Why it cannot be chosen. */
  readonly off?: string | null;
};

type Props<T> = {
  title: string;
  items: readonly Item<T>[];
  /** Maximum rows, including the title. */
  height: number;
  /** Typing filters the items. */
  search?: boolean;
  empty?: string;
  onChoose(item: Item<T>): void;
  onMark?: (item: Item<T>) => void;
  onCancel(): void;
};

/** A list of choices, filtered by typing if `search` is set. */
export function Menu<T>({ title, items, height, search = false, empty = '', onChoose, onMark, onCancel }: Props<T>) {
  const { columns, color } = useUi();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const place = useRef(0);
  const line = useRef<Line>(EMPTY);
  const found = items.filter((item) => matches(item, line.current.text));
  const cursor = Math.max(0, Math.min(place.current, found.length - 1));
  const rows = Math.max(1, height - (search ? 2 : 1));
  const top = Math.max(0, Math.min(cursor - Math.floor(rows / 2), found.length - rows));
  // Keys may arrive faster than frames, so the cursor lives in a ref.
  const placed = () => Math.max(0, Math.min(place.current, found.length - 1));
  const move = (by: number) => {
    place.current = Math.max(0, Math.min(placed() + by, found.length - 1));
    redraw();
  };
  const at = () => found[placed()];
  useKeys({
    places: ['menu', 'list'],
    handlers: {
      up: () => move(-1),
      down: () => move(1),
      pageUp: () => move(-rows),
      pageDown: () => move(rows),
      first: () => move(-found.length),
      last: () => move(found.length),
      choose: () => {
        const item = at();
        if (item && !item.off) onChoose(item);
      },
      ...(onMark
        ? {
            mark: () => {
              const item = at();
              if (item && !item.off) onMark(item);
              redraw();
            },
          }
        : {}),
      cancel: onCancel,
    },
    typing: search
      ? (press) => {
          if (press.kind === 'key' && (press.name === 'home' || press.name === 'end')) return false;
          if (press.kind === 'key' && press.name === 'space' && onMark) return false;
          const next = edit(line.current, press);
          if (next === null) return false;
          line.current = next;
          place.current = 0;
          redraw();
          return true;
        }
      : undefined,
    modal: true,
  });
  return (
    <Box flexDirection="column" height={height} flexShrink={0}>
      <Text bold wrap="truncate-end">
        {title}
      </Text>
      {search && (
        <Box>
          <Text>{'> '}</Text>
          <LineInput line={line.current} width={columns - 2} focus />
        </Box>
      )}
      {found.length === 0 && <Text dimColor>{empty}</Text>}
      {found.slice(top, top + rows).map((item, index) => {
        const on = top + index === cursor;
        return (
          <Box key={String(index)} height={1}>
            <Text
              inverse={on}
              wrap="truncate-end"
              dimColor={Boolean(item.off)}
              {...(on && color ? { color: 'cyan' } : {})}
            >
              {on ? '> ' : '  '}
              {item.lead ?? ''}
              {item.label}
              {item.note ? `  ${item.note}` : ''}
              {item.off ? `  - ${item.off}` : ''}
            </Text>
          </Box>
        );
      })}
    </Box>
  );
}

function matches({ label, note = '', lead = '' }: Item<unknown>, text: string): boolean {
  const whole = `${lead} ${label} ${note}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
