import { Box } from 'ink';
import { useMemo } from 'react';
import type { Existing } from '../../../bulk/import/existing.ts';
import type { FileRow } from '../../../bulk/import/read.ts';
import { formatCount } from '../../format.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { useUi } from '../../ui.ts';
import { Line, Lines } from '../../widgets/Line.tsx';
import { Muted } from '../../widgets/Muted.tsx';
import { useScroll } from '../../widgets/Scroll.tsx';
import { importLines } from './importLines.ts';

type Props = {
  rows: readonly FileRow[];
  existing: ReadonlyMap<string, Existing> | null;
  /** Rows of the screen at most. */
  height: number;
};

/** The rows of a file, which the keys of pages scroll: the others are those of the choice below. */
export function RowsOfFile({ rows, existing, height }: Props) {
  const { texts, columns, look } = useUi();
  const table = useMemo(
    () => importLines({ rows, existing, columns }, texts, look),
    [rows, existing, columns, texts, look],
  );
  const lines = table.rows.flatMap((of, row) => of.map((text) => ({ text, row })));
  const room = Math.max(1, height - 1);
  const isLong = lines.length > room;
  const shown = isLong ? Math.max(1, room - 1) : room;
  const scroll = useScroll(lines.length, shown);
  const { scrollPageUp, scrollPageDown } = scroll.handlers;
  useKeys({
    places: ['view'],
    handlers: isLong && scrollPageUp && scrollPageDown ? { scrollPageUp, scrollPageDown } : {},
    names: { scrollPageDown: texts.tui.import.scroll },
  });
  const last = lines[Math.min(lines.length, scroll.top + shown) - 1]?.row ?? 0;
  const below = rows.length - last - 1;
  return (
    <Box flexDirection="column">
      <Line text={table.head} />
      <Lines lines={lines.slice(scroll.top, scroll.top + shown).map(({ text }) => text)} />
      {isLong && <Muted>{below > 0 ? texts.tui.import.more(formatCount(below)) : ' '}</Muted>}
    </Box>
  );
}
