import { Box } from 'ink';
import { pad } from '../../lib/width.ts';
import { useUi } from '../ui.ts';
import { Lines } from './Line.tsx';

/** Columns from which on two blocks of labels and values stand side by side. */
const BESIDE_FROM = 90;
/** The first one's columns: at least those of the phases; the second one has the long names of chapters. */
const FIRST = { least: 52, share: 0.46 };
export const BLOCK_GAP = 3;

/** Whether two blocks stand side by side in these columns, and the columns of each. */
export function blocksIn(columns: number): { beside: boolean; first: number; second: number } {
  if (columns < BESIDE_FROM) return { beside: false, first: columns, second: columns };
  const first = Math.max(FIRST.least, Math.floor((columns - BLOCK_GAP) * FIRST.share));
  return { beside: true, first, second: columns - BLOCK_GAP - first };
}

/** Two blocks of lines as one, in `width` columns and the rest; the first one without colours. */
export function sideBySide(first: readonly string[], second: readonly string[], width: number): string[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, at) =>
    `${pad(first[at] ?? '', width, false)}${' '.repeat(BLOCK_GAP)}${second[at] ?? ''}`.trimEnd(),
  );
}

/** Two blocks of lines, side by side where the pane is wide, else one below the other. */
export function Blocks({
  first,
  second,
  width,
}: {
  first: readonly string[];
  second: readonly string[];
  /** Of the first one, if not the usual. */
  width?: number;
}) {
  const { columns } = useUi();
  const usual = blocksIn(columns);
  const { beside } = usual;
  const widths = beside && width !== undefined ? { first: width, second: columns - BLOCK_GAP - width } : usual;
  return (
    <Box flexDirection={beside ? 'row' : 'column'} columnGap={BLOCK_GAP}>
      <Box flexDirection="column" width={widths.first} flexShrink={0}>
        <Lines lines={first} />
      </Box>
      <Box flexDirection="column" width={widths.second} flexShrink={0}>
        <Lines lines={second} />
      </Box>
    </Box>
  );
}
