import { Box } from 'ink';
import { memo } from 'react';
import { useUi } from '../ui.ts';
import { Line } from '../widgets/Line.tsx';

type RowProps = { text: string; cursor: boolean; selected: boolean | 'maybe'; tone: string | undefined };

/** One row: `>` marks the cursor, `*` the selection; colour repeats it. */
const Row = memo(function Row({ text, cursor, selected, tone }: RowProps) {
  const { color } = useUi();
  const mark = selected === 'maybe' ? '~' : selected ? '*' : ' ';
  return (
    <Box height={1} flexShrink={0}>
      <Line
        text={`${cursor ? '>' : ' '}${mark}${text}`}
        inverse={cursor}
        bold={selected === true}
        {...(color && tone !== undefined && !cursor ? { color: tone } : {})}
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
  tone?(row: R): string | undefined;
};

/** The visible rows of a list; others are not rendered. */
export function Rows<R>({ top, height, total, cursor, row, text, selected, tone }: Props<R>) {
  const count = Math.max(0, Math.min(height, total - top));
  return (
    <Box flexDirection="column" height={height} flexShrink={0}>
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
            tone={one === undefined ? undefined : tone?.(one)}
          />
        );
      })}
    </Box>
  );
}
