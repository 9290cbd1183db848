import { Box, type DOMElement } from 'ink';
import { memo, useRef } from 'react';
import { useClick } from '../keys/useClick.ts';
import { useUi } from '../ui.ts';
import { Line } from '../widgets/Line.tsx';

type RowProps = { text: string; cursor: boolean; selected: boolean | 'maybe'; flash: boolean };

/** Columns of the marks before a row. */
export const MARK_COLUMNS = 2;

/** One row: `▌` marks the cursor, `✓` the selection; colour repeats it. */
const Row = memo(function Row({ text, cursor, selected, flash }: RowProps) {
  const { look } = useUi();
  const mark = selected === 'maybe' ? '~' : selected ? '✓' : ' ';
  return (
    <Box height={1} flexShrink={0}>
      <Line
        text={`${cursor ? '▌' : ' '}${mark}${text}`}
        bold={selected === true}
        {...(cursor ? look.cursor : flash ? look.flash : {})}
      />
    </Box>
  );
});

type Props<R> = {
  top: number;
  height: number;
  total: number;
  cursor: number;
  row(index: number): R | undefined;
  text(row: R): string;
  selected(row: R): boolean | 'maybe';
  /** Whether the row has just changed. */
  flash?(row: R): boolean;
  /** A click on a row. */
  onPick?(index: number): void;
};

/** The visible rows of a list; others are not rendered. */
export function Rows<R>({ top, height, total, cursor, row, text, selected, flash, onPick }: Props<R>) {
  const count = Math.max(0, Math.min(height, total - top));
  const ref = useRef<DOMElement>(null);
  useClick(ref, onPick && (({ y }) => y < count && onPick(top + y)));
  return (
    <Box ref={ref} flexDirection="column" height={height} flexShrink={0}>
      {Array.from({ length: count }, (_, place) => {
        const index = top + place;
        const one = row(index);
        return (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row's identity is its position on the screen
            key={place}
            text={one === undefined ? ' ...' : text(one)}
            cursor={index === cursor}
            selected={one === undefined ? false : selected(one)}
            flash={one !== undefined && flash?.(one) === true}
          />
        );
      })}
    </Box>
  );
}
