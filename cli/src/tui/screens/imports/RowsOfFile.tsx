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
  const isStart = (at: number) => lines[at]?.row !== lines[at - 1]?.row;
  /** Only whole rows are shown: the page ends before one that has no room. */
  const endOf = (top: number) => {
    const until = Math.min(lines.length, top + shown);
    const whole = lines.findLastIndex((_, at) => at > top && at <= until && isStart(at));
    return until === lines.length || whole < 0 ? until : whole;
  };
  const before = (top: number) => {
    const start = lines.findIndex((_, at) => at >= top - shown && isStart(at));
    return start < top ? start : top - shown;
  };
  const end = endOf(scroll.top);
  useKeys({
    places: ['view'],
    handlers: isLong
      ? {
          scrollPageUp: () => scroll.go(before(scroll.at())),
          scrollPageDown: () => scroll.go(endOf(scroll.at())),
        }
      : {},
    names: { scrollPageDown: texts.tui.import.scroll },
  });
  const next = lines[end]?.row;
  const below = next === undefined ? 0 : rows.length - next;
  return (
    <Box flexDirection="column" {...(isLong ? { height: room + 1 } : {})}>
      <Line text={table.head} />
      <Lines lines={lines.slice(scroll.top, end).map(({ text }) => text)} />
      {isLong && <Muted>{below > 0 ? texts.tui.import.more(formatCount(below)) : ' '}</Muted>}
    </Box>
  );
}
