import { BY_DEADLINE, filterOfView } from '@shp/shared/domain/addresses/findings';
import { wrap } from '../../../lib/wrap.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import type { FindingCounts } from './useFindingCounts.ts';

const EVERY_MS = 30_000;
/** As many as the largest pane shows. */
const SHOWN = 20;
/** A day with the mark of what is overdue, and the blanks after it. */
const DAY_COLUMNS = '2026-11-27!'.length + 2;

type Findings = { lines(width: number): readonly string[]; rows(width: number): number };

/** The station's findings that are not closed, the earliest deadline first; null if there are none. */
export function useDueFindings({ view }: FindingCounts): Findings | null {
  const { look } = useUi();
  const asked = view === undefined ? null : { ...filterOfView('unclosed'), ...BY_DEADLINE, page: 1, size: SHOWN };
  const { data } = useCall('GET finding/query', asked, EVERY_MS);
  if (view === undefined || data === null || data.items.length === 0) return null;
  const lines = (width: number) =>
    data.items.flatMap(({ due, overdue, text }) => {
      const day = `${due ?? '—'}${overdue ? '!' : ''}`.padEnd(DAY_COLUMNS);
      return wrap(text, width - PANE_COLUMNS - DAY_COLUMNS).map(
        (line, at) => `${at > 0 ? ' '.repeat(DAY_COLUMNS) : overdue ? look.paint('red', day) : day}${line}`,
      );
    });
  return { lines, rows: (width) => lines(width).length + FRAME_ROWS };
}

/** These findings, each in full, as many as have room. */
export function DueFindings({
  head,
  lines,
  width,
  height,
}: {
  head: string;
  lines: readonly string[];
  width: number;
  height: number;
}) {
  return (
    <Pane head={head} width={width} height={height}>
      <Lines lines={lines.slice(0, height - FRAME_ROWS)} />
    </Pane>
  );
}
